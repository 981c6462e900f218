from __future__ import annotations

import gzip
import io
import tarfile
import zipfile

import pytest

from asmeant.authoring.corpus.grounding.needs import needs
from asmeant.authoring.corpus.grounding.planting import WORK, plant
from asmeant.authoring.corpus.grounding.wanted import DAY
from asmeant.execution.shell import Entry, grow

CLOCK = 1_700_000_000.0


def planted(command: str, plain: bool = False) -> dict[str, Entry]:
    entries = plant(needs(command), CLOCK, plain)
    grow(entries, WORK)  # they make a tree
    return {entry.path.removeprefix(f"{WORK}/"): entry for entry in entries}


def test_files_that_match_and_files_that_do_not() -> None:
    found = planted("find . -name '*.c' -mtime +7")
    named = [entry for path, entry in found.items() if path.endswith(".c")]
    ages = {(CLOCK - entry.time) // DAY > 7 for entry in named}
    assert ages == {True, False}
    assert any(not path.endswith(".c") for path in found)
    assert {path.count("/") for path in found} >= {0, 1, 2}


def test_sizes_and_modes() -> None:
    found = planted("find . -type f -size +1k -perm 600").values()
    sizes = {(len(entry.content) > 2048, entry.mode == 0o600) for entry in found}
    assert sizes >= {(True, True), (True, False), (False, True)}


def test_nothing_is_older_than_the_clock() -> None:
    assert min(entry.time for entry in planted("find . -mtime +99999").values()) > 0


def test_large_files_are_not_made() -> None:
    assert all(len(entry.content) <= 2 << 20 for entry in planted("find / -size +10G").values())


def test_folders_links_and_nothing() -> None:
    assert planted("find . -type d -name 'x*'")["one/xalpha1"].kind == "directory"
    assert {entry.kind for entry in planted("find . -type l").values()} >= {"link", "file"}
    assert planted("find . -empty -type f")["blank.txt"].content == b""


def test_plain_trees_have_no_awkward_names() -> None:
    assert any(" " in path or "/." in path for path in planted("find . -name x"))
    assert not any(" " in path or "/." in path for path in planted("find . -name x", plain=True))


def test_texts_are_in_some_files_only() -> None:
    found = planted("grep -r 'needle[0-9]' dir")
    assert {b"needle0" in entry.content for entry in found.values()} == {True, False}


def test_what_a_command_makes_is_not_there() -> None:
    found = planted("cp a.txt new/b.txt")
    assert "a.txt" in found
    assert "new/b.txt" not in found
    assert found["new"].kind == "directory"


def test_patterns_and_homes() -> None:
    assert {"alpha.log", "beta2.log", "notes.md"} <= planted("cat *.log").keys()
    assert "/root/x.txt" in planted("cat ~/x.txt")


def test_a_command_that_names_nothing_still_has_files_around() -> None:
    assert "a.txt" in planted("ls")


def test_what_lies_in_a_file_is_left_out() -> None:
    found = planted("cat a.txt a.txt/b")
    assert "a.txt" in found
    assert "a.txt/b" not in found


@pytest.mark.parametrize("name", ["x.tar", "x.tar.gz", "x.tbz2", "x.tar.xz"])
def test_archives_are_archives(name: str) -> None:
    with tarfile.open(fileobj=io.BytesIO(planted(f"tar -xf {name}")[name].content)) as archive:
        names = archive.getnames()
    assert names == ["packed/first.txt", "packed/second.txt"]


def test_what_is_compressed_is_compressed() -> None:
    assert gzip.decompress(planted("zcat x.gz")["x.gz"].content)
    assert zipfile.ZipFile(io.BytesIO(planted("cat x.zip")["x.zip"].content)).namelist() == [
        "first.txt",
        "second.txt",
    ]


def test_sorted_lines_for_those_who_need_them() -> None:
    lines = planted("comm a b")["a"].content.decode().splitlines()
    assert lines == sorted(lines)
    assert len(planted("head -n 100 x")["x"].content.splitlines()) > 100
