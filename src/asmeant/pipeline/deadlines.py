"""Task -> the CPU time that a trial of it may use, by what its reference needs in the same place.

A wrong program that never ends would take all that the limits allow. A right one hardly ever needs ten times
as long as the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from threading import Lock

from asmeant.execution import assemble
from asmeant.judging import holds
from asmeant.records import Candidate, Deadline, Limits, Observation, Task
from asmeant.seams import MeasuresCpu, Sandbox

LEAST_SECONDS = 1.0
TIMES = 10
# A trial may wait twice as long as it may work, so half of what a reference waits is counted as work.
WAITING = 2
# So many are remembered: a judge of a server meets new tasks for weeks.
MOST_REMEMBERED = 100_000


class Deadlines:
    """The deadlines of tasks, each measured when its task first comes up. For any number of threads.

    `known` are those that were measured before; `on_measured` is called with each new one.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        limits: Limits,
        known: Iterable[Deadline] = (),
        on_measured: Callable[[Deadline], None] = lambda _: None,
    ) -> None:
        self._sandbox = sandbox
        self._limits = limits
        # Asked once: to compare an object with a protocol takes long.
        self._measures_cpu = isinstance(sandbox, MeasuresCpu) and sandbox.measures_cpu
        self._on_measured = on_measured
        # With its task, where that is known: another one of the same id is measured anew.
        self._tasks: dict[str, tuple[Task | None, Deadline | None]] = {
            deadline.task_id: (None, deadline) for deadline in known
        }
        self._measuring: dict[str, Lock] = {}
        self._lock = Lock()

    def _forget_the_first(self) -> None:
        while len(self._tasks) > MOST_REMEMBERED:
            oldest = next(iter(self._tasks))
            del self._tasks[oldest]
            self._measuring.pop(oldest, None)

    def limits_of(self, task: Task) -> Limits:
        """What a trial of the task may use."""
        if not self._can_fit(task):
            return self._limits
        with self._lock:
            measuring = self._measuring.setdefault(task.id, Lock())
        with measuring:
            measured_task, deadline = self._tasks.get(task.id, (None, None))
            if deadline is None or (measured_task is not None and measured_task != task):
                deadline = self._measured(task)
                self._tasks[task.id] = (task, deadline)
                with self._lock:
                    self._on_measured(deadline)
                    self._forget_the_first()
        return replace(self._limits, seconds=min(self._limits.seconds, deadline.seconds))

    def _can_fit(self, task: Task) -> bool:
        return (
            self._limits.deadline == "fitting"
            and self._limits.seconds > LEAST_SECONDS
            and task.code_language == "python"
            and bool(task.references and task.checks)
            and self._measures_cpu
        )

    def _measured(self, task: Task) -> Deadline:
        reference = assemble(task, Candidate(task.id, 0, task.references[0]))
        return fitting_deadline(task, list(self._sandbox.run([reference], self._limits)), self._limits)


def fitting_deadline(task: Task, observations: Iterable[Observation], limits: Limits) -> Deadline:
    """The deadline of a task whose reference was observed so."""
    checks = {check.name: check for check in task.checks}
    passed = [item for item in observations if holds(checks[item.check], item)]
    if not passed:
        return Deadline(task.id, limits.seconds)
    cpu_seconds = max(item.cpu_seconds for item in passed)
    waited = max(map(waited_seconds, passed))
    wanted = max(LEAST_SECONDS, TIMES * cpu_seconds, TIMES * waited / WAITING)
    return Deadline(task.id, round(min(limits.seconds, wanted), 3), cpu_seconds)


def waited_seconds(observation: Observation) -> float:
    """How long a trial waited. By the clock where a busy machine cannot be told from that."""
    if observation.waited_seconds is not None:
        return observation.waited_seconds
    return max(0.0, observation.seconds - observation.cpu_seconds)
