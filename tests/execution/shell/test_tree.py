"""Which entries make a tree, and which cannot."""

from __future__ import annotations

import pytest

from asmeant.errors import DataError
from asmeant.execution.shell import Entry, from_files, grow, tree


def test_folders_come_before_what_is_in_them() -> None:
    found = from_files({"b/c/d.txt": "x", "/srv/a": "", "empty/": ""}, "/work")
    assert [(entry.path, entry.kind) for entry in found.entries] == [
        ("/srv", "directory"),
        ("/srv/a", "file"),
        ("/work", "directory"),
        ("/work/b", "directory"),
        ("/work/b/c", "directory"),
        ("/work/b/c/d.txt", "file"),
        ("/work/empty", "directory"),
    ]
    assert found.working_directory == "/work"


def test_the_last_of_two_entries_counts_and_the_digest_tells_trees_apart() -> None:
    one, two = from_files({"a": "1"}), grow([Entry("a", content=b"2"), Entry("/root/a", content=b"1")])
    assert one.digest == two.digest != from_files({"a": "2"}).digest


def test_hard_links_come_last() -> None:
    found = grow([Entry("a", "hard link", target="/root/z"), Entry("z")])
    assert [entry.path for entry in found.entries] == ["/root", "/root/z", "/root/a"]


def test_a_tree_stands_at_a_time_or_is_as_old_as_it_was_then() -> None:
    found = grow([Entry("dated", time=1000.0), Entry("undated")], "/root")
    still = found.standing_at(5000.0)
    assert still.clock == 5000.0
    times = {entry.path: entry.time for entry in still.entries}
    assert times == {"/root": 5000.0, "/root/dated": 1000.0, "/root/undated": 5000.0}
    moved = {entry.path: entry.time for entry in found.moved_in_time(5000.0).entries}
    assert moved["/root/undated"] - moved["/root/dated"] == 4000.0
    assert found.clock is None


def test_owners_tell_trees_apart() -> None:
    plain, owned = grow([Entry("a")]), grow([Entry("a", owner=1001)])
    assert plain.digest != owned.digest


BAD = [
    ("climbs out", [Entry("../../etc/x")], "cannot be a path"),
    ("no path", [Entry("")], "cannot be a path"),
    ("null byte", [Entry("a\0b")], "cannot be a path"),
    ("too long", [Entry("a/" * 2000)], "cannot be a path"),
    ("among tools", [Entry("/usr/bin/ls")], "/usr is the machine's own"),
    ("in place of tools", [Entry("/bin", "link", target="/srv")], "/bin is the machine's own"),
    ("among processes", [Entry("/proc/1")], "/proc is the machine's own"),
    ("in place of a folder that commands need", [Entry("/etc", "link", target="/srv")], "commands need that folder"),
    ("through a link", [Entry("a", "link", target="/"), Entry("a/etc/passwd")], "'/root/a' is a link, not a folder"),
    ("below a file", [Entry("a"), Entry("a/b")], "'/root/a' is a file, not a folder"),
    ("a device", [Entry("a", "device")], "A starting tree has only: file, directory"),
    ("hard link to nothing", [Entry("a", "hard link", target="/root/b")], "which is no file of the tree"),
    ("hard link to a link", [Entry("a", "hard link", target="/root/b"), Entry("b", "link", target="/")], "which is no file"),
    ("hard link to what is not its own", [Entry("a", "hard link", target="/etc/passwd")], "which is no file"),
]  # fmt: skip


@pytest.mark.parametrize(("entries", "fault"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_what_cannot_be_a_tree_says_why(entries: list[Entry], fault: str) -> None:
    with pytest.raises(DataError, match=fault.replace("(", r"\(")):
        grow(entries)


def test_a_tree_has_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MOST_BYTES", 10)
    with pytest.raises(DataError, match="at most 50,000 entries"):
        grow([Entry("a", content=b"x" * 6), Entry("b", content=b"x" * 6)])
    monkeypatch.setattr(tree, "MOST_ENTRIES", 2)
    with pytest.raises(DataError, match="at most 2 entries"):
        grow([Entry("a"), Entry("b"), Entry("c")])


def test_a_working_directory_is_checked_like_any_path() -> None:
    with pytest.raises(DataError, match="cannot be a path"):
        grow([], "../x")
    assert grow([], "/").working_directory == "/"
