"""Program -> Observation, behind walls where the machine has them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import asdict, dataclass
from typing import Any

from asmeant import plugins
from asmeant.execution.asking import steps
from asmeant.execution.deciding import decide
from asmeant.execution.guest.zygote import MOST_FUNCTIONS
from asmeant.execution.places import Place
from asmeant.execution.zygotes import GoneError, Pool, Zygote
from asmeant.languages import python
from asmeant.records import Check, Ending, Limits, Observation, Program
from asmeant.seams import Sandbox

# A zygote keeps every deadline itself; past this it is given up.
PATIENCE_SECONDS = 30.0
TRIES = 2

Borrow = Callable[[Program], AbstractContextManager[Zygote]]


def load_sandbox(name: str, place: Place = Place()) -> Sandbox:
    """The sandbox of that name, for programs that run in that place."""
    sandbox: Sandbox = plugins.load("sandbox", name, "asmeant list sandboxes")(place)
    return sandbox


def default_sandbox() -> str:
    """Walls wherever there can be some."""
    return "namespaces" if sys.platform == "linux" else "subprocess"


class NamespaceSandbox:
    """Linux namespaces: no network, no files but its own, limits on everything. No root, no daemon."""

    def __init__(self, place: Place = Place()) -> None:
        self.place = place
        self.pool = Pool()

    def run(self, programs: Iterable[Program], limits: Limits) -> Iterator[Observation]:
        return run_all(
            programs, limits, lambda program: self.pool.zygote(self.place.kind(program, limits, walls=True))
        )


class SubprocessSandbox:
    """No walls: a plain process per program, with limits on CPU time, memory and file size.

    It keeps honest programs apart and stops those that run away. It does not keep a hostile program from
    the network, or from the files and processes of this user.
    """

    def __init__(self, place: Place = Place()) -> None:
        self.place = place

    def run(self, programs: Iterable[Program], limits: Limits) -> Iterator[Observation]:
        return run_all(
            programs, limits, lambda program: closing(Zygote(self.place.kind(program, limits, walls=False)))
        )


def run_all(programs: Iterable[Program], limits: Limits, borrow: Borrow) -> Iterator[Observation]:
    for program in programs:
        if program.code_language != "python":
            reason = f"this sandbox does not run {program.code_language} yet"
            yield from _without_trial(program, "not run", reason)
        elif any(check.same_outcome_as for check in program.checks):
            yield from _without_trial(program, "not run", "this sandbox does not compare outcomes yet")
        else:
            yield from _observe(program, limits, borrow)


def _observe(program: Program, limits: Limits, borrow: Borrow) -> Iterator[Observation]:
    """One observation per check. A sandbox that dies may have had bad luck; twice, it was this program."""
    for _ in range(TRIES):
        try:
            with borrow(program) as zygote:
                best = _best_trials(zygote, program, limits)
        except GoneError:
            continue
        return iter([trial.observation for trial in best])
    return _without_trial(program, "killed", f"the sandbox died with it, {TRIES} times")


def _without_trial(program: Program, ending: Ending, reason: str) -> Iterator[Observation]:
    for check in program.checks:
        yield Observation(program.task_id, program.rank, check.name, ending=ending, reason=reason)


@dataclass(frozen=True, slots=True)
class _Trial:
    """One check with one function: what was seen, and whether it could be decided."""

    observation: Observation
    undecidable: bool

    @property
    def rank(self) -> tuple[bool, int]:
        return self.observation.ending == "finished", self.observation.probes_passed


def _best_trials(zygote: Zygote, program: Program, limits: Limits) -> list[_Trial]:
    best = _trials(zygote, program, limits, shared=False)
    # An answer that is not plain data may come from a library that the task uses; then it is decided there.
    if program.libraries and any(trial.undecidable for trial in best):
        return _trials(zygote, program, limits, shared=True)
    return best


def _trials(zygote: Zygote, program: Program, limits: Limits, shared: bool) -> list[_Trial]:
    """For each check the first function under which it holds, or else that which came furthest."""
    names = frozenset({program.entry, "candidate"} - {""})
    checks = [
        {"steps": [asdict(step) for step in steps(check.probes, names, shared)]} for check in program.checks
    ]
    sources = [program.setup, *(probe for check in program.checks for probe in check.probes)]
    job = {**asdict(limits), **asdict(program), "checks": checks, "imports": python.imports(*sources)}
    most = 1 + len(checks) * (MOST_FUNCTIONS if program.any_function else 1)
    answer = zygote.ask(job, 2 * limits.seconds * most + PATIENCE_SECONDS)
    best: dict[int, _Trial] = {}
    for seen in answer["seen"]:
        number = seen.pop("check")
        trial = _trial(program, program.checks[number], seen, names, shared)
        if number not in best or trial.rank > best[number].rank:
            best[number] = trial
    return [best[number] for number in sorted(best)]


def _printable(text: str) -> str:
    """What a program says may hold half a letter, which cannot be written down."""
    return text.encode("utf-8", "replace").decode()


def _trial(
    program: Program, check: Check, seen: dict[str, Any], names: frozenset[str], shared: bool
) -> _Trial:
    decision = decide(check.probes, names, shared, seen.pop("report", []))
    ending: Ending = seen.pop("ending")
    reason = _printable(seen.pop("reason", ""))
    function = _printable(seen.pop("function", ""))
    if decision.tampered:
        ending, reason = "tampered", decision.fault or "the report was forged"
    elif ending == "finished" and decision.fault is not None:
        ending, reason = "failed", decision.fault or "the report breaks off"
    observation = Observation(
        program.task_id,
        program.rank,
        check.name,
        function=function,
        ending=ending,
        probes_passed=decision.probes_passed,
        reason=reason,
        stdout=seen.get("stdout", ""),
        stderr=seen.get("stderr", ""),
        seconds=seen.get("seconds", 0.0),
    )
    return _Trial(observation, decision.opaque)
