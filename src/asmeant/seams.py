"""The protocols that a plug-in can implement. Each has a fake in `asmeant.testing`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Any, Protocol, TypeVar, runtime_checkable

from asmeant.records import (
    Candidate,
    Form,
    Limits,
    Observation,
    Program,
    Prompt,
    Prompting,
    Reply,
    Request,
    Sampling,
    Task,
    TaskPrompt,
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
    """Task -> Candidate. It may also meet `WritesPrompts`, `HasComponents` or `NeedsOrder`."""

    @property
    def name(self) -> str: ...

    def generate(self, tasks: Iterable[Task], sampling: Sampling, done: Done = ()) -> Iterator[Candidate]:
        """`sampling.count` candidates for each task, in any order, less those that are already there."""
        ...


@runtime_checkable
class WritesPrompts(Protocol):
    """A model that asks a language model."""

    def prompt_of(self, task: Task, sampling: Sampling) -> TaskPrompt | None:
        """The prompt as it is sent, to be stored in the run; None if nothing is sent."""
        ...


@runtime_checkable
class HasComponents(Protocol):
    """A model with components that its name does not say."""

    def components(self, tasks: Sequence[Task]) -> Mapping[str, str]:
        """Each by its name. They are stored in the run."""
        ...


@runtime_checkable
class Warmable(Protocol):
    """A model that can prepare its answer to a task while the rest of the program starts.

    It may be called from another thread. `cancelled` is set when nobody waits for the answer any more.
    """

    def warm_up(self, task: Task, sampling: Sampling, cancelled: Event) -> None: ...


@runtime_checkable
class WarmableClient(Protocol):
    """A client that can prepare its reply, as `Warmable` does."""

    def warm_up(self, request: Request, sampling: Sampling, cancelled: Event) -> None: ...


@runtime_checkable
class Portable(Protocol):
    """A model or client that computes locally, and can be created from its name on another machine.

    On a cluster it runs on the nodes. Any other runs in the process that started the run.
    """

    @property
    def is_portable(self) -> bool: ...


@runtime_checkable
class NeedsOrder(Protocol):
    """A model or client that may identify tasks by their position."""

    @property
    def by_position(self) -> bool:
        """Whether `number` must be called before it is used."""
        ...

    def number(self, run: Sequence[str], dataset: Sequence[str]) -> None:
        """Set the ids of the run's tasks and those of the whole dataset, in order."""
        ...


class Client(Protocol):
    """Prompt -> reply: a language model, before it knows about tasks.

    It may also meet `TakesForms`, `SendsPrompts`, `WritesOwnPrompts` or `NeedsOrder`.
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


@runtime_checkable
class TakesForms(Protocol):
    """A client that takes only some forms of prompt."""

    @property
    def forms(self) -> Sequence[Form]: ...


@runtime_checkable
class WritesOwnPrompts(Protocol):
    """A client that was trained with prompts of its own for some tasks."""

    def own_prompt(self, task: Task, prompting: Prompting) -> Prompt | None:
        """The prompt for a task; None if it takes the usual one."""
        ...

    def components(self, tasks: Sequence[Task], prompting: Prompting) -> Mapping[str, str]:
        """Components that answer these tasks and that the name does not say. They are stored in the run."""
        ...


@runtime_checkable
class SendsPrompts(Protocol):
    """A client that says whether it sends prompts. A client without this protocol does."""

    @property
    def sends_prompts(self) -> bool: ...


class Translator(Protocol):
    """Text -> the same in another language.

    A translator that looks up whole intents, such as a file of translations, has an attribute `by_heart` that
    is True: names and literals are not masked for it.
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


@runtime_checkable
class MeasuresCpu(Protocol):
    """A sandbox that says how much CPU time a trial took. Deadlines can then fit each task."""

    @property
    def measures_cpu(self) -> bool: ...


@runtime_checkable
class Closeable(Protocol):
    """Something that stops its processes or threads when it is closed. A sandbox may be one."""

    def close(self) -> None: ...


class Metric(Protocol):
    """Candidates and verdicts -> a number: a statistic per task, and a pure aggregate of them.

    In each task, either all verdicts are undecided or none is. A metric may also implement the
    protocols below, from `ExplainsGaps` to `TakesAnyProtocol`.
    """

    @property
    def name(self) -> str: ...

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> Statistic | None:
        """The statistic of one task; None when it cannot be decided."""
        ...

    def aggregate(self, statistics: Sequence[Any]) -> float:
        """One number from the statistics of one task or more."""
        ...


@runtime_checkable
class ExplainsGaps(Protocol):
    """A metric that can say why a task has no statistic."""

    def why(self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]) -> str:
        """The reason why `measure` gives None; empty where nothing is known."""
        ...


@runtime_checkable
class HasSignature(Protocol):
    """A metric with settings that a reader must know."""

    @property
    def signature(self) -> str:
        """The settings, as `key:value|key:value`."""
        ...


@runtime_checkable
class HasNotes(Protocol):
    """A metric with notes about the outcome."""

    def notes(self, statistics: Sequence[Any]) -> str:
        """The notes, as `key:value|key:value`."""
        ...


@runtime_checkable
class NeedsOnlySums(Protocol):
    """A metric whose aggregate needs only the sums of the statistics: intervals of large runs come sooner."""

    def from_sums(self, sums: Sequence[float], tasks: int) -> float:
        """What `aggregate` gives for statistics with these sums."""
        ...


@runtime_checkable
class NeedsCandidates(Protocol):
    """A metric that needs a certain number of candidates per task."""

    @property
    def k(self) -> int: ...


@runtime_checkable
class HasProtocols(Protocol):
    """What makes a metric that can be computed in several ways. It is called with the name of one of them."""

    @property
    def protocols(self) -> Mapping[str, object]:
        """Each by its name. As text, a protocol is a line about itself."""
        ...


@runtime_checkable
class TakesAnyProtocol(Protocol):
    """What makes a metric whose protocols are not all listed."""

    @property
    def any_protocol(self) -> bool: ...


class Workers(Protocol):
    """Runs a function on many items: in this process, on local threads, or on a cluster."""

    def map(self, function: Callable[[Item], Outcome], items: Iterable[Item]) -> Iterator[Outcome]:
        """The outcome of each item, as they come; only a few items are taken ahead."""
        ...


# The simplest model: a function that answers a task, with one reply or with several.
AnswerFunction = Callable[[Task], str | Sequence[str]]

# How a plug-in of each kind is made from the words after its name (`NAME:WORDS`).
ClientFactory = Callable[[str], Client]
ModelFactory = Callable[[str], Model]
