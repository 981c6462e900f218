from __future__ import annotations

import pytest

from asmeant.analysis.questions.error_classes import CLASSES, error_class
from asmeant.loaded_run import Attempt
from asmeant.records import Candidate, Check, Ending, Observation, Scaffold, Task, Verdict
from asmeant.testing import make_task

BEFORE = "def f(xs):\n    return "
TASK = make_task("a", "sorted(set(xs))", scaffold=Scaffold(before=BEFORE, entry="f", libraries=("numpy",)))
INSIDE = 'Traceback (most recent call last):\n  File "<probe 1>", line 1\n  File "<candidate>", line 2\n'
OUTSIDE = 'Traceback (most recent call last):\n  File "<probe 1>", line 1\n'


def failed(
    code: str,
    reason: str,
    ending: Ending = "failed",
    stderr: str = "",
    task: Task = TASK,
    truncated: bool = False,
) -> Attempt:
    seen = Observation("a", 0, "all", ending=ending, reason=reason, stderr=stderr)
    verdict = Verdict("a", 0, "failed", reason=reason)
    return Attempt(task, Candidate("a", 0, code, truncated=truncated), verdict, (seen,))


@pytest.mark.parametrize(
    ("code", "reason", "stderr", "found"),
    [
        ("", "the answer is empty", "", "no code"),
        ("sorted(xs", "the code: SyntaxError: '(' was never closed (<candidate>, line 2)", "", "incomplete"),
        ("def f(xs):\n    for x in xs:", "the code: IndentationError: expected an indented block", "", "incomplete"),
        ("def f(xs):\n    '''Sorts.'''", "probe 1: answered None, expected [1]", "", "incomplete"),
        ("def f(xs):\n    raise NotImplementedError", "probe 1: NotImplementedError: ", INSIDE, "incomplete"),
        ("sorted xs", "the code: SyntaxError: invalid syntax (<candidate>, line 2)", "", "not Python"),
        ("def other(xs):\n    return xs", "the code: SyntaxError: invalid syntax (<candidate>, line 2)", "", "does not fit"),
        ("import tidy\ntidy.up(xs)", "the code: ModuleNotFoundError: No module named 'tidy'", INSIDE, "missing library"),
        ("from os import tidy", "the code: ImportError: cannot import name 'tidy' from 'os'", INSIDE, "no such function"),
        ("np.sort(xs)", "probe 1: NameError: name 'np' is not defined", INSIDE, "missing import"),
        ("re.sub(xs)", "probe 1: NameError: name 're' is not defined", INSIDE, "missing import"),
        ("sorted(ys)", "probe 1: NameError: name 'ys' is not defined", INSIDE, "undefined name"),
        ("xs.sorted()", "probe 1: AttributeError: 'list' object has no attribute 'sorted'", INSIDE, "no such function"),
        ("xs.sort().x", "probe 1: AttributeError: 'NoneType' object has no attribute 'x'", INSIDE, "raised an error"),
        ("def f(xs, ys):\n    return xs", "probe 1: TypeError: f() missing 1 required positional argument: 'ys'", OUTSIDE, "wrong signature"),
        ("def g(a):\n    return a\ndef f(xs):\n    return g()", "probe 1: TypeError: g() missing 1 required positional argument: 'a'", INSIDE, "wrong arguments"),
        ("len(xs, 1)", "probe 1: TypeError: len() takes exactly one argument (2 given)", INSIDE, "wrong arguments"),
        ("xs[9]", "probe 1: IndexError: list index out of range", INSIDE, "raised an error"),
        ("print(xs)", "probe 1: answered None, expected [1, 2]", "", "no answer"),
        ("def f(xs):\n    xs.sort()", "probe 1: AssertionError: assert f([2, 1]) == [1, 2]", OUTSIDE, "no answer"),
        ("def f(xs):\n    xs.sort()", "probe 1: TypeError: 'NoneType' object is not iterable", OUTSIDE, "no answer"),
        ("max(xs)", "probe 1: answered 2, expected [1, 2]", "", "other function"),
        ("max(xs)", "probe 1: TypeError: 'int' object is not iterable", OUTSIDE, "other function"),
        ("max(xs)", "probe 1: TypeError: '<' not supported in assert f(1) < 2", "", "other function"),
        ("sorted(set(xs), reverse=True)", "probe 1: answered [2, 1], expected [1, 2]", "", "misuse"),
        ("sorted(xs)", "probe 1: answered [1, 1], expected [1]", "", "wrong answer"),
        ("exit()", "the program ended itself (exit status 0) before its probes were done", "", "ended itself"),
        ("x", "the report breaks off", "", "other"),
    ],
)  # fmt: skip
def test_classes_by_reason_and_structure(code: str, reason: str, stderr: str, found: str) -> None:
    assert error_class(failed(code, reason, stderr=stderr), {"np", "numpy"}) == found
    assert found in CLASSES


@pytest.mark.parametrize("ending", ["timed out", "out of memory", "killed", "tampered"])
def test_endings_are_classes(ending: Ending) -> None:
    assert error_class(failed("x", "still running after 30 s", ending)) == ending
    # A run that someone sent without observations has the verdict's words alone.
    verdict = Verdict("a", 0, "failed", reason=f"{ending}: too much")
    assert error_class(Attempt(TASK, Candidate("a", 0, "x"), verdict)) == ending


def test_what_was_cut_off_is_incomplete() -> None:
    assert error_class(failed("", "nothing", truncated=True)) == "incomplete"
    assert error_class(failed("sorted xs", "the code: SyntaxError: invalid", truncated=True)) == "incomplete"


def test_references_that_do_not_help() -> None:
    bare = make_task("a", scaffold=TASK.scaffold, references=())
    assert error_class(failed("max(xs)", "probe 1: answered 2, expected 1", task=bare)) == "wrong answer"
    plain = make_task("a", "xs[::-1]", scaffold=TASK.scaffold)
    assert error_class(failed("max(xs)", "probe 1: answered 2, expected 1", task=plain)) == "wrong answer"


@pytest.mark.parametrize(
    ("reason", "found"),
    [("line 1: lz: command not found", "command not found"), ("another output", "another outcome")],
)
def test_commands(reason: str, found: str) -> None:
    task = Task(
        "a", "list files", code_language="bash", references=("ls",), checks=(Check(same_outcome_as="ls"),)
    )
    seen = Observation("a", 0, "all", ending="finished", reason=reason, same_outcome=False)
    assert error_class(Attempt(task, Candidate("a", 0, "lz"), Verdict("a", 0, "failed"), (seen,))) == found
    assert error_class(failed("lz", "strange", task=task)) == "other"
