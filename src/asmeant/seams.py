"""The seams: where your piece can take the place of ours. Each has a fake in `asmeant.testing`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from asmeant.records import (
    Candidate,
    Form,
    Limits,
    Observation,
    Program,
    Reply,
    Request,
    Sampling,
    Task,
    Verdict,
)

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

# Which candidates are already there: (task id, rank).
Done = Collection[tuple[str, int]]

# What a metric measures on one task: a number, or several that belong together, such as counts of n-grams.
Statistic = float | tuple[float, ...]


class Dataset(Protocol):
    """Files -> Task."""

    @property
    def name(self) -> str: ...

    def load(self, data: Path | None, variant: str) -> Iterator[Task]:
        """The tasks, read from the folder `data` or, without one, from the cache."""
        ...


class Model(Protocol):
    """Task -> Candidate.

    One that asks a language model has a method `prompt_of(task, sampling)`, which gives the prompt as it is
    sent (a `TaskPrompt`), so that it can be written down; None where nothing is sent.
    """

    @property
    def name(self) -> str: ...

    def generate(self, tasks: Iterable[Task], sampling: Sampling, done: Done = ()) -> Iterator[Candidate]:
        """`sampling.count` candidates for each task, in any order, less those that are already there."""
        ...


class Client(Protocol):
    """Prompt -> reply: a language model, before it knows about tasks.

    One that takes only some forms of prompt names them in an attribute `forms`. One that answers without
    sending the prompt to anyone has an attribute `sends_prompts` that is False.
    """

    @property
    def name(self) -> str: ...

    @property
    def form(self) -> Form:
        """The form of prompt it prefers."""
        ...

    def replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
        """One reply for every rank of every request, in any order."""
        ...


class Translator(Protocol):
    """Text -> the same in another language.

    One that knows whole intents by heart, such as a file of translations, has an attribute `by_heart` that is
    True: names and literals are not masked for it.
    """

    @property
    def name(self) -> str: ...

    def translate(self, texts: Sequence[str], source: str, target: str) -> Iterator[str]:
        """One translation for each text, in order. Languages are codes such as `ja`."""
        ...


class Sandbox(Protocol):
    """Program -> Observation."""

    def run(self, programs: Iterable[Program], limits: Limits) -> Iterator[Observation]:
        """One observation for every check of every program."""
        ...


class Metric(Protocol):
    """Candidates and verdicts -> a number: a statistic per task, and a pure aggregate of them.

    Verdicts come as they count: either all of a task are undecided, or none is.

    One that can say why a task has no statistic has a method `why`, with the arguments of `measure`. One with
    settings that a reader must know names them in an attribute `signature`, as `key:value|key:value`; what
    they must know about the outcome is said by a method `notes(statistics)`, in the same form. One
    whose aggregate only needs the sum of the statistics has a method `from_sums(sums, tasks)`: intervals of
    large runs are then made sooner.
    """

    @property
    def name(self) -> str: ...

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> Statistic | None:
        """The statistic of one task; None when it cannot be decided."""
        ...

    def aggregate(self, statistics: Sequence[Any]) -> float:
        """One number of what `measure` gave for one task or more."""
        ...


class Workers(Protocol):
    """Where the arrows run."""

    def map(self, function: Callable[[Item], Outcome], items: Iterable[Item]) -> Iterator[Outcome]:
        """The outcome of each item, as they come; only a few items are taken ahead."""
        ...


# How a plug-in of each kind is made from the words after its name (`NAME:WORDS`).
ClientFactory = Callable[[str], Client]
ModelFactory = Callable[[str], Model]
