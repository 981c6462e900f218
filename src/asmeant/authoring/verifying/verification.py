"""Task -> Verified: the reference passes, and nothing passes that behaves otherwise.

Beside answers that know nothing (`auditing.on_runs`), two kinds of nearly right programs are tried: mutants
of the reference, and readings of one step that fit the examples. One that passes is run on many more inputs
beside the reference: where an outcome differs the check is too weak, and that input is a probe that would
reject it; where none differs the program is probably equivalent.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import Any, Literal

from asmeant.authoring.auditing.findings import Finding
from asmeant.authoring.auditing.on_probes import NO_ASSERTION, NO_CALL, WEAK, on_probes
from asmeant.authoring.auditing.on_runs import Audited, decided, returning, run_task
from asmeant.authoring.auditing.rules import BY_NAME
from asmeant.authoring.mutating import mutants
from asmeant.authoring.varying import read_check
from asmeant.authoring.varying.conversions import CONVERSIONS
from asmeant.authoring.varying.examples import written
from asmeant.authoring.varying.transformations import DOES_NOT_FIT
from asmeant.authoring.verifying.inputs import Arguments, more_inputs
from asmeant.authoring.verifying.outcomes import Outcome, outcomes
from asmeant.authoring.verifying.readings import readings
from asmeant.languages import python
from asmeant.languages.bash import BashSyntaxError
from asmeant.languages.bash import mutants as bash_mutants
from asmeant.records import Check, Limits, Task
from asmeant.seams import Sandbox

Kind = Literal["mutant", "reading"]
Compared = Literal["differs", "same", "not compared"]
# A program that takes so much longer than the reference does something else.
SECONDS = 2.0
MOST_PROBES = 5
View = Callable[[Outcome], Any]


@dataclass(frozen=True, slots=True)
class Nearly:
    """A program that is nearly right, and in what."""

    kind: Kind
    change: str
    code: str


@dataclass(frozen=True, slots=True)
class Survivor:
    """A program that passes. `probe` shows where it differs from the reference; empty where it does not."""

    kind: Kind
    change: str
    code: str
    check: str
    compared: Compared
    probe: str = ""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found out about one task: of `mutants`, so many were `undecided`, and who survived."""

    task: Task
    audited: Audited
    mutants: int
    undecided: int
    survivors: tuple[Survivor, ...]

    @property
    def equivalent(self) -> int:
        return sum(item.kind == "mutant" and item.compared == "same" for item in self.survivors)

    @property
    def killed(self) -> int:
        return self.mutants - self.undecided - sum(item.kind == "mutant" for item in self.survivors)

    @property
    def score(self) -> float | None:
        """The share of mutants that are rejected, of those that are decided and not probably equivalent."""
        counted = self.mutants - self.undecided - self.equivalent
        return self.killed / counted if counted else None

    @property
    def weak(self) -> tuple[Survivor, ...]:
        """Wrong programs that pass."""
        return tuple(item for item in self.survivors if item.compared == "differs")

    @property
    def is_good(self) -> bool:
        """Whether the reference passes, each time, and no program that behaves otherwise does."""
        return self.audited.passes is True and not self.weak and not self.faults

    @property
    def faults(self) -> tuple[Finding, ...]:
        return tuple(item for item in self.audited.findings if BY_NAME[item.rule].weight == "fault")


def verify(task: Task, sandboxes: Sequence[Sandbox], limits: Limits) -> Verified:
    """Runs all of it. The reference runs once in each sandbox: they differ in their seeds."""
    audited = run_task(task, sandboxes, limits)
    weak = (finding for finding in on_probes(task) if finding.rule in (WEAK, NO_ASSERTION, NO_CALL))
    audited = replace(audited, findings=(*audited.findings, *weak))
    if audited.passes is not True:
        return Verified(task, audited, 0, 0, ())
    sandbox = sandboxes[0]
    shorter = replace(limits, seconds=min(limits.seconds, SECONDS))
    tried = [*_mutants(task), *_readings(task)]
    decisions = decided(task, [item.code for item in tried], sandbox, shorter)
    undecided = sum(
        decision.verdict.status == "undecided" and item.kind == "mutant"
        for item, decision in zip(tried, decisions, strict=True)
    )
    passing = [
        (item, decision.verdict.held)
        for item, decision in zip(tried, decisions, strict=True)
        if decision.verdict.status == "passed"
    ]
    survivors = _compared(_met_first(task, sandbox, limits), passing, sandbox, shorter) if passing else []
    count = sum(item.kind == "mutant" for item in tried)
    return Verified(task, audited, count, undecided, tuple(survivors))


def _met_first(task: Task, sandbox: Sandbox, limits: Limits) -> Task:
    """The task with a check first that its first reference meets."""
    (decision,) = decided(task, task.references[:1], sandbox, limits)
    return replace(
        task, checks=tuple(sorted(task.checks, key=lambda check: check.name not in decision.verdict.held))
    )


