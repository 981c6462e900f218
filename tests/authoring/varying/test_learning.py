"""Failed candidates teach a set: they have the right function with another signature."""

from __future__ import annotations

from asmeant.authoring.varying.learning import learn
from asmeant.pipeline import Judge
from asmeant.records import Candidate, Check, Scaffold, Task

TASK = Task(
    "repeat",
    "repeat a text n times",
    checks=(Check("original", ("assert f('ab', 2) == 'abab'", "assert f('x', 3) == 'xxx'")),),
    scaffold=Scaffold(entry="f", any_function=True),
)


def test_a_set_is_learned_with_its_evidence() -> None:
    codes = {
        "swapped": "def repeat(n, text):\n    out = ''\n    for _ in range(n): out += text\n    return out",
        "listed": "def repeat(text, n):\n    return [str(text) * int(n)]",
        "wrong": "def repeat(text, n):\n    return text + str(n)",
    }
    failed = [Candidate("repeat", rank, code, model=name) for rank, (name, code) in enumerate(codes.items())]
    with Judge(workers=1) as judge:
        learned = list(learn([TASK], {"repeat": [*failed, failed[0]]}, judge, depth=1))
    assert {item.proposal.check.name: item.models for item in learned} == {
        "arguments in order 2 1": ("swapped",),
        "answer from value to list": ("listed",),
    }
    assert all(len(item.candidates) == 1 for item in learned)  # the same code counts once
