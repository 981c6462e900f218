"""What a command would do in a folder of this machine, found out without touching it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from asmeant.errors import SandboxError
from asmeant.execution.folder import FolderRunner, Trial
from asmeant.records import Limits


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("place")
    (folder / "a.txt").write_text("one\ntwo\n")
    (folder / "d").mkdir()
    (folder / "d" / "b.txt").write_text("three\n")
    return folder


@pytest.fixture(scope="module")
def runner(place: Path) -> Iterator[FolderRunner]:
    found = FolderRunner(place, Limits(seconds=2, disk_mb=8))
    yield found
    found.close()


def changes(trial: Trial) -> dict[str, str]:
    return {Path(change.path).name: str(change).removesuffix(", touched") for change in trial.outcome.changes}


def test_what_it_prints_and_how_it_ends(runner: FolderRunner, place: Path) -> None:
    outcome = runner.run("pwd; cat a.txt; echo no >&2; exit 3").outcome
    assert outcome.stdout == f"{place}\none\ntwo\n"
    assert (outcome.stderr, outcome.exit_status, outcome.changes) == ("no\n", 3, ())


def test_what_it_would_change_is_told_and_not_done(runner: FolderRunner, place: Path) -> None:
    trial = runner.run("echo new > n; rm -r d; echo more >> a.txt; ln -s a.txt l")
    assert changes(trial) == {
        "n": "created: 4 bytes",
        "d": "directory deleted",
        "b.txt": "deleted",
        "a.txt": "modified: 13 bytes",
        "l": "created: link to a.txt",
    }
    assert (place / "d" / "b.txt").read_text() == "three\n"
    assert sorted(path.name for path in place.iterdir()) == ["a.txt", "d"]


def test_each_command_gets_a_view_of_its_own(runner: FolderRunner) -> None:
    runner.run("rm -rf ./*; touch left")
    assert runner.run("ls").outcome.stdout == "a.txt\nd\n"


def test_what_changes_in_the_folder_is_seen_by_the_next_command(runner: FolderRunner, place: Path) -> None:
    (place / "late").write_text("x")
    try:
        assert "late" in runner.run("ls").outcome.stdout
    finally:
        (place / "late").unlink()


def test_other_files_of_the_machine_can_be_read_and_not_be_changed(
    runner: FolderRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert runner.run("head -c 4 /etc/passwd").outcome.stdout == Path("/etc/passwd").read_text()[:4]
    trial = runner.run("touch /etc/asmeant-was-here /tmp/asmeant-was-here")
    assert "asmeant-was-here" in changes(trial) or "Permission denied" in trial.outcome.stderr
    assert not Path("/etc/asmeant-was-here").exists()
    assert not Path("/tmp/asmeant-was-here").exists()


@pytest.mark.parametrize("command", ["cat", "read -p 'Name? ' name; echo $name", "grep x", "head -1 | wc -l"])
def test_a_command_that_asks_for_input_gets_none_and_is_told(runner: FolderRunner, command: str) -> None:
    trial = runner.run(command)
    assert trial.wanted_input
    assert trial.outcome.ending == "finished"


@pytest.mark.parametrize(
    "command", ["cat a.txt", "sleep 0.2", "cat < a.txt", "echo x | cat", "find . -name x"]
)
def test_a_command_that_asks_for_none_is_not_accused(runner: FolderRunner, command: str) -> None:
    assert not runner.run(command).wanted_input


def test_there_is_no_network_and_no_socket_of_others(runner: FolderRunner) -> None:
    assert runner.run("exec 3<>/dev/tcp/1.1.1.1/80").outcome.exit_status != 0
    outcome = runner.run("python3 -c 'import socket; socket.socket(socket.AF_UNIX)'").outcome
    assert "Operation not permitted" in outcome.stderr or "not found" in outcome.stderr


def test_one_that_writes_too_much(runner: FolderRunner) -> None:
    trial = runner.run("head -c 20M /dev/zero > big")
    assert trial.out_of_room
    assert trial.outcome.exit_status == 1


def test_many_changes_are_cut(runner: FolderRunner) -> None:
    outcome = runner.run("mkdir m; cd m; printf '%s\\n' {1..3000} | xargs touch").outcome
    assert outcome.changes_cut
    assert 1000 < len(outcome.changes) <= 2000


def test_what_is_no_command_is_refused(runner: FolderRunner) -> None:
    assert runner.run("a\0b").outcome.reason == "a command cannot hold a null byte"


@pytest.mark.parametrize("folder", ["/", "/usr/share", "/proc", "/nowhere-at-all"])
def test_where_no_view_can_be_made_it_is_said(folder: str) -> None:
    runner = FolderRunner(Path(folder))
    with pytest.raises(SandboxError, match="Commands cannot be tried in"):
        runner.run("ls")


def test_a_name_with_odd_characters(tmp_path: Path) -> None:
    folder = tmp_path / "a:b,c\\d é"
    folder.mkdir()
    runner = FolderRunner(folder)
    try:
        assert changes(runner.run("touch x")) == {"x": "created: 0 bytes"}
    finally:
        runner.close()