def _mutants(task: Task) -> list[Nearly]:
    if task.code_language == "python":
        return [Nearly("mutant", item.change, item.code) for item in mutants(task)]
    try:
        changed = [item for reference in task.references for item in bash_mutants.mutants(reference)]
    except BashSyntaxError:
        return []
    return [Nearly("mutant", item.kind, item.command) for item in changed]


def _readings(task: Task) -> list[Nearly]:
    """Readings that fit a check, where the answer writes its own function."""
    if task.code_language != "python" or task.scaffold.before:
        return []
    expressions = {
        reading.expression: None
        for check in task.checks
        for call in (read_check(check),)
        if call is not None
        for reading in readings(call[1])
    }
    return [Nearly("reading", f"`{expression}`", returning(task, expression)) for expression in expressions]


# ── the same as the reference, or not ──


def _compared(
    task: Task, passing: Sequence[tuple[Nearly, tuple[str, ...]]], sandbox: Sandbox, limits: Limits
) -> list[Survivor]:
    known = known_calls(task) if passing and task.code_language == "python" else []
    calls = more_inputs(known) if known else []
    expected = outcomes(task, task.references[0], calls, sandbox, limits) if calls else []
    # Beyond what the reference is made for, nothing is asked of others.
    right = {number: outcome for number, outcome in enumerate(expected) if outcome and not outcome.is_error}
    survivors = []
    for item, held in passing:
        survivor = Survivor(item.kind, item.change, item.code, held[0], "not compared")
        views = {name: view for name in held if (view := _view(task, name))}
        if views and right:
            name, view = next(iter(views.items()))
            observed = outcomes(task, item.code, [calls[number] for number in right], sandbox, limits)
            probes = [
                _probe(task, calls[number], view(right[number]))
                for number, outcome in zip(right, observed, strict=True)
                if not _same(view(right[number]), outcome)
            ]
            probe = _rejecting(task, item.code, probes[:MOST_PROBES], sandbox, limits)
            survivor = replace(survivor, check=name, compared="differs" if probe else "same", probe=probe)
        survivors.append(survivor)
    return survivors


def _rejecting(task: Task, code: str, probes: Sequence[str], sandbox: Sandbox, limits: Limits) -> str:
    """The first probe that the code does not meet. An answer that is written otherwise may still be equal."""
    if not probes:
        return ""
    checks = tuple(Check(probe, (probe,)) for probe in probes)
    (decision,) = decided(replace(task, checks=checks), [code], sandbox, limits)
    return next((probe for probe in probes if probe not in decision.verdict.held), "")


def known_calls(task: Task) -> list[Arguments]:
    """The arguments of the calls in the probes of the first check, where they are literals."""
    names = {task.scaffold.entry, "candidate"}
    calls: dict[str, Arguments] = {}
    for probe in task.checks[0].probes:
        for node in ast.walk(python.parse(probe) or ast.Module([], [])):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                try:
                    arguments = tuple(ast.literal_eval(argument) for argument in node.args)
                except DOES_NOT_FIT:
                    continue
                if not node.keywords:
                    calls.setdefault(written(arguments), arguments)
    return list(calls.values())


def _view(task: Task, name: str) -> View | None:
    """How a check sees the answers of the reference: as they are, or one element of them, or converted.

    The first check sees them as they are. Another must be readable, and about the same calls.
    """
    first, check = task.checks[0], next(check for check in task.checks if check.name == name)
    if check is first:
        return partial(_seen, _as_it_is)
    call, first_call = read_check(check), read_check(first)
    if call is None or first_call is None:
        return None
    if [item.arguments for item in call[1]] != [item.arguments for item in first_call[1]]:
        return None
    pairs = [(one.answer, item.answer) for one, item in zip(first_call[1], call[1], strict=True)]
    steps: list[Callable[[Any], Any]] = [_as_it_is, *(itemgetter(place) for place in range(3))]
    steps += [conversion.there for conversion in CONVERSIONS]
    return next((partial(_seen, step) for step in steps if _maps(step, pairs)), None)


def _as_it_is(answer: Any) -> Any:
    return answer


def _maps(step: Callable[[Any], Any], pairs: Sequence[tuple[Any, Any]]) -> bool:
    try:
        return all(step(first) == second for first, second in pairs)
    except DOES_NOT_FIT:
        return False


def _seen(step: Callable[[Any], Any], outcome: Outcome) -> Any:
    """The value of an outcome as the check sees it. What is no literal is compared as it is written."""
    try:
        return step(ast.literal_eval(outcome.value))
    except DOES_NOT_FIT:
        return outcome


def _probe(task: Task, call: Arguments, value: Any) -> str:
    """The assertion that rejects the other program, as source."""
    arguments = ", ".join(map(written, call))
    answer = value.value if isinstance(value, Outcome) else written(value)
    return f"assert {task.scaffold.entry}({arguments}) == {answer}"


def _same(right: Any, other: Outcome | None) -> bool:
    """As an assertion compares: `1.0 == 1` and `True == 1`."""
    if other is None:
        return False
    if isinstance(right, Outcome):
        return right == other
    try:
        return bool(right == ast.literal_eval(other.value))
    except (ValueError, SyntaxError, RecursionError):
        return False
