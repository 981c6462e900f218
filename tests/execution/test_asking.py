"""Which probes are questions that plain answers decide, and which need a probe process."""

from __future__ import annotations

import pytest

from asmeant.execution.asking import (
    all_beside,
    assigned_names,
    names_read,
    questions,
    visible_names,
)
from asmeant.execution.guest.candidate import TELL


def steps_of(*probes: str, setup: str = "") -> list[str] | None:
    """What the candidate's process is told to do; None where a probe process is needed."""
    asked = questions(probes, "f", setup)
    return None if asked is None else asked.steps.splitlines()


def asks(*sources: str) -> list[str]:
    return [f"{TELL}({source})" for source in sources]


QUESTIONS = [
    ("assert f(1) == 2", ["f(1)"]),
    ("assert 2 == f(1)", ["f(1)"]),
    ("assert candidate([1, 'a'], k={}) != (2,)", ["candidate([1, 'a'], k={})"]),
    ("assert f(1), 'a message'", ["f(1)"]),
    ("assert not f(1)", ["f(1)"]),
    ("assert f(1) is None", ["f(1)"]),
    ("assert abs(f(1.5) - 0.5) < 1e-6", ["f(1.5)"]),
    ("assert f(1) == f(2)", ["f(1)", "f(2)"]),
    ("assert f(f(1)) == 2", ["f(f(1))"]),
    ("assert isinstance(f(1), list)", ["f(1)"]),
    ("assert isinstance(f(1), (int, float))", ["f(1)"]),
    ("assert f(1)[0] == 10 ** 3", ["f(1)[0]"]),
    ("assert f(1)[0][1] == 3", ["f(1)[0][1]"]),
    ("assert list(f(1)) == [2]", ["list(f(1))"]),
    ("assert sorted(list(f(1))) == [2]", ["sorted(list(f(1)))"]),
    ("assert str(type(f(1))) == 'x'", ["str(type(f(1)))"]),
    ("assert round(f(1), 2) == 3.14", ["f(1)"]),
    ("assert f(1) in (1, 2)", ["f(1)"]),
    ("assert 3 in f(1)", ["f(1)"]),
    ("assert f(1) == {1, 2}", ["f(1)"]),
    ("assert set(f(1)) == {1, 2}", ["set(f(1))"]),
    ("assert 0 < f(1) < 9", ["f(1)"]),
    ("assert f(math.pi) == 3", ["f(math.pi)"]),
    ("assert f(1) == {'a': [1, (2, None)]}", ["f(1)"]),
    ("assert f(1) == -1", ["f(1)"]),
    ("assert f(1) and True", ["f(1)"]),
    ("assert f(1) == 2 or 3 == 4", ["f(1)"]),
    ("assert len(f(1)[1:]) == 2", ["f(1)"]),
    ("assert sum(f(1)) / 2 == 3", ["sum(f(1))"]),
]


@pytest.mark.parametrize(("probe", "sources"), QUESTIONS, ids=[row[0] for row in QUESTIONS])
def test_of_an_assertion_about_answers_only_the_calls_cross(probe: str, sources: list[str]) -> None:
    assert steps_of(probe) == asks(*sources)


PROBED = [
    "for i in range(3): assert f(i) == i",
    "assert f(1) == expected",
    "expected = 2\nassert f(1) == expected",
    "assert np.allclose(f(1), 2)",
    "assert f(1) == helper(2)",
    "assert f(1) * 10**9 == 3",
    "assert f(1) ** 2 == 4",
    "assert f(1) % 7 == 4",
    "assert f(1) // 7 == 4",
    "assert f(1) << 70 == 4",
    "assert '%d' % f(1) == '4'",
    "assert f'{f(1)}' == '4'",
    "assert f(1).tolist() == [2]",
    "assert f(1).shape[0] == 2",
    "assert f.__name__ == 'f'",
    "self.assertEqual(f(1), 2)",
    "f(1)",
    "x = f(1)\nassert x == 2",
    "assert x == 1",
    "assert all(f(i) for i in range(3))",
    "assert [f(i) for i in (1, 2)] == [1, 2]",
    "with raises(ValueError): f(1)",
    "try:\n    f(1)\nexcept ValueError:\n    pass",
    "assert (lambda: f(1))() == 2",
    "def test():\n    assert f(1) == 2\ntest()",
    "assert f(1) == 2 and f(2) == 3",
    "assert f(1) or f(2)",
    "assert f(1) == (2 if f(2) else 3)",
    "assert list({1, 2}) == f(1)",
    "assert tuple(set([2, 1])) == f(1)",
    "assert (x := f(1)) == 2",
    "assert eval('f(1)') == 2",
    "assert pow(f(1), 2) == 4",
    "assert await_(f(1))",
    "x.y = 1\nassert f(1) == 2",
    "x[0] = 1\nassert f(1) == 2",
    "del x\nassert f(1) == 2",
    "global x\nassert f(1) == 2",
    "print('a')\nassert f(1) == 2",
    "not Python at all",
    "from math import *\nassert f(1) == 2",
    "f = 3\nassert f(1) == 2",
    "candidate = g\nassert f(1) == 2",
    "",
    "'only words'",
]


