from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.answers import Answer
from asmeant.answers.programs import ProgramTrier, example_task, read_examples
from asmeant.errors import UsageError
from asmeant.execution import Place, default_sandbox, load_sandbox
from asmeant.records import Candidate


def tried(code: str, *examples: str) -> Answer:
    task = example_task("sort a list", "en", examples)
    return ProgramTrier(task, load_sandbox(default_sandbox(), Place()))(Candidate("ask", 0, code))


def test_what_meets_the_examples_works_under_any_name() -> None:
    code = "import math\ndef arrange(items):\n    return sorted(items)\n"
    found = tried(code, "f([3, 1]) == [1, 3]", "assert f([]) == []")
    assert (found.standing, found.ending) == ("works", "2 of 2 examples hold")
    assert found.explanation == "Defines arrange. Uses math."


def test_what_does_not_meet_them_fails_and_says_why() -> None:
    found = tried("def f(items):\n    return items\n", "f([1]) == [1]", "f([3, 1]) == [1, 3]")
    assert found.standing == "fails"
    assert found.ending.startswith("1 of 2 examples hold: ")


def test_without_examples_nothing_is_run() -> None:
    found = tried("import os\nos.remove('x')")
    assert (found.standing, found.ending) == (
        "untried",
        "not run: give an example of what it must do, with --example",
    )


@pytest.mark.parametrize(("code", "reason"), [("def f(:", "not Python"), ("", "the answer is empty")])
def test_what_is_no_program_fails(code: str, reason: str) -> None:
    assert tried(code, "f(1) == 1").ending == f"no program: {reason}"


def test_the_same_program_laid_out_otherwise_is_the_same() -> None:
    assert tried("x = sorted( items )").behaviour == tried("x = sorted(items)  # so").behaviour


def test_examples_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "examples.txt"
    file.write_text("f(1) == 1\n\nassert f(2) == 2\n")
    assert read_examples([str(file), "f(3) == 3"]) == ("f(1) == 1", "assert f(2) == 2", "f(3) == 3")


@pytest.mark.parametrize("example", ["f(1", "1 == 1", "x = f(1)", "import os"])
def test_what_is_no_example_is_refused(example: str) -> None:
    with pytest.raises(UsageError, match="is no example"):
        example_task("x", "en", [example])


def test_the_function_is_the_first_that_python_does_not_define() -> None:
    assert example_task("x", "en", ["sorted(pick([1])) == [1]"]).scaffold.entry == "pick"
