"""Subjects -> the lengths of code and intents in each language (MCoNaLa's Table 2, ODEX's Table 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import mean, median

from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject
from asmeant.errors import UsageError
from asmeant.languages.natural import language_name
from asmeant.languages.natural.words import word_splitter
from asmeant.metrics.tokens import conala
from asmeant.plots import Distributions
from asmeant.records import Task
from asmeant.tables import Cell, Estimate, Table

ALL = "all"


def original_language(task: Task) -> str:
    """The language in which a person wrote the intent, even if it was translated."""
    return task.tags.get("translated_from", task.intent_language)


def languages_of(tasks: Sequence[Task]) -> list[str]:
    """The original language of each task, and `all` if there are several."""
    codes = sorted({original_language(task) for task in tasks})
    return [*codes, ALL] if len(codes) > 1 else codes


def named(language: str) -> str:
    return language if language == ALL else language_name(language)


def analyse(runs: Sequence[Subject], _options: AnalysisOptions) -> Analysis:
    rows: list[tuple[Cell, ...]] = []
    series: dict[str, tuple[float, ...]] = {}
    for run in runs:
        for language in languages_of(run.tasks):
            for kind, texts in _texts(run, lambda task, of=language: of in (ALL, original_language(task))):  # type: ignore[misc]
                rows.append(
                    (run.label, named(language), kind, *summary([len(conala(text)) for text in texts]))
                )
        for kind, texts in _texts(run, lambda _: True):
            name = kind if len(runs) == 1 else f"{run.label}: {kind}"
            series[name] = tuple(float(len(conala(text))) for text in texts)
    columns = ("run", "language", "of", "snippets", "mean", "median", "shortest", "longest")
    notes = (
        "CoNaLa's tokens. Pairs of intent and reference that repeat count once, as in the paper.",
        "Candidates without code are left out; the others count as they are, with a `def` if they have one.",
    )
    plot = Distributions("Tokens of code", series, "tokens")
    code = Table("Tokens of code", columns, tuple(rows), notes)
    return Analysis((code, _words_of_intents(runs)), (plot,))


def _words_of_intents(runs: Sequence[Subject]) -> Table:
    """The words of all intents, by language. If words cannot be counted, a note says what is missing."""
    rows: list[tuple[Cell, ...]] = []
    notes = {"By the tokenizers of spaCy, with SudachiPy for Japanese. Every task counts, as in ODEX.": None}
    for run in runs:
        for language in sorted({task.intent_language for task in run.tasks}):
            intents = [task.intent for task in run.tasks if task.intent_language == language]
            try:
                split = word_splitter(language)
                lengths = [len(split(intent)) for intent in intents]
                rows.append((run.label, language_name(language), *summary(lengths)))
            except UsageError as error:
                rows.append((run.label, language_name(language), len(intents), None, None, None, None))
                notes[str(error)] = None
    columns = ("run", "language", "intents", "mean", "median", "shortest", "longest")
    return Table("Words of intents", columns, tuple(rows), tuple(notes))


def _texts(run: Subject, is_included: Callable[[Task], bool]) -> Iterator[tuple[str, list[str]]]:
    pairs = {
        (task.intent, text): None for task in run.tasks if is_included(task) for text in task.references[:1]
    }
    yield "references", [text for _, text in pairs]
    codes = [attempt.candidate.code for attempt in run.attempts if is_included(attempt.task)]
    yield "candidates", [code for code in codes if code.strip()]


def summary(lengths: Sequence[int]) -> tuple[Cell, ...]:
    if not lengths:
        return 0, None, None, None, None
    middles = (Estimate(figure, percent=False, digits=2) for figure in (mean(lengths), median(lengths)))
    return len(lengths), *middles, min(lengths), max(lengths)
