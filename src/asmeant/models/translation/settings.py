"""Task -> Task: the settings of MCoNaLa (section 4). Names and literals are masked by default."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from asmeant.errors import ModelError
from asmeant.languages.natural.masking import mask
from asmeant.records import Task
from asmeant.seams import Translator

# Number of intents that are passed to a translator at a time.
BATCH = 32


def zero_shot(tasks: Iterable[Task]) -> Iterator[Task]:
    """The tasks unchanged: a model trained on English is asked in the language of the intent."""
    yield from tasks


def translate_test(tasks: Iterable[Task], translator: Translator, masked: bool = True) -> Iterator[Task]:
    """Tasks with intents in English, for an English model. English intents are not changed."""
    return _translated(tasks, translator, "en", masked)


def translate_train(
    tasks: Iterable[Task], translator: Translator, language: str, masked: bool = True
) -> Iterator[Task]:
    """Tasks with intents in another language, to train a model on them."""
    return _translated(tasks, translator, language, masked)


def _translated(tasks: Iterable[Task], translator: Translator, language: str, masked: bool) -> Iterator[Task]:
    waiting = iter(tasks)
    while batch := list(islice(waiting, BATCH)):
        by_source: dict[str, list[str]] = {}
        for task in batch:
            if task.intent_language != language:
                by_source.setdefault(task.intent_language, []).append(task.intent)
        intents = {
            (source, text): translation
            for source, texts in by_source.items()
            for text, translation in zip(
                texts, translate(translator, texts, source, language, masked), strict=True
            )
        }
        for task in batch:
            key = (task.intent_language, task.intent)
            yield _with_intent(task, intents[key], language) if key in intents else task


def _with_intent(task: Task, intent: str, language: str) -> Task:
    tags = {**task.tags, "translated_from": task.intent_language, "original_intent": task.intent}
    return replace(task, intent=intent, intent_language=language, tags=tags)


def translate(
    translator: Translator, texts: list[str], source: str, target: str, masked: bool = True
) -> list[str]:
    """One translation for each text. A translator with fixed translations gets the texts unmasked."""
    if not masked or getattr(translator, "by_heart", False):
        return _counted(translator, texts, source, target)
    hidden = [mask(text) for text in texts]
    answers = _counted(translator, [item.text for item in hidden], source, target)
    return [item.restore(answer) for item, answer in zip(hidden, answers, strict=True)]


def _counted(translator: Translator, texts: list[str], source: str, target: str) -> list[str]:
    answers = list(translator.translate(texts, source, target))
    if len(answers) != len(texts):
        raise ModelError(
            f"The translator '{translator.name}' was asked for {len(texts)} translations and gave "
            f"{len(answers)}. It must give one for each text."
        )
    return answers
