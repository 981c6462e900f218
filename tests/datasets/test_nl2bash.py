from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.datasets import load_tasks
from asmeant.errors import DataError, UsageError
from asmeant.records import Task


def write(folder: Path, intents: bytes, commands: bytes) -> None:
    (folder / "nl2bash").mkdir(exist_ok=True)
    (folder / "nl2bash" / "all.nl").write_bytes(intents)
    (folder / "nl2bash" / "all.cm").write_bytes(commands)


def test_lines_are_pairs(tmp_path: Path) -> None:
    # A form feed and U+2028 end a line for str.splitlines, but not for the corpus.
    write(tmp_path, b"List all.\r\nSay hello.\n", "ls -a\necho 'a\x0cb\u2028c'\n".encode())
    assert list(load_tasks("nl2bash", data=tmp_path)) == [
        Task(id="nl2bash/0", intent="List all.", code_language="bash", references=("ls -a",)),
        Task(id="nl2bash/1", intent="Say hello.", code_language="bash", references=("echo 'a\x0cb\u2028c'",)),
    ]


def test_unequal_files_are_told(tmp_path: Path) -> None:
    write(tmp_path, b"List all.\nSay hello.\n", b"ls -a\n")
    with pytest.raises(DataError, match=r"all\.nl has 2 lines and .*all\.cm has 1: .*asmeant fetch nl2bash"):
        next(load_tasks("nl2bash", data=tmp_path))


def test_what_is_no_text_is_told(tmp_path: Path) -> None:
    write(tmp_path, b"List all.\n\xff\xfe\n", b"ls\nls\n")
    with pytest.raises(DataError, match="line 2 is not UTF-8"):
        next(load_tasks("nl2bash", data=tmp_path))


def test_it_has_no_variants(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"nl2bash has no variants, so 'nl2bash:test' means nothing\. Say: nl2bash"
    ):
        load_tasks("nl2bash:test", data=tmp_path)


@pytest.mark.data
def test_the_released_files(released_data: Path) -> None:
    tasks = list(load_tasks("nl2bash", data=released_data))
    assert len({task.id for task in tasks}) == len(tasks) == 12607
