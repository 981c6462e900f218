"""Checks are verified: right code passes, and nothing that behaves otherwise."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.authoring.varying import propose
from asmeant.authoring.verifying import Verified, verify
from asmeant.authoring.verifying.on_inputs import known_calls
from asmeant.authoring.verifying.outcomes import outcomes
from asmeant.authoring.verifying.proposals import first_set_fault, more_examples, refused_by_reading
from asmeant.authoring.verifying.strengthening import strengthened
from asmeant.authoring.verifying.writing import write_probes
from asmeant.errors import DataError
from asmeant.execution import Place, default_sandbox, load_sandbox
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.records import Check, Limits, Scaffold, Task
from asmeant.seams import Sandbox

LIMITS = Limits(seconds=5)


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    return load_sandbox(default_sandbox())


def task(reference: str, *probes: str, before: str = "") -> Task:
    scaffold = Scaffold(entry="f", before=before)
    return Task("t", "i", references=(reference,), checks=(Check("all", probes),), scaffold=scaffold)


LEAST = "def f(a, b):\n    return a if a < b else b"
COUNT = "def f(xs):\n    return len([x for x in xs if x < 0])"


@pytest.fixture(scope="module")
def weak(sandbox: Sandbox) -> Verified:
    return verify(task(COUNT, "assert f([-1, -2, 2]) == 2", "assert f([]) == 0"), [sandbox, sandbox], LIMITS)


def test_a_wrong_mutant_is_told_by_a_probe(weak: Verified, sandbox: Sandbox, tmp_path: Path) -> None:
    assert not weak.is_good
    mutants = {survivor.change for survivor in weak.weak if survivor.kind == "mutant"}
    assert mutants == {"`x < 0` becomes `x <= 0`", "`0` becomes `1`"}
    assert (weak.mutants, weak.killed, weak.equivalent, weak.score) == (4, 2, 0, 0.5)
    assert weak.made == {"call": 1, "comparison": 1, "constant": 1, "condition of a comprehension": 1}
    stronger = strengthened(weak, tmp_path)
    assert stronger.checks[0].probes[2:] == ("assert f([0, -2, 2]) == 1",)
    again = verify(stronger, [sandbox], LIMITS)
    assert again.is_good
    assert again.score == 1.0


def test_equivalent_mutants_are_told_apart(sandbox: Sandbox) -> None:
    verified = verify(task(LEAST, "assert f(1, 2) == 1", "assert f(4, 3) == 3"), [sandbox], LIMITS)
    assert verified.is_good
    assert [survivor.compared for survivor in verified.survivors if survivor.kind == "mutant"] == ["same"]
    assert (verified.equivalent, verified.score) == (1, 1.0)
    # `min(a, b)` is a reading that is right.
    assert {survivor.compared for survivor in verified.survivors if survivor.kind == "reading"} == {"same"}


def test_answers_that_are_written_otherwise_may_be_equal(sandbox: Sandbox) -> None:
    counting = "import collections\ndef f(xs):\n    return dict(collections.Counter(xs))"
    verified = verify(task(counting, "assert f('aba') == {'a': 2, 'b': 1}"), [sandbox], LIMITS)
    assert "`dict(collections.Counter(xs))` becomes `collections.Counter(xs)`" in {
        survivor.change for survivor in verified.survivors if survivor.compared == "same"
    }


def test_inputs_are_varied_where_a_probe_is_no_equation(sandbox: Sandbox) -> None:
    verified = verify(
        task(COUNT, "y = candidate([-1, 2])\nassert y > 0 and y < 2", "assert f([]) < 1"), [sandbox], LIMITS
    )
    assert known_calls(verified.task) == [([-1, 2],), ([],)]
    assert {survivor.compared for survivor in verified.survivors} == {"differs"}


def test_a_wrong_reading(sandbox: Sandbox) -> None:
    verified = verify(task(LEAST, "assert f(1, 2) == 1", "assert f(-5, -4) == -5"), [sandbox], LIMITS)
    readings = {survivor.change: survivor.probe for survivor in verified.weak if survivor.kind == "reading"}
    assert readings["`arguments[0]`"] == "assert f(1, 0) == 0"
    assert "a check is too weak" in {finding.rule for finding in verified.faults}


def test_a_reference_that_fails_is_not_verified(sandbox: Sandbox) -> None:
    verified = verify(task(LEAST, "assert f(1, 2) == 2"), [sandbox], LIMITS)
    assert not verified.is_good
    assert (verified.mutants, verified.score, verified.audited.passes) == (0, None, False)


def test_what_calls_return(sandbox: Sandbox) -> None:
    code = "def f(x):\n    print(x)\n    if x == 0: raise KeyError\n    return iter([x])"
    observed = outcomes(task(code), code, [(1,), "0", "'a'"], sandbox, LIMITS)
    assert [tuple(item or ()) for item in observed] == [
        ("[1]", "", "1\n"),
        ("raised KeyError", "", "0\n"),
        ("['a']", "", "a\n"),
    ]


@pytest.mark.parametrize(
    ("body", "call", "typed", "form", "source"),
    [
        ("return sorted(x)", "[2, 1]", (), "equal", "assert f([2, 1]) == [1, 2]"),
        ("return x / 3", "1", (), "approximate", "import math\nassert math.isclose(f(1), 0.3333333333333333, rel_tol=1e-9, abs_tol=1e-9)"),
        ("return {'a': [x / 2]}", "1", (), "approximate", "assert nearly(f(1), {'a': [0.5]})"),
        ("x.append(1)", "[]", (), "changed", "arguments = [[]]\nf(*arguments)\nassert tuple(arguments) == ([1],)"),
        ("print(x)", "1", (), "printed", "assert printed.getvalue() == '1\\n'"),
        ("return input() + x", "'b'", ("a",), "equal", "with mock.patch('builtins.input', side_effect=['a']):\n    assert f('b') == 'ab'"),
        ("return 1 / x", "0", (), "raises", "assert raised == 'ZeroDivisionError'"),
        ("return type(x)", "1", (), "shown", "assert repr(f(1)) == \"<class 'int'>\""),
    ],
)  # fmt: skip
def test_probes_are_written(
    body: str, call: str, typed: tuple[str, ...], form: str, source: str, sandbox: Sandbox
) -> None:
    tested = task(body, before="def f(x):\n    ")
    (probe,) = write_probes(tested, [call], [sandbox], LIMITS, typed)
    assert probe.form == form
    assert probe.source.endswith(source)
    verified = verify(replace(tested, checks=(Check(probes=(probe.source,)),)), [sandbox], LIMITS)
    assert verified.audited.passes is True


def test_an_answer_by_chance_is_a_member() -> None:
    tested = task("return random.choice(x)", before="import random\ndef f(x):\n    ")
    seeds = [load_sandbox(default_sandbox(), Place(seed=seed)) for seed in range(2)]
    (probe,) = write_probes(tested, ["list(range(99))", "[*'abcdefghijk']"][1:], seeds, LIMITS)
    assert probe.form in ("member", "equal")
    (probe,) = write_probes(replace(tested, references=("return random.random()",)), ["1"], seeds, LIMITS)
    assert "does not answer the same each time" in probe.doubt


def test_calls_that_cannot_be_made(sandbox: Sandbox) -> None:
    with pytest.raises(DataError, match=r"The arguments '1, ,' are not Python"):
        write_probes(task(LEAST), ["1, ,"], [sandbox], LIMITS)
    with pytest.raises(DataError, match=r"f\(1, 2\) does not come to an end"):
        write_probes(task("def g(): pass"), ["1, 2"], [sandbox], LIMITS)


def test_proposals_that_a_wrong_reading_passes_are_refused(sandbox: Sandbox) -> None:
    tested = task(LEAST, "assert f(1, 2) == 1", "assert f(-5, -4) == -5", "assert f(0, 0) == 0")
    examples = more_examples(tested, sandbox, LIMITS)
    assert len(examples) > 20
    checked = {item.check.name: item.refused for item in refused_by_reading(propose(tested, 1), examples)}
    assert checked["arguments as one list"] == (
        "a function that returns arguments[0][0] passes, and is wrong for ([1, 0])"
    )
    strong = task(LEAST, "assert f(1, 2) == 1", "assert f(4, 3) == 3", "assert f(-1, 5) == -1")
    examples = more_examples(strong, sandbox, LIMITS)
    proposals = {item.check.name: item.refused for item in refused_by_reading(propose(strong, 1), examples)}
    assert proposals["arguments in order 2 1"] == ""


def test_a_first_set_that_accepts_a_mutant(sandbox: Sandbox) -> None:
    weak = task(COUNT, "assert f([-1, 2]) == 1", "assert f([]) == 0")
    fault = first_set_fault(weak, sandbox, LIMITS)
    assert fault.startswith("the first set accepts a wrong mutant, `x < 0` becomes `x <= 0`: add assert f(")
    assert {item.refused for item in refused_by_reading(propose(weak, 1), (), fault)} == {fault}


def test_a_command_gets_a_tree_that_tells_it_from_its_mutants(tmp_path: Path) -> None:
    walls = NamespaceSandbox()
    reference = "sort n.txt | uniq -c | head -n 2"
    command = Task(
        "b",
        "the first two lines of n.txt, and how often each is there",
        code_language="bash",
        references=(reference,),
        checks=(Check("same", same_outcome_as=reference),),
        scaffold=Scaffold(files={"n.txt": "3\n7\n3\n"}),
    )
    verified = verify(command, [walls], LIMITS)
    assert verified.audited.passes is True
    assert {item.part for item in verified.weak} == {"stage", "flag", "number", "utility"}
    (tree,) = verified.trees
    assert {entry.path for entry in tree.entries} >= {"/root/n.txt"}
    stronger = strengthened(verified, tmp_path)
    assert [Path(place).name for place in stronger.checks[0].trees] == ["b.1.jsonl", "b.2.jsonl"]
    again = verify(stronger, [walls], LIMITS)
    assert again.is_good
    assert (again.score, again.trees) == (1.0, ())
    walls.close()
