"""Python programs that pass -> whether they answer as the reference does, on many more inputs.

If an answer differs, the check is too weak, and that input is a probe that would reject the program. If none
differs, the program is probably equivalent.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import Any

from asmeant.authoring.auditing.on_runs import decided
from asmeant.authoring.varying import read_check
from asmeant.authoring.varying.conversions import CONVERSIONS
from asmeant.authoring.varying.examples import written
from asmeant.authoring.varying.transformations import DOES_NOT_FIT
from asmeant.authoring.verifying.inputs import Arguments, more_inputs
from asmeant.authoring.verifying.nearly import Passing, Survivor
from asmeant.authoring.verifying.outcomes import Outcome, outcomes
from asmeant.languages import python
from asmeant.records import Check, Limits, Task
from asmeant.seams import Sandbox

MOST_PROBES = 5
View = Callable[[Outcome], Any]


def compared_on_inputs(task: Task, passing: Passing, sandbox: Sandbox, limits: Limits) -> list[Survivor]:
    """Each program compared with the first reference, as the checks that it meets see their answers."""
    task = _met_first(task, sandbox, limits)
    calls_of_task = known_calls(task)
    calls = more_inputs(calls_of_task) if calls_of_task else []
    expected = outcomes(task, task.references[0], calls, sandbox, limits) if calls else []
    # Inputs that the reference does not handle are not expected of others.
    right = {number: outcome for number, outcome in enumerate(expected) if outcome and not outcome.is_error}
    survivors = []
    for item, held in passing:
        survivor = Survivor(item.kind, item.change, item.code, held[0], "not compared", part=item.part)
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


def _met_first(task: Task, sandbox: Sandbox, limits: Limits) -> Task:
    """The task with a check first that its first reference meets."""
    (decision,) = decided(task, task.references[:1], sandbox, limits)
    return replace(
        task, checks=tuple(sorted(task.checks, key=lambda check: check.name not in decision.verdict.held))
    )


def _rejecting(task: Task, code: str, probes: Sequence[str], sandbox: Sandbox, limits: Limits) -> str:
    """The first probe that the code does not meet. An answer in another notation may still be equal."""
    if not probes:
        return ""
    checks = tuple(Check(probe, (probe,)) for probe in probes)
    (decision,) = decided(replace(task, checks=checks), [code], sandbox, limits)
    return next((probe for probe in probes if probe not in decision.verdict.held), "")


def known_calls(task: Task) -> list[Arguments]:
    """The arguments of the calls in the probes of the first check, if they are literals."""
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
    """How a check sees the answers of the reference: unchanged, one element of them, or converted.

    The first check sees them unchanged. Another must be parsable, and have the same calls.
    """
    first, check = task.checks[0], next(check for check in task.checks if check.name == name)
    if check is first:
        return partial(_as_checked, _as_it_is)
    call, first_call = read_check(check), read_check(first)
    if call is None or first_call is None:
        return None
    if [item.arguments for item in call[1]] != [item.arguments for item in first_call[1]]:
        return None
    pairs = [
        (first_example.answer, item.answer)
        for first_example, item in zip(first_call[1], call[1], strict=True)
    ]
    steps: list[Callable[[Any], Any]] = [_as_it_is, *(itemgetter(place) for place in range(3))]
    steps += [conversion.there for conversion in CONVERSIONS]
    return next((partial(_as_checked, step) for step in steps if _maps(step, pairs)), None)


def _as_it_is(answer: Any) -> Any:
    return answer


def _maps(step: Callable[[Any], Any], pairs: Sequence[tuple[Any, Any]]) -> bool:
    try:
        return all(step(first) == second for first, second in pairs)
    except DOES_NOT_FIT:
        return False


def _as_checked(step: Callable[[Any], Any], outcome: Outcome) -> Any:
    """The value of an outcome as the check sees it. A value that is not a literal is compared by its text."""
    try:
        return step(ast.literal_eval(outcome.value))
    except DOES_NOT_FIT:
        return outcome


def _probe(task: Task, call: Arguments, value: Any) -> str:
    """The assertion that rejects the other program, as source."""
    arguments = ", ".join(map(written, call))
    answer = value.value if isinstance(value, Outcome) else written(value)
    return f"assert {task.scaffold.entry}({arguments}) == {answer}"


def _same(right: Any, outcome: Outcome | None) -> bool:
    """Whether they are equal for an assertion: `1.0 == 1` and `True == 1`."""
    if outcome is None:
        return False
    if isinstance(right, Outcome):
        return right == outcome
    try:
        return bool(right == ast.literal_eval(outcome.value))
    except (ValueError, SyntaxError, RecursionError):
        return False
