from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.datasets import load_tasks
from asmeant.datasets.nl2bash import published_rows
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


def test_intents_that_say_the_same_are_grouped(tmp_path: Path) -> None:
    write(
        tmp_path,
        b"List all files\nSay hello\nList all the files.\nlist all file\n",
        b"ls -a\necho hello\nls -A\nls -a\n",
    )
    first, second = load_tasks("nl2bash:all+grouped", data=tmp_path)
    assert (first.id, first.intent, first.references) == ("nl2bash/0", "List all files", ("ls -a", "ls -A"))
    assert first.tags == {"merged": "nl2bash/0,nl2bash/2,nl2bash/3"}
    assert (second.id, second.references, second.tags) == ("nl2bash/1", ("echo hello",), {})


def test_an_unknown_part_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"No variant of nl2bash is called 'tset'\. Closest: 'test'"):
        load_tasks("nl2bash:tset", data=tmp_path)


def test_the_paper_s_rows_are_those_of_the_release_alone(tmp_path: Path) -> None:
    write(tmp_path, b"List all.\n", b"ls -a\n")
    with pytest.raises(
        DataError, match=r"all\.nl is not the file that was released: .*asmeant fetch nl2bash"
    ):
        next(load_tasks("nl2bash:test", data=tmp_path))


def test_the_parts_share_no_row() -> None:
    parts = {part: set(published_rows(part)) for part in ("train", "dev", "test")}
    assert [len(rows) for rows in parts.values()] == [8090, 609, 606]
    assert sorted(set.union(*parts.values())) == list(published_rows("filtered"))
    assert max(published_rows("filtered")) < 12607


@pytest.mark.data
@pytest.mark.parametrize(
    ("variant", "tasks"),
    [("all", 12607), ("filtered", 9305), ("train", 8090), ("dev", 609), ("test", 606), ("test+grouped", 547)],
)
def test_the_released_files(released_data: Path, variant: str, tasks: int) -> None:
    found = list(load_tasks(f"nl2bash:{variant}", data=released_data))
    assert len({task.id for task in found}) == len(found) == tasks
