"""What an audit has run is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.authoring.auditing.findings import Finding
from asmeant.authoring.auditing.keeping import append_kept, key_of, read_kept
from asmeant.authoring.auditing.on_runs import Audited
from asmeant.errors import DataError
from asmeant.records import Task

AUDITED = Audited("t", False, (Finding("t", "reference fails", "the reference", "é"),))


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    assert read_kept(path) == read_kept(None) == {}
    append_kept(path, "a", AUDITED)
    append_kept(path, "b", replace(AUDITED, passes=None))
    append_kept(None, "c", AUDITED)
    assert read_kept(path) == {"a": AUDITED, "b": replace(AUDITED, passes=None)}


def test_a_torn_line_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    append_kept(path, "a", AUDITED)
    with path.open("ab") as file:
        file.write(b'{"key": "b", "aud')
    assert list(read_kept(path)) == ["a"]


def test_a_file_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    path.write_text("words\nmore words\n")
    with pytest.raises(DataError, match=r"other.txt, line 1 is not from an audit: .* Choose another --keep"):
        read_kept(path)
    with pytest.raises(DataError, match="cannot be written"):
        append_kept(tmp_path / "no" / "folder", "a", AUDITED)
    with pytest.raises(DataError, match="cannot be read"):
        read_kept(tmp_path)


def test_other_settings_have_another_key() -> None:
    task = Task("t", "i")
    assert key_of(task, {"repeat": 1}) == key_of(Task("t", "i"), {"repeat": 1})
    assert (
        len({key_of(task, {"repeat": 1}), key_of(task, {"repeat": 2}), key_of(Task("t", "j"), {"repeat": 1})})
        == 3
    )
