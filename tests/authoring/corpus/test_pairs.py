from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.authoring.corpus.pairs import Pair, pairs_of, read_pairs, write_pairs
from asmeant.errors import DataError, UsageError
from asmeant.records import Task

TWO = [Pair(0, "List all", "ls -a"), Pair(1, "Say it", "echo 'a\tb'")]


def written(folder: Path, name: str, content: bytes) -> Path:
    (folder / name).write_bytes(content)
    return folder / name


def test_two_files(tmp_path: Path) -> None:
    # U+2028 and a form feed end no line.
    intents = written(tmp_path, "all.nl", "List all\r\nSay \u2028\x0cit\n".encode())
    commands = written(tmp_path, "all.cm", b"ls -a\necho hello")
    assert read_pairs([intents, commands]) == [
        Pair(0, "List all", "ls -a"),
        Pair(1, "Say \u2028\x0cit", "echo hello"),
    ]


@pytest.mark.parametrize(
    ("name", "content", "pairs"),
    [
        ("a.jsonl", b'{"intent": "i", "command": "c"}\n\n{"intent": "j", "command": "d", "row": 7, "by": "me"}\n',
         [Pair(0, "i", "c"), Pair(7, "j", "d", {"by": "me"})]),
        ("a.csv", b'intent,command\n"i, say","echo ""a"""\nj,d\n', [Pair(0, "i, say", 'echo "a"'), Pair(1, "j", "d")]),
        ("a.tsv", b"command\tintent\necho \"a\ti say \"x\n", [Pair(0, 'i say "x', 'echo "a')]),
        ("bom.jsonl", b'\xef\xbb\xbf{"intent": "i", "command": "c"}', [Pair(0, "i", "c")]),
    ],
)  # fmt: skip
def test_one_file(tmp_path: Path, name: str, content: bytes, pairs: list[Pair]) -> None:
    assert read_pairs([written(tmp_path, name, content)]) == pairs


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.jsonl", b"", "is empty"),
        ("a.jsonl", b" \n\n", "is empty"),
        ("a.jsonl", b"\x7fELF\0\0", "is binary"),
        ("a.jsonl", b'{"intent": "\xff"}', "line 1: not UTF-8"),
        ("a.jsonl", b'{"intent": "i"}', "line 1: there is no text 'command', only intent"),
        ("a.jsonl", b'{"intent": "i", "command": 3}', "there is no text 'command'"),
        ("a.jsonl", b'{"intent": "i", "command": "c"}\n{"intent', "line 2: not JSON"),
        (
            "a.jsonl",
            b'{"intent": "i", "command": "c"}\n[]',
            "line 2: there is no text 'intent', only nothing",
        ),
        ("all.nl", b"List all\n", "holds no JSON objects: it begins with 'List all'"),
        ("a.csv", b"nl,bash\ni,c\n", "line 2: there is no text 'intent', only nl, bash"),
        ("a.csv", b'intent,command\ni,"c\n', "unexpected end of data"),
    ],
)
def test_faults_are_told(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    with pytest.raises(DataError, match=said):
        read_pairs([written(tmp_path, name, content)])


def test_unequal_files_are_told(tmp_path: Path) -> None:
    files = [written(tmp_path, "a.nl", b"i\nj\n"), written(tmp_path, "a.cm", b"c\n")]
    with pytest.raises(DataError, match=r"a\.nl has 2 lines and .*a\.cm has 1"):
        read_pairs(files)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read: No such file"):
        read_pairs([tmp_path / "a.jsonl"])


def test_three_files_are_too_many(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="but 3 were named"):
        read_pairs([tmp_path] * 3)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_pairs(tmp_path / "a.jsonl", TWO)
    assert read_pairs([tmp_path / "a.jsonl"]) == TWO
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_no_place_to_write_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be written"):
        write_pairs(tmp_path / "none" / "a.jsonl", TWO)


def test_pairs_of_tasks() -> None:
    tasks = [
        Task(id="x/5", intent="i", code_language="bash", references=("a", "b")),
        Task(id="py/1", intent="j", references=("c",)),
        Task(id="named", intent="k", code_language="bash", references=("d",)),
    ]
    assert [(pair.row, pair.command) for pair in pairs_of(tasks)] == [(5, "a"), (5, "b"), (2, "d")]
