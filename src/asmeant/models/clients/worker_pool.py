"""Jobs -> Replies: one worker thread for each engine.

All replies to a prompt are assigned to one engine, so that the prompt is processed once. An idle worker takes
over half of the jobs of the busiest one.
"""

from __future__ import annotations

import atexit
import os
import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from asmeant.models.clients.engine import Engine, InterruptedAnswerError, RefusedError
from asmeant.records import Reply


@dataclass(frozen=True, slots=True)
class Job:
    task_id: str
    rank: int
    do: Callable[[Engine, threading.Event], Reply]


@dataclass(frozen=True, slots=True)
class Refused:
    task_id: str
    reason: str


class WorkerPool:
    """A pool of workers. On exit, running jobs are stopped at the next token."""

    def __init__(self, engines: Sequence[Engine]) -> None:
        self._cancelled = threading.Event()
        self._change = threading.Condition()
        self._waiting: deque[deque[Job]] = deque()
        self._shares: list[deque[Job]] = [deque() for _ in engines]
        self._done: queue.SimpleQueue[Reply | Refused | BaseException] = queue.SimpleQueue()
        self._open = 0
        self._process = os.getpid()
        self._threads = [
            threading.Thread(target=self._work, args=(index, engine), name="asmeant engine", daemon=True)
            for index, engine in enumerate(engines)
        ]

    def __enter__(self) -> Self:
        # A thread that returns from C++ after the interpreter has shut down would abort the process.
        atexit.register(self._end)
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()
        atexit.unregister(self._end)

    @property
    def busy(self) -> bool:
        """Whether there are unfinished jobs."""
        return self._open > 0

    @property
    def needs_jobs(self) -> bool:
        """Whether a worker may soon have no job."""
        with self._change:
            return len(self._waiting) < len(self._threads)

    def put(self, jobs: Sequence[Job]) -> None:
        """Add the jobs of one prompt."""
        with self._change:
            if jobs:
                self._waiting.append(deque(jobs))
            self._open += len(jobs)
            self._change.notify_all()

    def take(self) -> Reply | Refused:
        """The next result. Waits in short steps, so that Ctrl-C works on every system."""
        while True:
            try:
                done = self._done.get(timeout=0.2)
            except queue.Empty:
                continue
            self._open -= 1
            if isinstance(done, BaseException):
                raise done
            return done

    def _work(self, index: int, engine: Engine) -> None:
        while (job := self._next(index)) is not None:
            try:
                self._done.put(job.do(engine, self._cancelled))
            except InterruptedAnswerError:
                return
            except RefusedError as error:
                self._done.put(Refused(job.task_id, str(error)))
            except BaseException as error:
                self._done.put(error)

    def _next(self, index: int) -> Job | None:
        with self._change:
            while not self._cancelled.is_set():
                if not self._shares[index]:
                    self._shares[index] = self._waiting.popleft() if self._waiting else self._take_over()
                if self._shares[index]:
                    return self._shares[index].popleft()
                self._change.wait()
            return None

    def _take_over(self) -> deque[Job]:
        longest = max(self._shares, key=len)
        return deque(longest.pop() for _ in range((len(longest) + 1) // 2))

    def _end(self) -> None:
        if os.getpid() != self._process:
            return
        self._cancelled.set()
        with self._change:
            self._change.notify_all()
        for thread in self._threads:
            thread.join()
