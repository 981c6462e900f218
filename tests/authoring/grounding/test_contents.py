"""Files hold lines that are looked for and lines that are not; archives are real ones."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from random import Random

import pytest

from asmeant.authoring.grounding.contents import content
from asmeant.authoring.grounding.needs import Needs
from asmeant.authoring.grounding.texts import Text


def lines(needs: Needs, seed: int = 0) -> list[str]:
    return content("a.txt", needs, Random(seed)).decode().splitlines()


def test_some_files_have_what_is_looked_for_and_some_do_not() -> None:
    needs = Needs(texts=(Text("^need[l]e"),))
    counts = [sum(line.startswith("needle") for line in lines(needs, seed)) for seed in range(30)]
    assert 0 in counts
    assert max(counts) >= 3
    assert all(any(not line.startswith("needle") for line in lines(needs, seed)) for seed in range(30))


def test_lines_have_columns_duplicates_and_others_of_the_same_file() -> None:
    found = lines(Needs(separators=("|",)))
    assert all("|" in line for line in found if line)
    assert len(set(found)) < len(found)
    assert set(lines(Needs(), 1)) & set(lines(Needs(), 2)) - {""}


def test_other_letters_only_where_case_is_minded() -> None:
    text = (Text("needle"),)
    plain = [line for seed in range(9) for line in lines(Needs(texts=text), seed)]
    minded = [line for seed in range(9) for line in lines(Needs(texts=text, minded=("case",)), seed)]
    assert not any("NEEDLE" in line for line in plain)
    assert any("NEEDLE" in line for line in minded)


def test_a_long_line_in_some_files() -> None:
    has_long = {any(len(line) > 60 for line in lines(Needs(), seed)) for seed in range(20)}
    assert has_long == {True, False}


def test_backslashes_only_where_they_are_minded() -> None:
    has_backslash = ["\\" in line for line in lines(Needs(minded=("backslashes",)))]
    assert any(has_backslash)
    assert not all(has_backslash)
    assert not any("\\" in line for line in lines(Needs()))


def test_what_is_looked_for_is_also_in_the_first_line() -> None:
    needs = Needs(texts=(Text("needle"),))
    assert {"needle" in lines(needs, seed)[0] for seed in range(20)} == {True, False}


def test_long_enough_and_sorted() -> None:
    assert len(lines(Needs(lines=100))) > 100
    found = lines(Needs(is_sorted=True))
    assert found == sorted(found)


def test_a_list_of_files() -> None:
    assert content("list", Needs(lists_files=True), Random(0), ["a", "b"]) == b"a\nb\n"


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tgz", "A.TBZ2", "a.tar.xz"])
def test_tar(name: str) -> None:
    with tarfile.open(fileobj=io.BytesIO(content(name, Needs(members=("in/x",)), Random(0)))) as archive:
        assert archive.getnames()[0] == "in/x"


def test_other_packed_files() -> None:
    with zipfile.ZipFile(io.BytesIO(content("a.zip", Needs(members=("x",)), Random(0)))) as archive:
        assert archive.namelist()[0] == "x"
    for unpack, name in ((gzip.decompress, "a.gz"), (bz2.decompress, "a.bz2"), (lzma.decompress, "a.xz")):
        assert unpack(content(name, Needs(), Random(0))).endswith(b"\n")
