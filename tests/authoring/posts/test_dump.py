"""Stack Exchange's Posts.xml, as a stream, and hostile files that look like it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from asmeant.authoring.posts import dump
from asmeant.authoring.posts.dump import read_dump
from asmeant.errors import DataError

POSTS = """<?xml version="1.0" encoding="utf-8"?>
<posts>
  <row Id="2" PostTypeId="2" ParentId="1" Score="4" Body="&lt;pre&gt;&lt;code&gt;a[::-1]&lt;/code&gt;&lt;/pre&gt;" />
  <row Id="1" PostTypeId="1" AcceptedAnswerId="3" Score="7" Title="¿Cómo invertir?" Body="&lt;p&gt;Hola" Tags="&lt;python&gt;&lt;lista&gt;" ContentLicense="CC BY-SA 3.0" />
  <row Id="3" PostTypeId="2" ParentId="1" Score="x" Body="reversed" />
  <row Id="4" PostTypeId="1" Score="-1" Title="Otra" Tags="|java|" />
  <row Id="5" PostTypeId="2" ParentId="4" Body="no" />
  <row PostTypeId="1" Title="sin id" />
  <row Id="6" PostTypeId="4" Body="a wiki" />
</posts>"""


def test_questions_get_their_answers_wherever_they_are(tmp_path: Path) -> None:
    file = tmp_path / "Posts.xml.gz"
    file.write_bytes(gzip.compress(POSTS.encode()))
    first, second = read_dump(file, "es")
    assert (first.title, first.tags, first.score) == ("¿Cómo invertir?", ("python", "lista"), 7)
    assert (first.link, first.licence) == ("https://es.stackoverflow.com/q/1", "CC BY-SA 3.0")
    assert [(one.id, one.score, one.accepted) for one in first.answers] == [("2", 4, False), ("3", 0, True)]
    assert second.tags == ("java",)


def test_only_wanted_questions_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dump, "CHUNK", 7)
    file = tmp_path / "Posts.xml"
    file.write_text(POSTS)
    read = []
    assert [post.id for post in read_dump(file, tags=["python"], advance=read.append)] == ["1"]
    assert sum(read) == 2 * file.stat().st_size
    assert [post.id for post in read_dump(file, least_score=0)] == ["1"]


BOMB = '<!DOCTYPE posts [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><posts><row Id="1" Title="&b;"/></posts>'
OUTSIDE = '<!DOCTYPE posts [<!ENTITY a SYSTEM "file:///etc/passwd">]><posts><row Id="1" Title="&a;"/></posts>'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BOMB, "document type"),
        (OUTSIDE, "document type"),
        ("<posts><row", "not XML"),
        ("hello", "not XML"),
        ("", "not XML"),
        ("<posts>&nbsp;</posts>", "not XML"),
    ],
)
def test_harmful_and_broken_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "Posts.xml"
    file.write_text(text)
    with pytest.raises(DataError, match=message):
        list(read_dump(file))


def test_a_row_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dump, "LONGEST_ROW", 1000)
    monkeypatch.setattr(dump, "CHUNK", 100)
    file = tmp_path / "Posts.xml"
    file.write_text('<posts><row Body="' + "x" * 5000)
    with pytest.raises(DataError, match="bytes without a row"):
        list(read_dump(file))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        list(read_dump(tmp_path / "Posts.xml"))
    (tmp_path / "Posts.xml.gz").write_bytes(b"no gzip")
    with pytest.raises(DataError, match="cannot be read"):
        list(read_dump(tmp_path / "Posts.xml.gz"))
