"""The nouns of the typed tree, and walking over it."""

from __future__ import annotations

from asmeant.languages.bash.command import Argument, Flag, calls, children, walk
from asmeant.languages.bash.understanding import understand
from tests.languages.bash.typed import call_of


def test_parts_of_a_call() -> None:
    call = call_of("sort -r --key=2 -k3 a b")
    assert [flag.name for flag in call.flags] == ["-r", "--key", "-k"]
    assert [argument.value for argument in call.arguments] == ["a", "b"]
    assert call.nested is None
    last = call.flag("-k")
    assert last is call.flags[2]
    assert call.flag("--reverse") is call.flags[0]
    assert call.flag("-n", "-u") is None


def test_nested() -> None:
    nested = call_of("sudo -u bob nohup ls -l").nested
    assert nested is not None
    assert nested.name == "nohup"
    assert nested.nested is not None
    assert nested.nested.name == "ls"


def test_walk_goes_down_before_it_goes_on() -> None:
    tree = understand("A=$(a) b -x $(c) > $(d) | e")
    assert [call.name for call in calls(tree)] == ["b", "a", "c", "d", "e"]
    seen = list(walk(tree))
    assert seen[0] is tree
    assert all(child in seen for node in seen for child in children(node))
    assert {type(node).__name__ for node in seen} >= {
        "Assigned",
        "Redirected",
        "Inner",
        "Pipe",
        "Flag",
        "Argument",
    }


def test_only_assignments_are_no_call() -> None:
    (call,) = understand("A=1").commands
    assert list(calls(call)) == []
    assert not any(isinstance(node, Flag) for node in walk(call))
    assert [node.value for node in walk(call) if isinstance(node, Argument)] == ["1"]
