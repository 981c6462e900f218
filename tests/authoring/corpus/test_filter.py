from __future__ import annotations

import pytest

from asmeant.authoring.corpus.filter import Rules, compare, decide, read
from asmeant.authoring.corpus.pairs import Pair


def reasons(*commands: str, rules: Rules = Rules()) -> list[str]:  # noqa: B008
    return [
        item.reason for item in decide([Pair(row, "Do it", text) for row, text in enumerate(commands)], rules)
    ]


@pytest.mark.parametrize(
    ("command", "paper", "released"),
    [
        ("ls -a | wc -l", "", ""),
        ("find . -exec rm {} \\;", "", ""),
        ("ls;", "", ""),
        ("", "empty", "empty"),
        ("echo 'open", "no Bash", "no Bash"),
        ("ls > x", "redirection", "redirection"),
        ("cat <<< x", "redirection", "redirection"),
        ("ls; pwd", "several statements", "several statements"),
        ("for f in *; do ls; done", "compound statement", "compound statement"),
        ("f() { ls; }", "compound statement", "compound statement"),
        ("echo $((1 + 2))", "arithmetic", "arithmetic"),
        ("A=1 ls", "assignment", ""),
        ("ls && pwd", "", "logical connective"),
        ("(ls)", "", "subshell"),
        ("time ls", "", "timed"),
        ("sh -c 'ls; pwd'", "quoted script", "quoted script"),
        ("./run.sh -a", "own program", "own program"),
        ("sudo ls", "", ""),
        ("ls | sed s/a/b/", "other language", "other language"),
        ("find . | xargs awk 1", "other language", "other language"),
        ("vim x", "interactive", "interactive"),
        ("export A", "session", "session"),
        ("apt-get install x", "package manager", "package manager"),
    ],
)
def test_reasons(command: str, paper: str, released: str) -> None:
    assert reasons(command, rules=Rules("paper")) == [paper]
    assert reasons(command, rules=Rules("released")) == [released]


def test_long_intents_are_dropped() -> None:
    (fits, long) = decide([Pair(0, "a " * 50, "ls"), Pair(1, "a " * 51, "ls")])
    assert fits.kept
    assert (long.reason, long.detail) == ("long intent", "51 words")


def test_rare_utilities_are_dropped_but_ties_are_kept() -> None:
    assert reasons("ls", "ls", "wc", "wc", "cat", "du | ls", rules=Rules(utilities=2)) == [
        "", "", "", "", "rare utility", "rare utility",
    ]  # fmt: skip
    assert reasons("ls", "wc", "cat", rules=Rules(utilities=2)) == ["", "", ""]


def test_details_name_what_is_found() -> None:
    found = decide([Pair(0, "Do it", "vim x"), Pair(1, "Do it", "echo 'x")])
    assert found[0].detail == "vim"
    assert "column" in found[1].detail


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("find . -exec grep x {} \\; | xargs -n 1 rm", {"find", "grep", "xargs", "rm"}),
        ("sudo ls $(which cat) <(/bin/sort x)", {"ls", "which", "cat", "sort"} - {"cat"}),
        ("$EDITOR x | ./own", set()),
    ],
)
def test_utilities(command: str, names: set[str]) -> None:
    assert read(command).utilities == names


def test_constructs_of_a_plain_command_are_none() -> None:
    assert read("find . -name '*.c' | xargs grep $(cat x)").constructs == frozenset()


def test_compare() -> None:
    commands = ["ls", "ls", "vim", "A=1 ls", "git log", "ls && ls", "ls -a"]
    decisions = decide([Pair(row, "Do it", command) for row, command in enumerate(commands)])
    found = compare(decisions, frozenset({0, 1, 3}))
    assert (found.both_keep, found.both_drop) == (2, 1)
    assert [item.reason for item in found.we_drop] == ["assignment"]
    assert [(item.reason, item.detail) for item in found.they_drop] == [
        ("utility that no published pair has", "git"),
        ("construct that few published pairs have", "logical connective"),
        ("their parser refuses a flag, a quote or a nesting", ""),
    ]
    assert found.share == 3 / 7
