"""An explanation: one line, the parts, what to beware of."""

from __future__ import annotations

import pytest

from asmeant.languages.bash.explain import explain
from asmeant.languages.bash.parsing.reader import BashSyntaxError


def lines(source: str) -> list[str]:
    return [
        f"{'  ' * line.depth}{line.text} | {line.role} | {line.meaning}" for line in explain(source).lines
    ]


def test_parts_of_find() -> None:
    assert lines("find . ! -name '*.c' -exec rm -f {} \\; > out") == [
        "find | utility | find files below directories, and act on them",
        "  . | Path | ",
        "  ! | operator | not",
        "  -name '*.c' | flag | its name matches: '*.c'",
        "  -exec ... ; | flag | run a command on it",
        "    rm | utility | delete files",
        "      -f | flag | no questions, and no complaint about what is missing",
        "      {} | File | ",
        "  > out | redirection | write the output into it",
    ]


def test_what_stands_within() -> None:
    assert lines("A=$(pwd) head -5 $(ls) && foo -x") == [
        "A=$(pwd) | assignment | set a variable",
        "  $( | commands | the output of",
        "    pwd | utility | print where one is",
        "head | utility | print the first lines",
        "  -5 | flag | 5 lines",
        "  $(ls) | File | ",
        "    $( | commands | the output of",
        "      ls | utility | list directories and files",
        "&& | operator | if that succeeds",
        "foo | utility | a program that we know nothing of",
        "  -x | flag | unknown",
    ]


def test_scripts_and_blocks() -> None:
    assert lines("for f in *; do sh -c 'cp a b'; done") == [
        "for | block | for each of them",
        "  * | Text | ",
        "do | operator | each time",
        "  sh | utility | run a shell",
        "    -c 'cp a b' | flag | run this text: 'cp a b'",
        "      script | commands | the commands in it",
        "        cp | utility | copy files and directories",
        "          a | File | source",
        "          b | File | target",
    ]
    assert lines("if true; then ls; else pwd; fi") == [
        "if | block | if this succeeds",
        "  true | utility | do nothing, with success",
        "then | operator | then",
        "  ls | utility | list directories and files",
        "else | operator | otherwise",
        "  pwd | utility | print where one is",
    ]


def test_the_whole() -> None:
    found = explain("rm -fr x")
    assert found.summary == (
        "Delete files [x] (no questions, and no complaint about what is missing; directories with all that is in them)."
    )
    assert found.template == "rm -f -r File"
    assert found.normal == "rm -f -r x"
    assert found.long == "rm --force --recursive x"
    assert [danger.kind for danger in found.dangers] == ["destroys"]
    assert explain("").summary == "Nothing to do."


def test_every_redirection_has_words() -> None:
    source = "a < b > c >> d >| e <> f &> g &>> h <<< i >& j <& 1"
    assert all(line.meaning for line in explain(source).lines if line.role == "redirection")
    assert len(explain(source).lines) == 11


def test_what_is_no_bash() -> None:
    with pytest.raises(BashSyntaxError):
        explain("echo (")
