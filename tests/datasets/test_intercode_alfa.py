from __future__ import annotations

import io
import json
import re
import tarfile
from pathlib import Path

import pytest

from asmeant.authoring.pairs import accuracy, pairs, try_out
from asmeant.datasets import load_tasks
from asmeant.errors import DataError
from asmeant.execution import default_sandbox, load_sandbox
from asmeant.records import Limits
from asmeant.workers import local_workers

ROWS = [
    {"query": "Count the lines of /w/a.txt", "gold": "wc -l < /w/a.txt", "gold2": "grep -c '' /w/a.txt"},
    {"query": "Print /w/a.txt", "gold": "cat /w/a.txt", "gold2": "cat /w/a.txt", "difficulty": 2},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "intercode-alfa"
    home.mkdir()
    for number in (2, 10):
        (home / f"fs_{number}.json").write_text(json.dumps(ROWS))
        with tarfile.open(home / f"fs_{number}.tgz", "w:gz") as archive:
            member = tarfile.TarInfo("w/a.txt")
            member.size = 8
            archive.addfile(member, io.BytesIO(b"one\ntwo\n"))
    return tmp_path


def test_a_row_is_a_task_with_two_outcomes_that_will_do(folder: Path) -> None:
    tasks = list(load_tasks("intercode-alfa", data=folder))
    assert [task.id for task in tasks] == [
        f"intercode-alfa/{number}/{place}" for number in (2, 10) for place in (0, 1)
    ]
    first, second = tasks[:2]
    assert first.code_language == "bash"
    assert [(check.name, check.same_outcome_as) for check in first.checks] == [
        ("first", "wc -l < /w/a.txt"),
        ("second", "grep -c '' /w/a.txt"),
    ]
    assert [check.expects and check.expects.kind for check in first.checks] == ["number", "number"]
    assert first.scaffold.tree == str((folder / "intercode-alfa" / "fs_2.tgz").resolve())
    assert [check.same_outcome_as for check in second.checks] == ["cat /w/a.txt"]
    assert second.tags == {"tree": "fs_2", "difficulty": "2"}


def test_the_commands_run_in_their_tree(folder: Path) -> None:
    tasks = list(load_tasks("intercode-alfa:fs_2", data=folder))
    tried = list(
        try_out(pairs(tasks, 1), load_sandbox(default_sandbox()), Limits(seconds=5), local_workers(1))
    )
    assert accuracy(tried).of_all == 1


@pytest.mark.parametrize(
    ("variant", "gone", "said"),
    [
        ("", "fs_*.json", "has no fs_N.json. Put fs_N.json"),
        (":fs_3", "", "has no fs_3.json"),
        ("", "fs_2.tgz", "fs_2.tgz is not there: the commands of fs_2.json have no files to run on"),
    ],
)
def test_what_is_missing_is_said(folder: Path, variant: str, gone: str, said: str) -> None:
    for path in (folder / "intercode-alfa").glob(gone or "nothing"):
        path.unlink()
    with pytest.raises(DataError, match=said.replace("*", r"\*").replace(".", r"\.")):
        list(load_tasks(f"intercode-alfa{variant}", data=folder))


@pytest.mark.data
def test_right_commands_are_told_from_wrong_ones(released_data: Path) -> None:
    # How old the files are depends on the day. In a world with a clock it does not.
    ages = re.compile(r"-[acm](min|time)\b")
    tasks = [
        task
        for task in load_tasks("intercode-alfa", data=released_data)
        if not any(map(ages.search, task.references))
    ]
    tried = list(try_out(pairs(tasks), load_sandbox(default_sandbox()), Limits(seconds=15), local_workers()))
    found = accuracy(tried)
    assert found.wrong_accepted == 0
    assert found.of_all > 0.90
    assert found.of_decided is not None
    assert found.of_decided > 0.92
