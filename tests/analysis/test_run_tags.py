"""Tags of a run: written, read, and what is no tag."""

from __future__ import annotations

from pathlib import Path

from asmeant.analysis.run_tags import read_tags, write_tags
from asmeant.runs import RunFolder


def test_tags_are_kept_without_blanks_and_each_once(tmp_path: Path) -> None:
    assert read_tags(tmp_path) == ()
    files = RunFolder(tmp_path)
    assert write_tags(files, [" best  so far ", "", "best so far", "x" * 90]) == ("best so far", "x" * 40)
    assert read_tags(tmp_path) == ("best so far", "x" * 40)
    (tmp_path / "tags.json").write_text("{not a list}")
    assert read_tags(tmp_path) == ()
