from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from asmeant.cli import asmeant, main


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    (tmp_path / "d").mkdir()
    return tmp_path


def bash(*words: str | Path) -> Result:
    return CliRunner().invoke(asmeant, ["bash", *map(str, words)])


def test_a_command_is_tried_and_nothing_is_changed(folder: Path) -> None:
    found = bash("try", "rm a.txt; echo hi > d/b; pwd; cat c", "--tree", folder)
    assert found.exit_code == 0
    lines = found.output.splitlines()
    assert lines[0] == "/root"
    assert lines[2:] == ["exit status 1", "/root/a.txt  deleted", "/root/d/b  created: 3 bytes"]
    assert "cat: c: No such file" in lines[1]
    assert (folder / "a.txt").exists()
    assert not (folder / "d" / "b").exists()


def test_an_archive_stands_at_the_root(tmp_path: Path) -> None:
    archive = tmp_path / "tree.tgz"
    with tarfile.open(archive, "w:gz") as file:
        member = tarfile.TarInfo("w/a.txt")
        member.size = 4
        file.addfile(member, io.BytesIO(b"one\n"))
    assert bash("try", "cat /w/a.txt; pwd", "--tree", archive).output.splitlines()[:2] == ["one", "/"]


def test_a_command_that_does_not_end_is_told(folder: Path) -> None:
    assert "timed out" in bash("try", "while :; do :; done", "--seconds", "0.5").output


def test_json_has_all_of_it(folder: Path) -> None:
    found = json.loads(bash("try", "touch new", "--tree", folder, "--json").output)
    assert found["outcome"]["exit_status"] == 0
    assert found["outcome"]["changes"][0]["path"] == "/root/new"


@pytest.mark.parametrize(
    ("reference", "candidate", "said", "status"),
    [
        ("cat a.txt", "cat < a.txt", "the same", 0),
        ("ls", "find . -mindepth 1", "the same files", 0),
        ("cat a.txt", "tac a.txt", "not the same: line 1 of the output is 'two', expected 'one'", 1),
        ("fortune -s", "fortune -l", "undecided: fortune is not installed here", 1),
    ],
)
def test_two_commands_are_compared(
    folder: Path, reference: str, candidate: str, said: str, status: int
) -> None:
    found = bash("same", reference, candidate, "--tree", folder)
    assert found.output.startswith(said)
    assert found.exit_code == status


def test_the_intent_counts(folder: Path) -> None:
    commands = ("ls -l", "ls")
    assert bash("same", *commands, "--tree", folder, "--intent", "List all files").exit_code == 0
    assert bash("same", *commands, "--tree", folder, "--intent", "List files and their sizes").exit_code == 1


def test_an_expectation_is_shown_with_what_decided_it() -> None:
    printed = bash("expect", "List files and their sizes", "ls -l").output.splitlines()
    assert printed == [
        "files with attributes (size)",
        "  the command prints: files with attributes",
        "  'sizes' asks for: size",
    ]
    assert json.loads(bash("expect", "Count", "wc -l < a", "--json").output)["kind"] == "number"


def test_sameness_as_json(folder: Path) -> None:
    found = json.loads(bash("same", "ls", "ls -1", "--tree", folder, "--json").output)
    assert found == {"same": True, "reason": "", "undecided": ""}


def test_a_command_cannot_steer_the_terminal() -> None:
    found = bash("try", r"printf 'a\tb\033[31mred\a'; touch $'x\ey'")
    assert "a\tb\\x1b[31mred\\x07" in found.output
    assert "/root/x\\x1by  created" in found.output
    assert "\x1b" not in found.output


def test_the_exit_status_of_sameness_leaves_the_process(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["asmeant", "bash", "same", "cat a.txt", "tac a.txt", "--tree", str(folder)]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 1


def test_without_files_it_says_where_it_compares(folder: Path) -> None:
    where = "Compared in an empty folder"
    assert where in bash("same", "echo a", "printf 'a\\n'").output
    assert where not in bash("same", "echo a", "printf 'a\\n'", "--tree", folder).output


def test_what_tasks_expect_is_listed(tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    check = {"same_outcome_as": "ls -l"}
    task = {"id": "t/1", "intent": "List files and their sizes", "code_language": "bash", "checks": [check]}
    file.write_text(json.dumps(task) + "\n")
    listed = CliRunner().invoke(asmeant, ["list", "tasks", f"tasks:{file}"]).output
    assert listed == "t/1  List files and their sizes\n    expects files with attributes (size)\n"
    as_json = CliRunner().invoke(asmeant, ["list", "tasks", f"tasks:{file}", "--json"]).output
    assert json.loads(as_json)["expects"] == ["files with attributes (size)"]
    unnamed = CliRunner().invoke(asmeant, ["list", "tasks"])
    assert "Name the dataset whose tasks to list" in str(unnamed.exception)
