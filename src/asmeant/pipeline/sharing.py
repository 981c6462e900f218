"""Candidates -> observations, each program run once: others with the same key share its observations.

An ending that may be due to chance or to a busy machine (timed out, out of memory, killed) is shared only
after a second copy was run, too, unless the program was shown never to end. What was not run, or tampered
with, is never shared.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from threading import Lock
from typing import Literal

from asmeant.causes import ENDLESS
from asmeant.execution import assemble
from asmeant.pipeline.cache import Cache
from asmeant.pipeline.observing import Job, Key, Observe, RunJobs
from asmeant.pipeline.same_program import ProgramKeys
from asmeant.records import Candidate, Observation, Task

# So many programs are remembered, and of none more than so many bytes: a run of any length takes no more.
MOST_REMEMBERED = 4096
MOST_TEXT = 8192
# So many copies wait for one that is running. More are run themselves: few candidates are taken ahead.
MOST_WAITING = 256
SETTLED = frozenset({"finished", "failed"})
BY_CHANCE = frozenset({"timed out", "out of memory", "killed"})

State = Literal["settled", "doubtful", "apart"]


@dataclass(frozen=True, slots=True)
class Observed:
    """A candidate with its task and its observations."""

    task: Task
    candidate: Candidate
    observations: Sequence[Observation]


@dataclass(frozen=True, slots=True)
class _Entry:
    """The observations of a program, and the call that ran it."""

    observations: Sequence[Observation]
    call: int
    runs: int = 1


class Sharing:
    """Observes candidates, each program once. For any number of threads.

    With `every`, each candidate is run. A `cache` is searched before a run and updated afterwards.
    """

    def __init__(self, keys: ProgramKeys, every: bool = False, cache: Cache | None = None) -> None:
        self._keys = keys
        self._every = every
        self._cache = cache
        self._entries: OrderedDict[Key, _Entry] = OrderedDict()
        self._lock = Lock()
        self._calls = count()

    def observe_all(
        self, run_jobs: RunJobs, candidates: Iterable[tuple[Task, Candidate]]
    ) -> Iterator[Observed]:
        """Each candidate with its observations, as they come."""
        call = next(self._calls)
        waiting: dict[Key, list[Job]] = {}
        again: deque[Job] = deque()

        def jobs(fresh: Iterable[tuple[Task, Candidate]]) -> Iterator[Job]:
            for task, candidate in fresh:
                while again:
                    yield again.popleft()
                yield self._job(task, candidate, call, waiting)
            while again:
                yield again.popleft()

        fresh = candidates
        while True:
            for job in run_jobs(jobs(fresh)):
                yield from self._delivered(job, call, waiting, again)
            if not again:
                return
            fresh = ()

    def observe(self, task: Task, candidate: Candidate, observe: Observe) -> Sequence[Observation]:
        """The observations of one candidate."""
        call = next(self._calls)
        job = self._job(task, candidate, call, {})
        if job.known is not None:
            return job.known
        observations = observe(task, candidate)
        self._keep(job, observations, call)
        return observations

    def _job(self, task: Task, candidate: Candidate, call: int, waiting: dict[Key, list[Job]]) -> Job:
        key = self._key(task, candidate)
        if key is None:
            return Job(task, candidate)
        if key in waiting:
            if len(waiting[key]) == MOST_WAITING:
                return Job(task, candidate)
            waiting[key].append(Job(task, candidate, key))
            return Job(task, candidate, key, waits=True)
        known = self._find(key, candidate, call)
        if known is None:
            waiting[key] = []
        return Job(task, candidate, key, known)

    def _key(self, task: Task, candidate: Candidate) -> Key | None:
        if self._every or not task.checks or not candidate.code.strip():
            return None
        key = self._keys.key(assemble(task, candidate))
        return None if key is None else (task.id, key)

    def _delivered(
        self, job: Job, call: int, waiting: dict[Key, list[Job]], again: deque[Job]
    ) -> Iterator[Observed]:
        """A finished job, and the jobs that waited for it."""
        if job.waits or job.known is None:
            return
        if job.key is None or job.key not in waiting:
            yield Observed(job.task, job.candidate, job.known)
            return
        state = self._keep(job, job.known, call)  # first: who asks for one verdict does not come back
        yield Observed(job.task, job.candidate, job.known)
        others = waiting.pop(job.key)
        if state == "settled":
            for other in others:
                yield Observed(other.task, other.candidate, shared(job.known, other.candidate))
        elif state == "doubtful" and others:
            again.append(others[0])
            waiting[job.key] = others[1:]
        else:
            again.extend(replace(other, key=None) for other in others)

    # ── what is remembered ──

    def _find(self, key: Key, candidate: Candidate, call: int) -> Sequence[Observation] | None:
        with self._lock:
            entry = self._entries.get(key)
        if entry is not None:
            if _state(entry.observations, entry.runs) != "settled":
                return None
            return shared(entry.observations, candidate, kept=entry.call != call)
        cached = self._cache.find(key[1]) if self._cache else None
        return None if cached is None else shared(cached, candidate, kept=True)

    def _keep(self, job: Job, observations: Sequence[Observation], call: int) -> State:
        if job.key is None:
            return "apart"
        with self._lock:
            earlier = self._entries.pop(job.key, None)
            runs = 1 + (earlier.runs if earlier else 0)
            state = _state(observations, runs)
            if state != "apart" and _size(observations) <= MOST_TEXT:
                self._entries[job.key] = _Entry(observations, call, runs)
            if len(self._entries) > MOST_REMEMBERED:
                self._entries.popitem(last=False)
        if self._cache is not None and _state(observations, 1) == "settled":
            self._cache.keep(job.key[1], observations)
        return state


def shared(
    observations: Sequence[Observation], candidate: Candidate, kept: bool = False
) -> list[Observation]:
    """The observations of one candidate as those of another. `kept`: from an earlier call, or a cache."""
    return [
        replace(
            observation,
            task_id=candidate.task_id,
            rank=candidate.rank,
            same_as=None if kept else _first(observation),
            from_cache=kept or observation.from_cache,
        )
        for observation in observations
    ]


def _first(observation: Observation) -> int | None:
    """The rank of the candidate that was really run; None if it was run earlier."""
    if observation.from_cache:
        return None
    return observation.rank if observation.same_as is None else observation.same_as


def _state(observations: Sequence[Observation], runs: int) -> State:
    endings = {observation.ending for observation in observations if observation.cause != ENDLESS}
    if not endings <= SETTLED | BY_CHANCE:
        return "apart"
    return "settled" if endings <= SETTLED or runs > 1 else "doubtful"


def _size(observations: Sequence[Observation]) -> int:
    return sum(len(item.stdout) + len(item.stderr) + len(item.reason) for item in observations)
