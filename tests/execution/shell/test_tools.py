from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.execution.shell.tools import asks_clock, gives_away, missing_tools
from asmeant.execution.worlds.commands import BuiltCommands


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("cat a | sort", ()),
        ("cowsay hi | fortune", ("fortune",)),  # of cowsay nothing is known
        ("find . -exec fortune {} \\;", ("fortune",)),
        ("echo fortune", ()),
        ("echo 'bash: ls: command not found' >&2", ()),
        ("if [ -f a ]; then cd b; fi", ()),
        ("'", ()),
    ],
)
def test_missing_tools_follow_from_the_words(command: str, names: tuple[str, ...]) -> None:
    known = [name for name in missing_tools(command) if name != "cowsay"]
    assert tuple(known) == names


def test_a_world_has_its_own_tools(tmp_path: Path) -> None:
    folder = tmp_path / "root/usr/bin"
    folder.mkdir(parents=True)
    (folder / "fortune").touch(0o755)
    (folder / "file").touch(0o644)
    (folder / "ls").symlink_to("/etc/alternatives/ls")
    (tmp_path / "root/etc/alternatives").mkdir(parents=True)
    (tmp_path / "root/etc/alternatives/ls").symlink_to("/bin/fortune")
    (tmp_path / "root/bin").symlink_to("usr/bin")
    (folder / "loop").symlink_to("loop")
    # A link leads where it leads inside of the world: this machine has a /bin/sh.
    (folder / "sh").symlink_to("/bin/dash")
    world = BuiltCommands("bash", tmp_path, "0" * 64)
    assert missing_tools("fortune; ls; cat a; cd b", world=world) == ("cat",)
    assert missing_tools("file; sh; loop; cat", True, world) == ("file", "sh", "loop", "cat")


@pytest.mark.parametrize(
    ("command", "gives"),
    [
        ("chown alice a", True),
        ("find . -name x -exec chgrp staff {} +", True),
        ("find . | xargs chown bob", True),
        ("echo chown alice", False),
        ("ls -l", False),
        ("'", False),
    ],
)
def test_who_gives_files_away(command: str, gives: bool) -> None:
    assert gives_away(command) == gives


def test_who_asks_the_clock() -> None:
    assert asks_clock("date +%s")
    assert not asks_clock("cat a.txt")
