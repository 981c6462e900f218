"""Before anything is asked or run: which libraries are missing, and how to add them."""

from __future__ import annotations

import importlib.metadata
import platform
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from asmeant.cli import asmeant
from asmeant.errors import UsageError
from asmeant.execution import Place
from asmeant.pipeline.missing import missing_libraries, missing_notice
from asmeant.records import Check, Scaffold, Task, to_json
from asmeant.runs import RunFolder
from asmeant.testing import FakeDataset, make_task

NEEDY = Scaffold(
    before="def double(x):\n    return ", entry="double", libraries=("os", "no_such_lib", "bs4x")
)
WARNING = (
    "asmeant: 1 of 2 tasks will be undecided, because libraries that they need are not installed in this Python: "
    "bs4x, no_such_lib. Add them with: pip install bs4x no_such_lib\n"
)


def call(*words: str | Path) -> Result:
    result = CliRunner().invoke(asmeant, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    """Two tasks, one of which needs libraries that nobody has."""
    path = tmp_path / "tasks.jsonl"
    rows = [
        make_task("plain"),
        make_task("needy", scaffold=NEEDY),
        make_task("loose", checks=(), scaffold=NEEDY),
    ]
    path.write_bytes(b"".join(to_json(row) + b"\n" for row in rows))
    return path


def test_run_says_what_is_missing_before_it_begins(tasks: Path, tmp_path: Path) -> None:
    result = call("run", f"tasks:{tasks}", "--model", "reference", "--out", tmp_path / "run")
    assert result.stderr.startswith(WARNING)
    assert result.stderr.count("will be undecided") == 1


def test_so_do_generate_and_judge_and_audit(tasks: Path, tmp_path: Path) -> None:
    words = ("generate", f"tasks:{tasks}", "--model", "reference", "--out", tmp_path / "run")
    assert call(*words).stderr.startswith(WARNING)
    assert call("judge", tmp_path / "run").stderr.startswith(WARNING)
    assert "will be undecided" not in call("judge", tmp_path / "run").stderr  # nothing is left to run
    assert call("audit", f"tasks:{tasks}").stderr.startswith(WARNING)


def test_a_sweep_says_it_once(tasks: Path, tmp_path: Path) -> None:
    axes = ("--temperature", "0", "--temperature", "1")
    result = call("sweep", f"tasks:{tasks}", "--model", "reference", *axes, "--out", tmp_path)
    assert result.stderr.count("will be undecided") == 1


def test_nothing_is_said_where_nothing_is_missing(tmp_path: Path) -> None:
    words = ("run", "sample", "--model", "reference", "--limit", "2", "--out", tmp_path / "run")
    assert "asmeant:" not in call(*words).stderr


def test_the_world_of_a_dataset_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASMEANT_WORLDS", str(tmp_path / "none"))
    needy = FakeDataset([make_task("needy", scaffold=NEEDY)], "odex")
    monkeypatch.setattr("asmeant.datasets.find_dataset", lambda name: needy)
    words = ("run", "odex", "--model", "reference", "--out")
    assert "Add them with: asmeant world build odex\n" in call(*words, tmp_path / "a").stderr
    # Who chooses this Python keeps it.
    assert "Add them with: pip install" in call(*words, tmp_path / "b", "--world", "this").stderr
    plain = FakeDataset([make_task("plain")], "odex")
    monkeypatch.setattr("asmeant.datasets.find_dataset", lambda name: plain)
    assert "the world of odex is not built" in call(*words, tmp_path / "c").stderr
    assert "asmeant:" not in call(*words, tmp_path / "d", "--world", "this").stderr


def test_many_are_cut_short() -> None:
    names = [f"library{number}" for number in range(20)]
    task = make_task("needy", scaffold=Scaffold(libraries=tuple(names)))
    assert "library11, …. Add" in missing_libraries([task], names, "this Python", "asmeant world build odex")


def test_the_run_records_the_versions_of_the_place(tasks: Path, tmp_path: Path) -> None:
    call("run", f"tasks:{tasks}", "--model", "reference", "--out", tmp_path / "run")
    versions = RunFolder(tmp_path / "run").settings().versions
    assert list(versions)[:2] == ["asmeant", "python"]
    assert versions["python"] == platform.python_version()
    for name in ("click", "msgspec"):
        assert versions[name] == importlib.metadata.version(name)


def test_canned_answers_need_a_world(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"--answers.* need a world"):
        call("run", "sample", "--model", "reference", "--answers", tmp_path)


def test_tools_that_commands_need_are_named_before_a_run() -> None:
    def command(*references: str) -> Task:
        checks = tuple(Check(str(number), same_outcome_as=one) for number, one in enumerate(references))
        return Task(references[0], "x", code_language="bash", checks=checks)

    tasks = [command("no-such-tool a"), command("no-such-tool b", "cat b"), command("cat c"), Task("p", "x")]
    notice = missing_notice(Place(), tasks, "mine", "")
    assert notice == (
        "1 of 3 commands will be undecided, because tools that they need are not among this machine's tools: "
        "no-such-tool. Build a world that has more: asmeant world build bash"
    )
    assert missing_notice(Place(), tasks, "mine", "this").endswith("no-such-tool.")
    assert missing_notice(Place(), tasks[1:], "mine", "") == ""
