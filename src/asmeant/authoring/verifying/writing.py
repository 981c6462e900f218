"""Task and calls -> a check: what the reference does when it is called, as probes (ODEX, section 2.3).

The reference runs in the sandbox, several times with different seeds. Its behaviour decides the form:

| the reference | the probe |
|---|---|
| returns the same literal each time | equality |
| returns floats | equality within a tolerance |
| returns another element of its argument each time | membership |
| returns nothing, and changes its arguments | equality of the arguments afterwards |
| prints | equality of the output, with a mocked output |
| reads lines | the same, with a mocked input |
| raises an error | the type of the error |
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from asmeant.authoring.verifying.outcomes import RAISED, Outcome, outcomes
from asmeant.errors import DataError
from asmeant.languages import python
from asmeant.records import Limits, Task
from asmeant.seams import Sandbox

Form = Literal["equal", "approximate", "member", "changed", "printed", "raises", "shown"]
TOLERANCE = "1e-9"


@dataclass(frozen=True, slots=True)
class WrittenProbe:
    """A probe, and the form that was chosen for it. `doubt` says what a person should check."""

    call: str
    form: Form
    source: str
    doubt: str = ""


def write_probes(
    task: Task, calls: Sequence[str], sandboxes: Sequence[Sandbox], limits: Limits, typed: Sequence[str] = ()
) -> list[WrittenProbe]:
    """One for each call, which is the source of its arguments: `[3, 1], 2`.

    `typed` are the lines that the function reads. Raises DataError if the reference does not answer.
    """
    for call in calls:
        if not python.parses(f"f({call})"):
            raise DataError(f"The arguments {call!r} are not Python. Write them as in a call: [3, 1], 2")
    runs = [outcomes(task, task.references[0], list(calls), sandbox, limits, typed) for sandbox in sandboxes]
    probes = []
    for place, call in enumerate(calls):
        observed = [run[place] for run in runs]
        if any(outcome is None for outcome in observed):
            raise DataError(
                f"{task.scaffold.entry}({call}) does not come to an end, or the reference cannot be loaded. "
                "Run it yourself, and correct the snippet or its imports."
            )
        probes.append(_written(task, call, [outcome for outcome in observed if outcome], typed))
    return probes


def _written(task: Task, call: str, observed: Sequence[Outcome], typed: Sequence[str]) -> WrittenProbe:
    entry, first = task.scaffold.entry, observed[0]
    form = _form(call, observed)
    body, doubt = _body(entry, call, form, first)
    if any(outcome != first for outcome in observed) and form != "member":
        doubt = "the reference does not answer the same each time: say what every right answer has in common"
    return WrittenProbe(call, form, _with_input(body, typed), doubt)


def _form(call: str, observed: Sequence[Outcome]) -> Form:
    first = observed[0]
    if first.is_error:
        return "raises"
    if first.printed:
        return "printed"
    if first.value == "None" and first.changed and not _is_same_call(call, first.changed):
        return "changed"
    values = [_literal(outcome.value) for outcome in observed]
    if _is_unknown(values[0]):
        return "shown"
    if any(value != values[0] for value in values[1:]) and all(_is_member(call, value) for value in values):
        return "member"
    return "approximate" if _has_float(values[0]) else "equal"


def _body(entry: str, call: str, form: Form, first: Outcome) -> tuple[str, str]:
    """The probe, and what is doubtful about it."""
    call_text = f"{entry}({call})"
    match form:
        case "raises":
            error = first.value.removeprefix(RAISED)
            lines = ["raised = ''", "try:", f"    {call_text}", "except Exception as error:"]
            lines += ["    raised = type(error).__name__", f"assert raised == {error!r}"]
            return "\n".join(lines), "an error is what is expected"
        case "printed":
            lines = ["import contextlib, io", "printed = io.StringIO()"]
            lines += ["with contextlib.redirect_stdout(printed):", f"    returned = {call_text}"]
            lines += [f"assert printed.getvalue() == {first.printed!r}"]
            if first.value != "None" and not _is_unknown(_literal(first.value)):
                lines.append(f"assert returned == {first.value}")
            return "\n".join(lines), ""
        case "changed":
            return (
                f"arguments = [{call}]\n{entry}(*arguments)\nassert tuple(arguments) == {first.changed}",
                "",
            )
        case "member":
            return f"assert {call_text} in {_first_argument(call)}", "any element is accepted"
        case "approximate":
            return _approximate(call_text, first.value), ""
        case "shown":
            return f"assert repr({call_text}) == {first.value!r}", "the value is compared as it is shown"
        case _:
            return f"assert {call_text} == {first.value}", ""


def _approximate(call_text: str, value: str) -> str:
    """Nearly equal numbers, in collections of the same shape."""
    if isinstance(_literal(value), float):
        tolerance = f"rel_tol={TOLERANCE}, abs_tol={TOLERANCE}"
        return f"import math\nassert math.isclose({call_text}, {value}, {tolerance})"
    return (
        "import math\n"
        "def nearly(left, right):\n"
        "    if isinstance(right, float):\n"
        f"        return math.isclose(left, right, rel_tol={TOLERANCE}, abs_tol={TOLERANCE})\n"
        "    if isinstance(right, dict):\n"
        "        return left.keys() == right.keys() and all(nearly(left[key], right[key]) for key in right)\n"
        "    if isinstance(right, (list, tuple)):\n"
        "        return len(left) == len(right) and all(map(nearly, left, right))\n"
        "    return left == right\n"
        f"assert nearly({call_text}, {value})"
    )


def _with_input(body: str, typed: Sequence[str]) -> str:
    if not typed:
        return body
    head = f"from unittest import mock\nwith mock.patch('builtins.input', side_effect={list(typed)!r}):\n"
    return head + python.indent(body)


# ── values ──


class _Unknown:
    """The value of a result that is not a literal."""


def _literal(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return _Unknown()


def _is_unknown(value: Any) -> bool:
    return isinstance(value, _Unknown)


def _has_float(value: Any) -> bool:
    match value:
        case float():
            return True
        case list() | tuple():
            return any(map(_has_float, value))
        case dict():
            return any(map(_has_float, value.values()))
        case _:
            return False


def _first_argument(call: str) -> str:
    tree = ast.parse(f"f({call})", mode="eval").body
    return ast.unparse(tree.args[0]) if isinstance(tree, ast.Call) and tree.args else "()"


def _is_member(call: str, value: Any) -> bool:
    members = _literal(_first_argument(call))
    return (
        isinstance(members, list | tuple | set | dict | str) and not _is_unknown(value) and value in members
    )


def _is_same_call(call: str, changed: str) -> bool:
    return bool(_literal(f"({call},)") == _literal(changed))
