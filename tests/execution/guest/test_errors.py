"""An error of a candidate, as it is raised on the deciding side."""

from __future__ import annotations

import traceback
import unittest
from typing import Any

import pytest

from asmeant.execution.guest.error_text import describe, forget_lines, remember_line, shown
from asmeant.execution.guest.errors import MOST_TEXT, arguments_of, names_of, rebuilt, text_of


class OwnError(LookupError):
    pass


class SilentError(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


class WordedError(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(code)

    def __str__(self) -> str:
        return f"code {self.args[0]}"


def across(error: BaseException, asked_next: bool = False) -> BaseException:
    return rebuilt(names_of(error), text_of(error), arguments_of(error), asked_next)


@pytest.mark.parametrize(
    "error",
    [ValueError("a"), KeyError("k"), OSError(2, "no such file"), FileNotFoundError(2, "no", "x"), IndexError(), AssertionError("a"),
     UnicodeDecodeError("utf-8", b"a", 0, 1, "bad"), SystemExit(3), KeyboardInterrupt(), RecursionError("deep"), ExceptionGroup("g", [ValueError(1)])],
    ids=lambda error: type(error).__name__,
)  # fmt: skip
def test_errors_of_python_are_themselves(error: BaseException) -> None:
    back = across(error)
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert back.args == error.args


def test_attributes_that_come_from_arguments_are_there() -> None:
    back: Any = across(FileNotFoundError(2, "no", "x"))
    assert (back.errno, back.strerror, back.filename, back.args) == (2, "no", "x", (2, "no"))
    own: Any = rebuilt([["candidate_module", "Gone"], *names_of(back)], str(back), arguments_of(back), False)
    assert isinstance(own, FileNotFoundError)
    assert (own.errno, own.filename, str(own), type(own).__name__) == (2, "x", str(back), "Gone")


def _foreign(kind: type[BaseException]) -> list[list[str]]:
    names = [[base.__module__, base.__qualname__] for base in kind.__mro__ if base is not object]
    return [["candidate_module", kind.__qualname__], *names[1:]]


def test_a_class_of_the_candidate_becomes_a_twin_below_the_nearest_that_exists() -> None:
    back = rebuilt(_foreign(OwnError), "gone", ("gone",), False)
    assert isinstance(back, LookupError)
    assert not isinstance(back, OwnError)
    assert (type(back).__name__, type(back).__module__, str(back)) == ("OwnError", "candidate_module", "gone")


def test_the_text_of_an_error_is_what_it_was_over_there() -> None:
    back = rebuilt(_foreign(WordedError), "code 5", (5,), False)
    assert str(back) == "code 5"
    assert back.args == (5,)
    assert str(rebuilt([["builtins", "ValueError"]], "another", ("text",), False)) == "another"


@pytest.mark.parametrize(
    "name", [["os", "system"], ["builtins", "print"], ["no.such.module", "Error"], ["subprocess", "Popen"], ["builtins", ""]]
)  # fmt: skip
def test_what_is_no_error_here_is_only_a_name(name: list[str]) -> None:
    back = rebuilt([name], "x", ("x",), False)
    assert isinstance(back, Exception)
    assert type(back).__mro__[1] is Exception
    assert isinstance(rebuilt([], "x", (), False), Exception)


@pytest.mark.parametrize("error", [StopIteration(3), StopAsyncIteration()])
def test_an_error_that_ends_loops_counts_only_where_the_next_item_was_asked_for(error: BaseException) -> None:
    assert type(across(error, asked_next=True)) is type(error)
    assert type(across(error)) is RuntimeError
    below = type("Below", (type(error),), {})
    assert isinstance(rebuilt(names_of(below()), "", (), False), RuntimeError)


@pytest.mark.parametrize(
    "name", [["unittest.case", "SkipTest"], ["unittest.case", "_ShouldStop"], ["_pytest.outcomes", "Skipped"], ["_pytest.outcomes", "Exit"],
             ["doctest", "DocTestFailure"]],
)  # fmt: skip
def test_errors_by_which_test_frameworks_are_steered_are_ordinary(name: list[str]) -> None:
    back = rebuilt([name, ["builtins", "Exception"]], "skip", ("skip",), False)
    assert not isinstance(back, unittest.SkipTest | pytest.skip.Exception)
    assert isinstance(back, Exception)


def test_errors_of_the_guest_itself_are_ordinary() -> None:
    back = rebuilt(
        [["asmeant.execution.guest.messages", "GoneError"], ["builtins", "BaseException"]], "", (), False
    )
    assert type(back).__mro__[1] is BaseException


def test_what_cannot_be_printed_or_is_too_long() -> None:
    assert text_of(SilentError()) == "an error that cannot be printed"
    assert describe(SilentError()) == "an error that cannot be printed"
    assert len(text_of(ValueError("x" * 100_000))) == MOST_TEXT
    assert "SilentError" in shown(SilentError())


def test_arguments_that_a_class_does_not_take() -> None:
    back = rebuilt([["builtins", "UnicodeDecodeError"]], "bad", ("only one",), False)
    assert isinstance(back, UnicodeDecodeError)
    assert back.args == ("only one",)


def test_a_traceback_has_the_line_and_not_our_frames_and_leaves_the_module_as_it_was() -> None:
    source = "def half(number):\n    return 1 + number['a'][2]\n"
    remember_line(source, "<candidate>")
    names: dict[str, Any] = {}
    exec(compile(source, "<candidate>", "exec"), names)
    before = dict(vars(traceback))
    try:
        names["half"]({"a": ()})
    except IndexError as error:
        text = shown(error)
    finally:
        forget_lines()
    assert text.splitlines()[1:3] == [
        '  File "<candidate>", line 2, in half',
        "    return 1 + number['a'][2]",
    ]
    assert text.splitlines()[-1] == "IndexError: tuple index out of range"
    assert __file__ not in text
    assert dict(vars(traceback)) == before


@pytest.mark.parametrize("source", ["x = 1\n1 / 0", "x = 1\r\n1 / 0", "x = '\x0c'\n1 / 0"])
def test_a_traceback_marks_what_it_quotes(source: str) -> None:
    remember_line(source, "<quoted>")
    try:
        exec(compile(source, "<quoted>", "exec"))
    except ZeroDivisionError as error:
        lines = "".join(traceback.format_exception(error)).splitlines()
    finally:
        forget_lines()
    assert lines[-3:-1] == ["    1 / 0", "    ~~^~~"]