@pytest.mark.parametrize("probe", PROBED)
def test_anything_else_needs_a_probe_process(probe: str) -> None:
    assert steps_of(probe) is None


def test_one_probe_that_is_no_question_sends_the_whole_check_to_a_probe_process() -> None:
    assert steps_of("assert f(1) == 2", "for i in (1, 2): assert f(i)") is None


def test_what_prepares_arguments_goes_along_in_its_place() -> None:
    probe = "import math\nx = [1]\nx += [math.pi]\ny: int = 2\nassert f(x) == y_"
    assert steps_of(probe.replace("y_", "2")) == [
        "import math",
        "x = [1]",
        "x += [math.pi]",
        "y: int = 2",
        *asks("f(x)"),
    ]


def test_two_statements_on_a_line_are_told_apart() -> None:
    assert steps_of("x = 1; assert f(x) == 2; assert f(x) == 3") == ["x = 1", *asks("f(x)", "f(x)")]


def test_words_and_names_that_stand_alone_do_nothing() -> None:
    assert steps_of("'a docstring'\nf\npass\nassert f(1) == 2") == asks("f(1)")


def test_expectations_never_cross() -> None:
    told = steps_of("assert f(1) == 'a secret'", "assert f(2) in ['a secret']", "assert len(f(3)) > 4711")
    assert told is not None
    assert not [line for line in told if "secret" in line or "4711" in line]


@pytest.mark.parametrize("binding", ["len = max", "def len(x): return 3", "from a import len", "import len"])
def test_a_rebound_built_in_is_not_taken_for_the_real_one(binding: str) -> None:
    assert steps_of("assert max(len(f(1)), 2) == 3 + len([])", setup="") is not None
    assert steps_of("assert 3 + len([]) == f(1)", setup=binding) is None


def test_an_entry_that_setup_or_probes_bind_is_not_the_candidate() -> None:
    assert steps_of("assert f(1) == 2", setup="def f(x): return 2") is None
    assert questions(("assert g(1) == 2",), "", "") is None


def test_which_probe_a_program_was_in_by_the_answers_that_it_gave() -> None:
    asked = questions(("assert f(1) == f(2)", "x = 1", "assert f(x) == 3"), "f", "")
    assert asked is not None
    assert [asked.probe_of(answers) for answers in range(5)] == [1, 1, 3, 3, 3]


def test_beside_every_probe_is_followed_by_a_word_that_it_ran() -> None:
    assert all_beside(("a = 1", "assert f(a)")) == f"a = 1\n{TELL}()\nassert f(a)\n{TELL}()"


# ── names ──


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def f(x):\n    return x + y", {"y"}),
        ("x = 1\ndef f(): return x", {"x"}),
        ("def f():\n    global z\n    z = z + 1", {"z"}),
        ("f = lambda a: [b for b in a if c]", {"c"}),
        ("class A:\n    n = m\n    def g(self): return k", {"m", "k"}),
        ("def f(x):\n    def g(): return x + w\n    return g", {"w"}),
        ("not Python at all", set()),
    ],
)
def test_names_that_a_program_reads(source: str, names: set[str]) -> None:
    assert set(names_read(source)) == names
    assert visible_names(source) == names


def test_names_that_a_program_assigns_at_its_top() -> None:
    assert assigned_names("a = b = 1\nc, d = 2, 3\ndef f():\n    e = 1\n") == ["a", "b"]
    assert assigned_names("((") == []
