"""Where the work is done -> what does it: the cores of this machine, this process, or a Ray cluster."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from asmeant.errors import UsageError, hint
from asmeant.execution import Place
from asmeant.pipeline.deadlines import Deadlines
from asmeant.pipeline.observing import LocalObservers, Observers
from asmeant.pipeline.preparation import Notify, make_sandbox, make_workers
from asmeant.records import Deadline, Limits
from asmeant.seams import Sandbox, Workers
from asmeant.workers import InProcess

LOCAL, HERE, RAY = "local", "here", "ray"
_ADDRESS = re.compile(r"ray://\S+|[^\s/]+:\d+")


@dataclass(frozen=True, slots=True)
class Work:
    """Where and how candidates are run, and about how many."""

    place: Place
    notify: Notify
    limits: Limits
    on: str = LOCAL
    sandbox: str | Sandbox = ""
    workers: int | Workers | None = None
    candidates: int = 0


def is_cluster(on: str) -> bool:
    """Whether the work is done on a Ray cluster. A wrong word is an error."""
    if on in (LOCAL, HERE):
        return False
    if on == RAY or _ADDRESS.fullmatch(on):
        return True
    raise UsageError(
        f"Work is done on {LOCAL}, {HERE}, {RAY}, ray://HOST:PORT or HOST:PORT, and not on '{on}'. "
        f"{hint(on, [LOCAL, HERE, RAY])}"
    )


def make_observers(
    work: Work,
    known: Iterable[Deadline] = (),
    on_measured: Callable[[Deadline], None] = lambda _: None,
) -> Observers:
    """What runs the candidates. `known` are deadlines measured before, `on_measured` gets each new one."""
    if is_cluster(work.on):
        from asmeant.pipeline.cluster.observers import start_observers

        return start_observers(work, known, on_measured)
    sandbox = make_sandbox(work.sandbox, work.place, work.notify)
    workers = workers_here(work, sandbox)
    owned = [
        resource
        for resource, requested in ((workers, work.workers), (sandbox, work.sandbox))
        if resource is not requested
    ]
    return LocalObservers(sandbox, workers, Deadlines(sandbox, work.limits, known, on_measured), owned)


def workers_here(work: Work, sandbox: Sandbox) -> Workers:
    """What runs programs on this machine: on its cores, or in this process."""
    if work.on == LOCAL:
        return make_workers(work.workers, work.candidates, sandbox, work.limits)
    if work.workers not in (None, 1):
        raise UsageError("In this process (--on here) there is 1 worker. Leave out --workers, or --on.")
    return make_workers(InProcess(), work.candidates, sandbox, work.limits)
