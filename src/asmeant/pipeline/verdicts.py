"""(Task, code) -> Verdict, without a model and without a folder: for training loops, services and tests.

judge(task, ["def double(x): return 2 * x"])

with Judge(world="odex", workers=8) as court:
    for verdict in court.decide(pairs):
        ...

with Judge("http://127.0.0.1:8000") as court:    # the same, decided by `asmeant serve`
    ...
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from copy import copy
from functools import partial
from pathlib import Path
from types import TracebackType

from asmeant import judging
from asmeant.decisions import Court, Decision, Pair
from asmeant.errors import UsageError
from asmeant.pipeline.observing import observe
from asmeant.pipeline.preparation import Notify, find_place, make_sandbox
from asmeant.prompts import extract as extract_code
from asmeant.records import Candidate, Limits, Prompt, Task, Verdict
from asmeant.seams import Closeable, Sandbox
from asmeant.workers import Threads, cores

log = logging.getLogger(__name__)


class LocalCourt:
    """Decides in this process. Its arguments are those of `Judge`."""

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
        notify: Notify = log.warning,
    ) -> None:
        if workers is not None and workers < 1:
            raise UsageError(f"A judge needs 1 worker or more, and was given {workers}.")
        self.place = find_place(world, dataset, answers)
        self.limits = limits
        self.strict = strict
        self.extract = extract
        self._sandbox = make_sandbox(sandbox, self.place, notify)
        self._closes_sandbox = isinstance(sandbox, str)
        self._workers = Threads(workers or cores())

    def decide(self, pairs: Iterable[Pair]) -> Iterator[Verdict]:
        """The verdicts, as they are decided. Pairs are taken a few at a time, as verdicts are read."""
        return (decision.verdict for decision in self.decisions(pairs))

    def decisions(self, pairs: Iterable[Pair]) -> Iterator[Decision]:
        """The same, each verdict with what it rests on."""
        return self._workers.map(self._decide, enumerate(pairs))

    async def adecide(self, task: Task, code: str) -> Verdict:
        """The verdict on one candidate, for programs that use asyncio."""
        return (await asyncio.wrap_future(self.submit(task, code))).verdict

    def submit(self, task: Task, code: str, rank: int = 0) -> Future[Decision]:
        """The decision on one candidate, later."""
        return self._workers.submit(partial(self._decide, (rank, (task, code))))

    def sharing(self, limits: Limits, strict: bool, extract: bool) -> LocalCourt:
        """Another court with settings of its own, on the same threads and processes."""
        other = copy(self)
        other.limits, other.strict, other.extract = limits, strict, extract
        return other

    def _decide(self, numbered: tuple[int, Pair]) -> Decision:
        rank, (task, text) = numbered
        task = self.place.known(task)
        candidate = self._candidate(task, rank, text)
        observations = observe(task, candidate, self._sandbox, self.limits)
        verdict = judging.judge(task, rank, observations, self.strict)
        return Decision(task, candidate, verdict, observations)

    def _candidate(self, task: Task, rank: int, text: str) -> Candidate:
        if not self.extract:
            return Candidate(task.id, rank, text)
        extraction = extract_code(text, task, Prompt())
        return Candidate(
            task.id, rank, extraction.code, text, fault=extraction.fault, extraction=extraction.explanation
        )

    def close(self) -> None:
        """Ends its threads and processes. What is running is stopped: who waits for it gets an error."""
        self._workers.close()
        if self._closes_sandbox and isinstance(self._sandbox, Closeable):
            self._sandbox.close()


class Judge:
    """Decides whether code is right. It keeps its processes warm, and any number of threads may share it.

    `world`, `answers`, `sandbox`, `limits`, `workers` and `strict` are those of `asmeant run`. With `extract`
    it is given replies of a language model, and finds the code in them. With the name of a `dataset` and no
    world, programs run in the world of that dataset if it is built.

    In the place of a world may stand the address of a server (`asmeant serve`), which then decides, with the
    world, the sandbox and the workers that it was started with: `Judge("http://127.0.0.1:8000")`. It may be
    given a `token` (default: ASMEANT_TOKEN), and asked for tighter limits.

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
        token: str = "",
        notify: Notify = log.warning,
    ) -> None:
        self.limits, self.strict, self.extract = limits, strict, extract
        self._court: Court
        if is_address(world):
            from asmeant.client.court import RemoteCourt

            if workers is not None or sandbox or answers is not None:
                raise UsageError(
                    f"The server at {world} has its own workers, sandbox and answers. Leave them out here, "
                    "and give them to asmeant serve."
                )
            self._court = RemoteCourt(world, token, limits=limits, strict=strict, extract=extract)
        else:
            self._court = LocalCourt(
                world,
                workers,
                limits=limits,
                sandbox=sandbox,
                answers=answers,
                strict=strict,
                extract=extract,
                dataset=dataset,
                notify=notify,
            )

    def decide(self, pairs: Iterable[Pair]) -> Iterator[Verdict]:
        """The verdicts, as they are decided. Pairs are taken a few at a time, as verdicts are read."""
        return self._court.decide(pairs)

    def decisions(self, pairs: Iterable[Pair]) -> Iterator[Decision]:
        """The same, each verdict with what it rests on."""
        return self._court.decisions(pairs)

    async def adecide(self, task: Task, code: str) -> Verdict:
        """The verdict on one candidate, for programs that use asyncio."""
        return await self._court.adecide(task, code)

    def close(self) -> None:
        """Ends its threads and processes. What is running is stopped: who waits for it gets an error."""
        self._court.close()

    def __enter__(self) -> Judge:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def is_address(world: str) -> bool:
    return world.startswith(("http://", "https://"))


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
