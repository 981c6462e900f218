"""A tree has something on either side of each condition, is small, and is the same for the same seed."""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import fnmatchcase

import pytest

from asmeant.authoring.grounding.minding import minded
from asmeant.authoring.grounding.needs import needs
from asmeant.authoring.grounding.planting import MOST, MOST_TEXT, of_size, plant
from asmeant.execution.shell import Entry, grow
from asmeant.execution.shell.tree import MADE

DAY = 86_400


def planted(command: str, seed: str = "0", intent: str = "") -> list[Entry]:
    return plant(minded(needs(command), intent), seed)


def named(entry: Entry, pattern: str) -> bool:
    return fnmatchcase(entry.path.rpartition("/")[2], pattern)


@pytest.mark.parametrize(
    ("command", "holds"),
    [
        ("find . -name '*.c'", lambda entry: named(entry, "*.c")),
        ("find . -type d", lambda entry: entry.kind == "directory"),
        ("find . -type l", lambda entry: entry.kind == "link"),
        ("find . -size +10k", lambda entry: len(entry.content) > 10_240),
        ("find . -size 10k", lambda entry: 9 * 1024 < len(entry.content) <= 10_240),
        ("find . -mtime +7", lambda entry: MADE - entry.time >= 8 * DAY),
        ("find . -mtime 7", lambda entry: 7 * DAY <= MADE - entry.time < 8 * DAY),
        ("find . -mmin -5", lambda entry: MADE - entry.time < 300),
        ("find . -newermt 2020-01-01", lambda entry: entry.time > 1_577_836_800),
        ("find . -perm 640", lambda entry: entry.mode == 0o640),
        ("find . -perm -022", lambda entry: entry.mode & 0o022 == 0o022),
        ("find . -empty", lambda entry: entry.kind == "file" and not entry.content),
        ("find . -path '*/build/*'", lambda entry: "/build/" in entry.path),
        ("find . -maxdepth 3", lambda entry: entry.path.count("/") > 6),
        ("find src", lambda entry: "/work/src/" in entry.path),
        ("find . -name '*.py' ! -name 'test_*'", lambda entry: named(entry, "test_*.py")),
        ("find . -name foo -prune -o -name '*.sh' -print", lambda entry: "/foo/" in entry.path),
        ("split -b 1M a.txt", lambda entry: entry.size > 2 << 20),
        ("fold -w30 a.txt", lambda entry: any(len(line) > 30 for line in entry.content.split(b"\n"))),
        ("sort -n a.txt", lambda entry: re.search(rb"^\d\b", entry.content, re.MULTILINE) is not None),
        ("find . -name 'x-*' | sort -V", lambda entry: named(entry, "x-10")),
        ("find . | grep -vf names", lambda entry: named(entry, "names") and b"README\n" in entry.content),
        ("du -s * | sort -n", lambda entry: entry.size > 10 << 10),
        ("cat a.txt", lambda entry: entry.path == "/root/work/a.txt"),
        ("ls *.log", lambda entry: named(entry, "*.log")),
        ("grep -r needle .", lambda entry: b"needle" in entry.content),
    ],
)
def test_on_either_side(command: str, holds: Callable[[Entry], bool]) -> None:
    for seed in "012":
        entries = planted(command, seed)
        met = [holds(entry) for entry in entries]
        assert any(met)
        assert not all(met)
        assert len(entries) <= MOST


def test_the_same_seed_the_same_tree() -> None:
    one, again, other = (planted("find . -name '*.c' -mtime +3", seed) for seed in "001")
    assert one == again
    assert one != other


def test_what_a_command_makes_is_not_there_but_its_folder_is() -> None:
    paths = {entry.path: entry.kind for entry in planted("cp a.txt new/b.txt")}
    assert "/root/work/new/b.txt" not in paths
    assert paths["/root/work/new"] == "directory"


def test_folders_with_wanted_names_only_where_they_are_minded() -> None:
    def folders(intent: str) -> list[Entry]:
        found = planted("find . -name '*.c'", "0", intent)
        return [entry for entry in found if entry.kind == "directory" and named(entry, "*.c")]

    assert not folders("find all .c files")
    assert folders("find all files and directories that end in .c")


def test_an_unquoted_pattern_finds_nothing_where_the_shell_looks() -> None:
    found = [
        entry.path for seed in "012" for entry in planted("find . -name *.c", seed) if named(entry, "*.c")
    ]
    assert found
    assert not any(path.rpartition("/")[0] == "/root/work" for path in found if "main.c" not in path)


def test_more_than_are_counted_off() -> None:
    entries = planted("find . -name core | tail -n 12")
    assert sum(named(entry, "core") and "/work/" in entry.path for entry in entries) > 13


@pytest.mark.parametrize("intent", ["", "find all directories"])
def test_some_folders_are_empty_and_some_are_not(intent: str) -> None:
    entries = planted("find . -type d", "0", intent)
    folders = {entry.path for entry in entries if entry.kind == "directory" and named(entry, "*.*")}
    full = {entry.path.rpartition("/")[0] for entry in entries}
    assert folders & full
    assert folders - full


def test_blanks_in_names_only_where_they_are_minded() -> None:
    def blanks(intent: str) -> bool:
        return any(" " in entry.path for entry in planted("find . -name '*.c'", "0", intent))

    assert not blanks("find all .c files")
    assert blanks("find all .c files, white space safe")


@pytest.mark.parametrize(
    "command",
    [
        "find / -name x", "cat /etc/passwd /usr/bin/env", "find /usr -name x", "ls a a/b", "cat a; cat a/b", "tar xf a.tar",
        "cp -r a /srv/x/y", "find . -samefile a.txt", "ls */*.c", "cat a.txt/b.txt a.txt", "rm -rf /", "echo > 'a b/c d'",
        "cat list | xargs rm", "find . -lname '*x'", "diff -r one two", "find . -size +100G",
    ],
)  # fmt: skip
def test_a_tree_can_be_grown(command: str) -> None:
    for seed in "012":
        assert grow(planted(command, seed), "/root/work").entries


def test_a_large_file_ends_in_a_hole() -> None:
    large = [entry for entry in planted("find . -size +100M") if entry.size > 100 << 20]
    assert large
    assert all(len(entry.content) < 1 << 20 for entry in large)


def test_links_lead_somewhere_where_they_are_followed() -> None:
    entries = {entry.path: entry for entry in planted("find -L . -name '*.c'")}
    assert entries["/root/work/to_file"].target in entries
    assert entries["/root/work/to_folder"].target == "/srv/linked"


def test_what_is_looked_for_can_be_there_only_once() -> None:
    wanted = minded(needs("cd $(find . -name x.java -printf %h)"), "")
    entries = [entry for entry in plant(wanted, "0", is_single=True) if entry.path.startswith("/root/work/")]
    assert sum(named(entry, "x.java") for entry in entries) == 1


@pytest.mark.parametrize(
    ("text", "size", "content"),
    [
        (b"abc\n", 0, b""),
        (b"abc\n", 3, b"abc"),
        (b"abc\n", 10, b"abc\nabc\nab"),
        (b"", 0, b""),
        (b"a", MOST_TEXT + 5, b"a" * MOST_TEXT),
    ],
)
def test_a_file_of_a_size(text: bytes, size: int, content: bytes) -> None:
    entry = of_size(Entry("/a", content=text), size)
    assert (entry.content, entry.size) == (content, size)
