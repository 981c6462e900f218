"""Task -> Candidate, without training: the code of the nearest intents, with the names of this one.

`retrieval:DATASET` searches the tasks of a dataset, such as `conala:train` or `nl2bash:train`. Intents are
compared without their names and literals. `?by=letters` or `?by=sentences` says how; the default is the
sentence encoder if it is installed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from urllib.parse import parse_qsl

from asmeant import plugins
from asmeant.cache import cache_folder
from asmeant.errors import DataError, UsageError
from asmeant.languages.natural.similarity import (
    LetterSimilarity,
    SentenceSimilarity,
    Similarity,
    has_sentence_encoder,
    nearest,
)
from asmeant.languages.natural.slots import masked, slots, transfer
from asmeant.prompts.shots import is_hint
from asmeant.records import Candidate, Sampling, Task
from asmeant.seams import Done

log = logging.getLogger(__name__)


def _by_sentences(texts: Sequence[str]) -> Similarity:
    log.info("encoding %d intents; this is done once", len(texts))
    return SentenceSimilarity(texts, cache=cache_folder("vectors"))


WAYS: dict[str, Callable[[Sequence[str]], Similarity]] = {
    "letters": LetterSimilarity,
    "sentences": _by_sentences,
}


def connect(words: str) -> RetrievalModel:
    """The code of the nearest intents of a dataset: `retrieval:conala:train`, `retrieval:nl2bash:train`."""
    spec, _, query = words.partition("?")
    if not spec:
        raise UsageError("The model 'retrieval' needs a dataset to look in. Use: retrieval:conala:train")
    options = dict(parse_qsl(query, keep_blank_values=True))
    by = options.pop("by", "sentences" if has_sentence_encoder() else "letters")
    if options or by not in WAYS:
        mistake = next(iter(options), f"by={by}")
        raise UsageError(
            f"The model 'retrieval' has no option '{mistake}'. Use: ?by=letters, or ?by=sentences"
        )
    name, _, variant = spec.partition(":")

    def load() -> list[Task]:
        dataset = plugins.load("dataset", name)
        return list(dataset.load(None, variant))

    return RetrievalModel(load, by, f"retrieval:{words}")


class RetrievalModel:
    """Rank r has the code of neighbour r + 1. Neighbours with the same code count once."""

    def __init__(
        self, load: Callable[[], Sequence[Task]], by: str = "letters", name: str = "retrieval"
    ) -> None:
        self.name = name
        self._load = load
        self._by = by

    @cached_property
    def pool(self) -> list[Task]:
        pool = [task for task in self._load() if task.references and task.intent.strip()]
        if not pool:
            raise DataError(f"The model '{self.name}' found no intent with code. Name another dataset.")
        return pool

    @cached_property
    def similarity(self) -> Similarity:
        return WAYS[self._by]([masked(task.intent) for task in self.pool])

    def generate(self, tasks: Iterable[Task], sampling: Sampling, done: Done = ()) -> Iterator[Candidate]:
        for task in tasks:
            ranks = [rank for rank in range(sampling.count) if (task.id, rank) not in done]
            if ranks:
                answers = list(self.answers(task, max(ranks) + 1))
                yield from (self._candidate(task, rank, answers) for rank in ranks)

    def _candidate(self, task: Task, rank: int, answers: Sequence[Candidate]) -> Candidate:
        if rank < len(answers):
            return answers[rank]
        return Candidate(task.id, rank, "", model=self.name, fault="there are no more neighbours")

    def answers(self, task: Task, count: int) -> Iterator[Candidate]:
        """The code of the nearest intents, adapted to this one."""
        target = slots(task.intent)
        codes: set[str] = set()
        for position, score in nearest(self.similarity, masked(task.intent, target)):
            neighbour = self.pool[position]
            if neighbour.code_language != task.code_language or is_hint(task, neighbour):
                continue
            code = transfer(neighbour.references[0], slots(neighbour.intent), target)
            if code in codes:
                continue
            yield Candidate(
                task.id,
                len(codes),
                code,
                reply=neighbour.references[0],
                model=self.name,
                extraction=f"the code of '{neighbour.intent}', {score:.2f} near, with the names of this task",
            )
            codes.add(code)
            if len(codes) == count:
                return
