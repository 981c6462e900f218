"""Where a probe looks at what may be the candidate's, it asks."""

from __future__ import annotations

from typing import Any

import pytest

from asmeant.execution.guest.rewriting import STATE_OF, TYPE_OF, rewritten


def run(source: str) -> list[tuple[str, ...]]:
    """Which questions a probe asks about its own names."""
    questions: list[tuple[str, ...]] = []

    def state_of(owner: Any, name: str) -> Any:
        questions.append(("state", name))
        return getattr(owner, name)

    def type_of(value: Any) -> Any:
        questions.append(("type",))
        return type(value)

    exec(rewritten(source, "<probe 1>"), {STATE_OF: state_of, TYPE_OF: type_of})
    return questions


@pytest.mark.parametrize(
    ("source", "questions"),
    [
        ("import math\nmath.pi", [("state", "pi")]),
        ("type(3)", [("type",)]),
        ("type('A', (), {})", []),
        ("x = [3]\nx[0].real", []),
        ("class A: pass\nA.b = 3\nA.__name__", []),
        ("import math\nmatch 3.0:\n    case math.pi: pass\n    case _: pass", []),
    ],
)
def test_attributes_of_names_and_types_are_asked_for(source: str, questions: list[tuple[str, ...]]) -> None:
    assert run(source) == questions


def test_lines_keep_their_numbers() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        run("import math\n\nmath.pi / 0")
    last = caught.traceback[-1]
    assert (last.frame.code.raw.co_filename, last.lineno) == ("<probe 1>", 2)
