"""Program -> Observation, behind walls where the machine has them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from asmeant import plugins
from asmeant.execution.asking import NAMES, Scope, steps
from asmeant.execution.deciding import Decision, decide, replaying, strange_kinds
from asmeant.execution.guest.zygote import MOST_FUNCTIONS
from asmeant.execution.places import Place
from asmeant.execution.shell.runner import ShellRunner
from asmeant.execution.shell.sandbox import ShellSandbox
from asmeant.execution.zygotes import GoneError, Pool, Zygote
from asmeant.languages import python
from asmeant.records import Check, Ending, Limits, Observation, Program
from asmeant.seams import Sandbox

# A zygote keeps every deadline itself; past this it is given up.
PATIENCE_SECONDS = 30.0
TRIES = 2
MOST_REMEMBERED = 4096

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
        self.shell = ShellSandbox(ShellRunner(self.pool))

    def run(self, programs: Iterable[Program], limits: Limits) -> Iterator[Observation]:
        return run_all(
            programs,
            limits,
            lambda program: self.pool.zygote(self.place.kind(program, limits, walls=True)),
            self.shell,
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


def run_all(
    programs: Iterable[Program], limits: Limits, borrow: Borrow, shell: ShellSandbox | None = None
) -> Iterator[Observation]:
    for program in programs:
        if program.code_language == "bash" and shell is not None:
            yield from shell.observe(program, limits)
        elif program.code_language == "bash":
            reason = "a command could do anything to this machine: bash runs behind walls only"
            yield from _without_trial(program, "not run", reason)
        elif program.code_language != "python":
            reason = f"no sandbox runs {program.code_language}"
            yield from _without_trial(program, "not run", reason)
        elif any(check.same_outcome_as for check in program.checks):
            yield from _without_trial(program, "not run", "outcomes are compared of commands in bash only")
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
    decision: Decision
    recorded: tuple[str, ...]
    guarded: bool

    @property
    def held(self) -> bool:
        return self.observation.ending == "finished"

    @property
    def rank(self) -> tuple[bool, int]:
        return self.held, self.observation.probes_passed


def _best_trials(zygote: Zygote, program: Program, limits: Limits) -> list[_Trial]:
    best = _trials(zygote, program, limits, shared=False)
    # An answer that is not plain data may come from a library that the task uses, or be asked about in ways
    # that only it can answer. Then the check runs beside it, where what is expected is within its reach:
    # not so where the reference shows that plain answers will do.
    strange = [trial.decision for trial in best if trial.decision.opaque]
    shared = any(program.libraries or not decision.plain for decision in strange)
    if shared and program.reference:
        known = _trials(zygote, replace(program, source=program.reference), limits, shared=False)
        shared = not any(trial.held and not trial.guarded for trial in known)
    if shared:
        best = _trials(zygote, program, limits, shared)
    return [_replayed(zygote, program, limits, shared, trial) for trial in best]


def _replayed(zygote: Zygote, program: Program, limits: Limits, shared: bool, trial: _Trial) -> _Trial:
    """A pass that was decided beside the candidate is decided again, by its answers alone, where that can be.

    It can where the answers of the reference alone satisfy the check: then nothing but answers matters.
    """
    if not (trial.held and trial.guarded and program.reference):
        return trial
    check = next(item for item in program.checks if item.name == trial.observation.check)
    alone = replace(program, checks=(check,), any_function=False)
    if _answers_decide.get(_question(zygote, alone, limits, shared)) is False:
        return trial
    again = _by_answers_alone(zygote, alone, limits, shared, trial)
    strange = strange_kinds(trial.recorded)
    if (again is None and (program.libraries or not strange)) or (again is not None and again.held):
        return trial
    if not _answers_of_reference_satisfy(zygote, alone, limits, shared):
        return trial
    why = again.observation.reason if again else f"{strange[0]} is not plain data, and the reference's are"
    reason = f"its answers alone do not satisfy the check: {why}"
    return replace(trial, observation=replace(trial.observation, ending="tampered", reason=reason))


# What `_answers_of_reference_satisfy` has found, for the other candidates of the same task.
_answers_decide: dict[tuple[object, ...], bool] = {}


def _question(zygote: Zygote, program: Program, limits: Limits, shared: bool) -> tuple[object, ...]:
    files = tuple(program.files.items())
    return zygote.kind, limits, shared, program.reference, program.setup, program.entry, program.checks, files


def _answers_of_reference_satisfy(zygote: Zygote, program: Program, limits: Limits, shared: bool) -> bool:
    question = _question(zygote, program, limits, shared)
    if question not in _answers_decide:
        if len(_answers_decide) >= MOST_REMEMBERED:
            _answers_decide.clear()
        (known,) = _trials(zygote, replace(program, source=program.reference), limits, shared)
        again = _by_answers_alone(zygote, program, limits, shared, known)
        _answers_decide[question] = again is not None and again.held
    return _answers_decide[question]


def _by_answers_alone(
    zygote: Zygote, program: Program, limits: Limits, shared: bool, trial: _Trial
) -> _Trial | None:
    """The check in a process where no line of the candidate is run; None for answers that are not plain."""
    source = replaying(program.entry, trial.recorded)
    return _trials(zygote, replace(program, source=source), limits, shared)[0] if source else None


def _trials(zygote: Zygote, program: Program, limits: Limits, shared: bool) -> list[_Trial]:
    """For each check the first function under which it holds, or else that which came furthest."""
    scope = _scope(program.entry, program.setup, program.checks)
    checks = _checks(program.checks, scope, shared)
    imports = _imports(program.setup, program.checks)
    job = {**_fields(limits), **_fields(program), "checks": checks, "imports": imports}
    for name in ("reference", "intent", "tree", "working_directory", "clock"):
        del job[name]  # those are for this side only
    most = 1 + len(checks) * (MOST_FUNCTIONS if program.any_function else 1)
    answer = zygote.ask(job, 2 * limits.seconds * most + PATIENCE_SECONDS)
    best: dict[int, _Trial] = {}
    for seen in answer["seen"]:
        number = seen.pop("check")
        trial = _trial(program, program.checks[number], seen, scope, shared)
        if number not in best or trial.rank > best[number].rank:
            best[number] = trial
    return [best[number] for number in sorted(best)]


def _fields(record: Any) -> dict[str, Any]:
    """As they are: asdict would copy all that is in them, for every program."""
    return {name: getattr(record, name) for name in record.__slots__}


# The candidates of a task come one after the other, and these are the same for all of them.
@lru_cache(maxsize=1024)
def _checks(checks: tuple[Check, ...], scope: Scope, shared: bool) -> list[dict[str, Any]]:
    return [
        {
            "steps": [_fields(step) for step in steps(check.probes, scope, shared)],
            "stored": python.stores(*check.probes),
        }
        for check in checks
    ]


@lru_cache(maxsize=1024)
def _scope(entry: str, setup: str, checks: tuple[Check, ...]) -> Scope:
    stored = set(python.stores(setup, *(probe for check in checks for probe in check.probes)))
    rebound = frozenset(NAMES) if "*" in stored else frozenset(NAMES) & stored
    return Scope(frozenset({entry, "candidate"} - {""}), rebound)


@lru_cache(maxsize=1024)
def _imports(setup: str, checks: tuple[Check, ...]) -> Any:
    return python.imports(setup, *(probe for check in checks for probe in check.probes))


def _printable(text: str) -> str:
    """What a program says may hold half a letter, which cannot be written down."""
    return text.encode("utf-8", "replace").decode()


def _trial(program: Program, check: Check, seen: dict[str, Any], scope: Scope, shared: bool) -> _Trial:
    report = seen.pop("report", [])
    decision = decide(check.probes, scope, shared, report)
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
    recorded = tuple(line.partition(" ")[2] for line in report if line.startswith("answer "))
    guarded = any(line.startswith("secret ") for line in report)
    return _Trial(observation, decision, recorded, guarded)
