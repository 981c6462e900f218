"""Program -> Observations: which trials a program in Python gets, and which of them counts.

A check is decided by plain answers where these are enough, else by a probe process. Where its reference
shows that this cannot be done, it is decided beside the candidate, and the observation says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

from asmeant.causes import of_ending
from asmeant.execution.asking import all_beside, questions
from asmeant.execution.known_modules import exists
from asmeant.execution.probed import run_again, run_probed
from asmeant.execution.sharing import asked_setup, attributes_named, library_imports, shared_setup
from asmeant.execution.trials import Conversation, Trial, list_functions, run_asked, run_beside
from asmeant.execution.unreadable import unreadable
from asmeant.execution.zygotes import GoneError, Zygote
from asmeant.languages import python
from asmeant.records import Cause, Check, Limits, Observation, Program

TRIES = 2
MOST_FUNCTIONS = 20
# A program may try many checks with many functions; once so many deadlines have passed, the rest is given up.
MOST_TIMEOUTS = 4
MOST_REMEMBERED = 4096
START_SECONDS = 120.0
NOT_PLAIN = "an answer is not plain data, as the answers of the reference are"

Known = TypeVar("Known")
Borrow = Callable[[Program, bool], AbstractContextManager[Zygote]]


@dataclass(frozen=True, slots=True)
class Route:
    """What a reference shows about a check: whether it can be decided outside, and by which operations."""

    outside: bool
    beside: bool
    permissions: tuple[str, ...] = ()


class PythonJudge:
    """Runs and decides programs in Python. For any number of threads."""

    def __init__(self) -> None:
        self._routes: dict[tuple[object, ...], Route] = {}
        self._conversations: dict[tuple[object, ...], Conversation] = {}

    def observe(self, program: Program, limits: Limits, borrow: Borrow) -> Iterator[Observation]:
        """One observation per check. A sandbox that dies may have had bad luck; twice, it was the program."""
        for _ in range(TRIES):
            try:
                with borrow(program, program.source == program.reference) as zygote:
                    observations = list(self._observations(program, limits, borrow, zygote))
            except GoneError:
                continue
            return iter(observations)
        trial = Trial("killed", reason=f"the sandbox died with it, {TRIES} times")
        return iter([_observation(program, check, trial) for check in program.checks])

    def _observations(
        self, program: Program, limits: Limits, borrow: Borrow, zygote: Zygote
    ) -> Iterator[Observation]:
        scaffold = program.scaffold
        loaded = _loaded(zygote, program, limits)
        functions = (scaffold.any_function and loaded.functions[:MOST_FUNCTIONS]) or (scaffold.entry,)
        late = 0
        for check in program.checks:
            best: Trial | None = None
            for function in functions:
                if not loaded.held:
                    trial = loaded
                elif late >= MOST_TIMEOUTS:
                    reason = f"{late} trials before this one had run out of time"
                    trial = Trial("timed out", reason=reason)
                else:
                    trial = self._trial(program, check, function, limits, borrow, zygote)
                    late += trial.ending == "timed out"
                if trial.function != function:
                    trial = replace(trial, function=function)
                if best is None or (trial.held, trial.probes_passed) > (best.held, best.probes_passed):
                    best = trial
                if trial.held or not loaded.held:
                    break
            if best is not None:
                yield _with_missing_library(program, check, best, zygote)

    def _trial(
        self,
        program: Program,
        check: Check,
        function: str,
        limits: Limits,
        borrow: Borrow,
        zygote: Zygote,
    ) -> Trial:
        scaffold = program.scaffold
        asked = _asked(zygote, program, check, function, limits)
        if asked is not None:
            return asked
        fault = _first_fault(check)
        if fault:
            return Trial("failed", reason=fault, cause=Cause("other", stage="probe", raised_by="probe"))
        key = _key(program, check, replace(zygote.kind, references=False))
        conversation = self._conversations.get(key)
        if conversation is not None:
            setup = shared_setup(scaffold.setup, program.reference)
            again = run_again(zygote, program, function, limits, setup, conversation)
            if again is not None:
                return again
        trial = self._probed_trial(program, check, function, limits, borrow, zygote)
        if trial.conversation is not None:
            _remember(self._conversations, key, trial.conversation)
        return trial

    def _probed_trial(
        self, program: Program, check: Check, function: str, limits: Limits, borrow: Borrow, zygote: Zygote
    ) -> Trial:
        if program.source == program.reference:
            return self._reference_trial(program, check, function, limits, zygote)
        trial = _probed(zygote, program, check, function, limits, ())
        if trial.held or trial.ending in ("timed out", "out of memory", "killed"):
            return trial
        if not program.reference:
            return self._without_reference(program, check, function, limits, zygote, trial)
        route = self._route(program, check, limits, borrow)
        if route.outside:
            if trial.refused and route.permissions:
                return _probed(zygote, program, check, function, limits, route.permissions)
            return replace(trial, reason=NOT_PLAIN) if trial.unaskable else trial
        return _beside(zygote, program, check, function, limits) if route.beside else trial

    def _without_reference(
        self, program: Program, check: Check, function: str, limits: Limits, zygote: Zygote, trial: Trial
    ) -> Trial:
        """Nothing shows what a probe needs but its own text: the attributes that it names."""
        if trial.unaskable:
            return _beside(zygote, program, check, function, limits)
        if not trial.refused:
            return trial
        again = _probed(zygote, program, check, function, limits, attributes_named(check.probes))
        return replace(again, decided="beside")

    def _reference_trial(
        self, program: Program, check: Check, function: str, limits: Limits, zygote: Zygote
    ) -> Trial:
        trial = _probed(zygote, program, check, function, limits, None)
        if trial.held:
            return trial
        beside = _beside(zygote, program, check, function, limits)
        return beside if beside.held else trial

    def _route(self, program: Program, check: Check, limits: Limits, borrow: Borrow) -> Route:
        """Found out once per check, for all candidates of its task."""
        key = _key(program, check, limits)
        route = self._routes.get(key)
        if route is None:
            reference = replace(program, source=program.reference)
            with borrow(reference, True) as zygote:
                entry = program.scaffold.entry
                trial = _asked(zygote, reference, check, entry, limits) or self._reference_trial(
                    reference, check, entry, limits, zygote
                )
            route = Route(
                outside=trial.held and trial.way != "beside",
                beside=trial.held and trial.way == "beside",
                permissions=trial.operations,
            )
            _remember(self._routes, key, route)
        return route


def _loaded(zygote: Zygote, program: Program, limits: Limits) -> Trial:
    """Whether a program can be tried, and with which functions where that is to be found out."""
    scaffold = program.scaffold
    missing = missing_modules(zygote, scaffold.libraries)
    if missing:
        reason = f"not installed here: {', '.join(missing)}"
        return Trial("not run", reason=reason, cause=Cause("missing library"))
    broken = unreadable(program.source) if zygote.same_python else None
    if broken is not None:
        return broken
    if not scaffold.any_function and len(program.checks) <= 1:
        return Trial("finished")
    loaded = list_functions(zygote, program, limits)
    return replace(loaded, reason=f"the code: {loaded.reason}") if loaded.ending == "failed" else loaded


def _key(program: Program, check: Check, circumstances: object) -> tuple[object, ...]:
    """What is the same for all candidates of a task, as far as a check depends on it."""
    scaffold = program.scaffold
    files = tuple(scaffold.files.items())
    return program.reference, program.preamble, scaffold.setup, scaffold.entry, check, files, circumstances


def _remember(known: dict[tuple[object, ...], Known], key: tuple[object, ...], value: Known) -> None:
    """Threads may do so at the same time: what they remember is the same."""
    if len(known) >= MOST_REMEMBERED:
        known.clear()
    known[key] = value


def _asked(zygote: Zygote, program: Program, check: Check, function: str, limits: Limits) -> Trial | None:
    """The trial by plain answers; None where these are not enough."""
    scaffold = program.scaffold
    asked = questions(check.probes, scaffold.entry, scaffold.setup, program.reference)
    if asked is None:
        return None
    setup = asked_setup(scaffold.setup, program.reference, asked.steps)
    trial = run_asked(zygote, program, function, limits, asked, setup)
    return None if trial.needs_probes else trial


def _probed(
    zygote: Zygote,
    program: Program,
    check: Check,
    function: str,
    limits: Limits,
    permissions: tuple[str, ...] | None,
) -> Trial:
    scaffold = program.scaffold
    setup = shared_setup(scaffold.setup, program.reference)
    own = (program.preamble, f"{scaffold.entry or 'candidate'} = candidate = None")
    imports = library_imports(program.reference, own, scaffold.setup, check.probes)
    program = replace(program, preamble=program.preamble + imports)
    return run_probed(zygote, program, check, function, limits, setup, permissions)


def _beside(zygote: Zygote, program: Program, check: Check, function: str, limits: Limits) -> Trial:
    return run_beside(zygote, program, check, function, limits, all_beside(check.probes))


@lru_cache(maxsize=1024)
def _first_fault(check: Check) -> str:
    for number, probe in enumerate(check.probes, 1):
        error = python.first_fault(probe)
        if error is not None:
            return f"probe {number}: {type(error).__name__}: {error}"
    return ""


@lru_cache(maxsize=1024)
def _imports(setup: str, preamble: str, probes: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name.partition(".")[0] for name in python.imports(setup, preamble, *probes))


def missing_modules(zygote: Zygote, modules: tuple[str, ...]) -> list[str]:
    """Those that are not installed where the zygote runs."""
    if not modules:
        return []
    missing: list[str] = zygote.ask({"modules": list(modules)}, START_SECONDS)["missing"]
    return missing


def _with_missing_library(program: Program, check: Check, trial: Trial, zygote: Zygote) -> Observation:
    """A program that lacks a library which exists, but not here, says nothing about its author."""
    module = trial.missing_module.partition(".")[0]
    if trial.ending != "failed" or not module.isidentifier() or not missing_modules(zygote, (module,)):
        return _observation(program, check, trial)
    reason, cause = f"not installed here: {module}", Cause("missing library")
    needed = _imports(program.scaffold.setup, program.preamble, check.probes)
    needed |= _imports(program.reference, "", ())
    if module in needed:
        return _observation(program, check, replace(trial, ending="not run", reason=reason, cause=cause))
    if exists(module):
        observation = _observation(
            program, check, replace(trial, ending="not run", reason=reason, cause=cause)
        )
        return replace(observation, missing_libraries=(module,))
    return _observation(program, check, trial)


def _observation(program: Program, check: Check, trial: Trial) -> Observation:
    return Observation(
        program.task_id,
        program.rank,
        check.name,
        function=trial.function,
        ending=trial.ending,
        probes_passed=trial.probes_passed,
        reason=trial.reason,
        stdout=trial.stdout,
        stderr=trial.stderr,
        seconds=trial.seconds,
        cpu_seconds=trial.cpu_seconds,
        waited_seconds=trial.waited_seconds,
        decided=trial.decided if trial.ending != "not run" else None,
        cause=None if trial.held else trial.cause or of_ending(trial.ending),
    )
