"""(Task, code) -> Verdict, without a model and without a folder: for training loops, services and tests.

judge(task, ["def double(x): return 2 * x"])

with Judge(world="odex", workers=8) as court:
    for verdict in court.decide(pairs):
        ...
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType

from asmeant import judging
from asmeant.errors import UsageError
from asmeant.pipeline.cache import open_cache
from asmeant.pipeline.deadlines import Deadlines
from asmeant.pipeline.observing import observe
from asmeant.pipeline.preparation import Notify, find_place, make_sandbox
from asmeant.pipeline.same_program import ProgramKeys
from asmeant.pipeline.sharing import Sharing
from asmeant.prompts import extract as extract_code
from asmeant.records import Candidate, Limits, Observation, Prompt, Task, Verdict
from asmeant.seams import Closeable, Sandbox
from asmeant.workers import Threads, cores

log = logging.getLogger(__name__)

Pair = tuple[Task, str]


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict, and what it rests on."""

    task: Task
    candidate: Candidate
    verdict: Verdict
    observations: Sequence[Observation]

    @property
    def share_of_probes(self) -> float:
        """The share of probes that passed, of the check that came furthest; 1 where the candidate passed."""
        if self.verdict.status == "passed":
            return 1.0
        probes = {check.name: len(check.probes) for check in self.task.checks}
        shares = [
            observation.probes_passed / probes[observation.check]
            for observation in self.observations
            if probes.get(observation.check)
        ]
        return max(shares, default=0.0)


class Judge:
    """Decides whether code is right. It keeps its processes warm, and any number of threads may share it.

    `world`, `answers`, `sandbox`, `limits`, `workers` and `strict` are those of `asmeant run`. With `extract`
    it is given replies of a language model, and finds the code in them. With the name of a `dataset` and no
    world, programs run in the world of that dataset if it is built.

    A program that was decided is not run again, unless its outcome may depend on chance (see
    `asmeant.pipeline.same_program`); with `every`, each one is run. What was seen is kept in the folder
    `cache` for later judges and runs.

    The `rank` of a verdict is the place of its pair among the pairs, counted from 0.
    """

    def __init__(
        self,
        world: str = "",
        workers: int | None = None,
        *,
        limits: Limits = Limits(),
        sandbox: str | Sandbox = "",
        answers: Path | None = None,
        strict: bool = False,
        extract: bool = False,
        dataset: str = "",
        every: bool = False,
        cache: Path | None = None,
        notify: Notify = log.warning,
    ) -> None:
        if workers is not None and workers < 1:
            raise UsageError(f"A judge needs 1 worker or more, and was given {workers}.")
        self.place = find_place(world, dataset, answers)
        self.limits = limits
        self.strict = strict
        self.extract = extract
        self._sharing = Sharing(
            ProgramKeys(self.place.is_this_python), every, open_cache(cache, self.place, sandbox, limits)
        )
        self._sandbox = make_sandbox(sandbox, self.place, notify)
        self._deadlines = Deadlines(self._sandbox, limits)
        self._closes_sandbox = isinstance(sandbox, str)
        self._workers = Threads(workers or cores())

    def decide(self, pairs: Iterable[Pair]) -> Iterator[Verdict]:
        """The verdicts, as they are decided. Pairs are taken a few at a time, as verdicts are read."""
        return (decision.verdict for decision in self.decisions(pairs))

    def decisions(self, pairs: Iterable[Pair]) -> Iterator[Decision]:
        """The same, each verdict with what it rests on."""
        candidates = (self._candidate(rank, *pair) for rank, pair in enumerate(pairs))
        for seen in self._sharing.observe_all(self._workers, candidates, self._observe):
            yield self._decision(seen.task, seen.candidate, seen.observations)

    async def adecide(self, task: Task, code: str) -> Verdict:
        """The verdict on one candidate, for programs that use asyncio."""
        decision = await asyncio.wrap_future(self._workers.submit(partial(self._decide, task, code)))
        return decision.verdict

    def _decide(self, task: Task, text: str) -> Decision:
        task, candidate = self._candidate(0, task, text)
        return self._decision(task, candidate, self._sharing.observe(task, candidate, self._observe))

    def _observe(self, task: Task, candidate: Candidate) -> list[Observation]:
        return observe(task, candidate, self._sandbox, self._deadlines.limits_of(task))

    def _decision(self, task: Task, candidate: Candidate, observations: Sequence[Observation]) -> Decision:
        verdict = judging.judge(task, candidate.rank, observations, self.strict)
        return Decision(task, candidate, verdict, observations)

    def _candidate(self, rank: int, task: Task, text: str) -> tuple[Task, Candidate]:
        """The task as it can be judged here, and the code in the text."""
        task = self.place.known(task)
        if not self.extract:
            return task, Candidate(task.id, rank, text)
        extraction = extract_code(text, task, Prompt())
        return task, Candidate(
            task.id, rank, extraction.code, text, fault=extraction.fault, extraction=extraction.explanation
        )

    def close(self) -> None:
        """Ends its threads and processes. What is running is stopped: who waits for it gets an error."""
        self._workers.close()
        if self._closes_sandbox and isinstance(self._sandbox, Closeable):
            self._sandbox.close()

    def __enter__(self) -> Judge:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def judge(
    task: Task,
    codes: str | Iterable[str],
    *,
    world: str = "",
    workers: int | None = None,
    limits: Limits = Limits(),
    sandbox: str | Sandbox = "",
    strict: bool = False,
    extract: bool = False,
) -> list[Verdict]:
    """The verdicts on one candidate or more of a task, in their order."""
    codes = [codes] if isinstance(codes, str) else codes
    with Judge(world, workers, limits=limits, sandbox=sandbox, strict=strict, extract=extract) as court:
        return sorted(court.decide((task, code) for code in codes), key=lambda verdict: verdict.rank)
