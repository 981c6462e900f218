"""A fake for every seam, for tests of ours and of yours. They are plain, quick and deterministic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from asmeant.records import (
    Candidate,
    Cause,
    Check,
    Form,
    Limits,
    Observation,
    Program,
    Reply,
    Request,
    Sampling,
    Scaffold,
    Task,
    Verdict,
)
from asmeant.seams import Done

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


def make_task(id: str = "double", reference: str = "2 * x", **changes: object) -> Task:  # noqa: A002
    """A task whose reference passes: twice a number, unless told otherwise."""
    fields: dict[str, object] = {
        "id": id,
        "intent": "twice the number `x`",
        "references": (reference,),
        "checks": (Check("all", ("assert candidate(2) == 4", "assert candidate(-3) == -6")),),
        "scaffold": Scaffold(before="def double(x):\n    return ", entry="double"),
    }
    return Task(**{**fields, **changes})  # type: ignore[arg-type]


@dataclass(frozen=True)
class FakeDataset:
    tasks: Sequence[Task] = (make_task(),)
    name: str = "fake"

    def load(self, data: Path | None, variant: str) -> Iterator[Task]:
        yield from self.tasks


@dataclass
class FakeModel:
    """Answers with the code that it was given for a task, the same for every rank; else with nothing."""

    codes: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    name: str = "fake"
    asked: list[tuple[str, int]] = field(default_factory=list)

    def generate(self, tasks: Iterable[Task], sampling: Sampling, done: Done = ()) -> Iterator[Candidate]:
        for task in tasks:
            codes = self.codes.get(task.id, "")
            for rank in range(sampling.count):
                if (task.id, rank) not in done:
                    self.asked.append((task.id, rank))
                    code = codes if isinstance(codes, str) else codes[rank % len(codes)]
                    yield Candidate(task.id, rank, code, reply=code, model=self.name)


@dataclass
class FakeClient:
    """Says what `answer` makes of a request, and keeps the requests."""

    answer: Callable[[Request], str] = lambda _: ""
    name: str = "fake"
    form: Form = "chat"
    requests: list[Request] = field(default_factory=list)

    def replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
        for request in requests:
            self.requests.append(request)
            for rank in request.ranks:
                yield Reply(request.task_id, rank, self.answer(request))


@dataclass
class FakeTranslator:
    """Says what `answer` makes of a text, and keeps the texts."""

    answer: Callable[[str], str] = lambda text: text
    name: str = "fake"
    texts: list[str] = field(default_factory=list)

    def translate(self, texts: Sequence[str], source: str, target: str) -> Iterator[str]:
        for text in texts:
            self.texts.append(text)
            yield self.answer(text)


@dataclass
class FakeSandbox:
    """Runs nothing: a program passes when `passes` says so of its source."""

    passes: Callable[[str], bool] = lambda _: True
    programs: list[Program] = field(default_factory=list)

    def run(self, programs: Iterable[Program], limits: Limits) -> Iterator[Observation]:
        for program in programs:
            self.programs.append(program)
            good = self.passes(program.source)
            for check in program.checks:
                yield Observation(
                    program.task_id,
                    program.rank,
                    check.name,
                    function=program.scaffold.entry,
                    ending="finished" if good else "failed",
                    probes_passed=len(check.probes) if good else 0,
                    reason="" if good else "probe 1: AssertionError",
                    cause=None if good else Cause("wrong answer", stage="probe"),
                )


@dataclass(frozen=True)
class FakeMetric:
    """The share of candidates that passed."""

    name: str = "fake"

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> float | None:
        decided = [verdict.status == "passed" for verdict in verdicts if verdict.status != "undecided"]
        return sum(decided) / len(decided) if decided else None

    def aggregate(self, statistics: Sequence[float]) -> float:
        return sum(statistics) / len(statistics)


@dataclass
class FakeWorkers:
    """One item after the other, counted."""

    mapped: int = 0

    def map(self, function: Callable[[Item], Outcome], items: Iterable[Item]) -> Iterator[Outcome]:
        for item in items:
            self.mapped += 1
            yield function(item)
