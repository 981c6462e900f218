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
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from copy import copy
from functools import partial
from pathlib import Path
from types import TracebackType

from asmeant import judging
from asmeant.decisions import Court, Decision, Pair
from asmeant.errors import UsageError
from asmeant.pipeline.cache import open_cache
from asmeant.pipeline.preparation import Notify, find_place
from asmeant.pipeline.same_program import ProgramKeys
from asmeant.pipeline.sharing import Sharing
from asmeant.pipeline.where import LOCAL, Work, make_observers
from asmeant.prompts import extract as extract_code
from asmeant.records import Candidate, Limits, Observation, Prompt, Task, Verdict
from asmeant.seams import Sandbox
from asmeant.workers import SPARE, Threads, cores

log = logging.getLogger(__name__)
MOST_THREADS = 256


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
        every: bool = False,
        cache: Path | None = None,
        on: str = LOCAL,
        notify: Notify = log.warning,
    ) -> None:
        if workers is not None and workers < 1:
            raise UsageError(f"A judge needs 1 worker or more, and was given {workers}.")
        self.place = find_place(world, dataset, answers)
        self.limits = limits
        self.strict = strict
        self.extract = extract
        self._every, self._open_cache = every, partial(open_cache, cache, self.place, sandbox)
        self._sharing = self._new_sharing(limits)
        # On a cluster, threads only wait for it.
        count = min(workers or cores(), MOST_THREADS)
        self._threads = Threads(count, SPARE if count > 1 else 0)
        on_this_machine = self._threads if on == LOCAL else workers
        work = Work(self.place, notify, limits, on, sandbox, on_this_machine)
        self._observers = make_observers(work)

    def decide(self, pairs: Iterable[Pair]) -> Iterator[Verdict]:
        """The verdicts, as they are decided. Pairs are taken a few at a time, as verdicts are read."""
        return (decision.verdict for decision in self.decisions(pairs))

    def decisions(self, pairs: Iterable[Pair]) -> Iterator[Decision]:
        """The same, each verdict with its candidate and observations."""
        candidates = (self._candidate(rank, *pair) for rank, pair in enumerate(pairs))
        for observed in self._sharing.observe_all(self._observers.run_jobs, candidates):
            yield self._decision(observed.task, observed.candidate, observed.observations)

    async def adecide(self, task: Task, code: str) -> Verdict:
        """The verdict on one candidate, for programs that use asyncio."""
        return (await asyncio.wrap_future(self.submit(task, code))).verdict

    def submit(self, task: Task, code: str, rank: int = 0) -> Future[Decision]:
        """The decision on one candidate, as a future."""
        return self._threads.submit(partial(self._decide, rank, task, code))

    def with_settings(self, limits: Limits, strict: bool, extract: bool) -> LocalCourt:
        """Another court with settings of its own, on the same threads and processes."""
        other = copy(self)
        other.limits, other.strict, other.extract = limits, strict, extract
        if limits != self.limits:  # observations under other limits do not count
            other._sharing = self._new_sharing(limits)
            other._observers = self._observers.with_limits(limits)
        return other

    def _new_sharing(self, limits: Limits) -> Sharing:
        return Sharing(ProgramKeys(self.place.is_this_python), self._every, self._open_cache(limits))

    def _decide(self, rank: int, task: Task, text: str) -> Decision:
        task, candidate = self._candidate(rank, task, text)
        return self._decision(
            task, candidate, self._sharing.observe(task, candidate, self._observers.observe)
        )

    def _decision(self, task: Task, candidate: Candidate, observations: Sequence[Observation]) -> Decision:
        verdict = judging.judge(task, candidate.rank, observations, self.strict)
        return Decision(task, candidate, verdict, observations)

    def _candidate(self, rank: int, task: Task, text: str) -> tuple[Task, Candidate]:
        """The task, without checks if the world has it in quarantine, and the code in the text."""
        task = self.place.known(task)
        if not self.extract:
            return task, Candidate(task.id, rank, text)
        extraction = extract_code(text, task, Prompt())
        return task, Candidate(
            task.id, rank, extraction.code, text, fault=extraction.fault, extraction=extraction.explanation
        )

    def close(self) -> None:
        """Stop the threads and processes. A call that is still waiting for a verdict gets an error."""
        self._threads.close()
        self._observers.close()


class Judge:
    """Decides whether code is right. It keeps its processes warm, and any number of threads may share it.

    `world`, `answers`, `sandbox`, `limits`, `workers`, `on` and `strict` are those of `asmeant run`. With
    `extract`, it takes replies of a language model and finds the code in them. With the name of a `dataset`
    and no world, programs run in the world of that dataset if it is built.

    Instead of a world, it takes the address of a server (`asmeant serve`): `Judge("http://127.0.0.1:8000")`.
    The server then decides, with its own world, sandbox and workers. `token` is sent to the server (default:
    ASMEANT_TOKEN). `limits` may be tighter than those of the server.

    A program is run once, unless its outcome may depend on chance (see `asmeant.pipeline.same_program`). With
    `every`, it is run each time. Observations are stored in the folder `cache` for later judges and runs.

    The `rank` of a verdict is the position of its pair, counted from 0.
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
        on: str = LOCAL,
        token: str = "",
        notify: Notify = log.warning,
    ) -> None:
        self.limits, self.strict, self.extract = limits, strict, extract
        self._court: Court
        if is_address(world):
            from asmeant.client.court import RemoteCourt

            if (
                workers is not None
                or sandbox
                or answers is not None
                or cache is not None
                or every
                or on != LOCAL
            ):
                raise UsageError(
                    f"The server at {world} has its own workers, sandbox, answers and cache. Leave them out "
                    "here, and give them to asmeant serve."
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
                every=every,
                cache=cache,
                on=on,
                notify=notify,
            )

    def decide(self, pairs: Iterable[Pair]) -> Iterator[Verdict]:
        """The verdicts, as they are decided. Pairs are taken a few at a time, as verdicts are read."""
        return self._court.decide(pairs)

    def decisions(self, pairs: Iterable[Pair]) -> Iterator[Decision]:
        """The same, each verdict with its candidate and observations."""
        return self._court.decisions(pairs)

    async def adecide(self, task: Task, code: str) -> Verdict:
        """The verdict on one candidate, for programs that use asyncio."""
        return await self._court.adecide(task, code)

    def close(self) -> None:
        """Stop the threads and processes. A call that is still waiting for a verdict gets an error."""
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
