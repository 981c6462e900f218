"""Runs by name: nothing outside the folder, and whose run it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant import evaluate
from asmeant.records import Candidate, Sampling
from asmeant.runs import RunFolder
from asmeant.testing import FakeModel, FakeSandbox, make_task
from asmeant.web.responses import RefusedError
from asmeant.web.runs import Runs
from asmeant.web.security.callers import LOCAL, Caller
from asmeant.web.settings import Settings


def make_run(folder: Path | str, *codes: str) -> None:
    model = FakeModel({"double": codes or ("x + x",)})
    sandbox = FakeSandbox(lambda source: "x + x" in source)
    evaluate([make_task()], model, Sampling(count=len(codes) or 1), folder=folder, sandbox=sandbox, workers=1)


@pytest.fixture(scope="module")
def shared_runs(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    return two_runs(tmp_path_factory.mktemp("shared"))


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return two_runs(tmp_path)


def two_runs(tmp_path: Path) -> Runs:
    make_run(tmp_path / "runs" / "one")
    make_run(tmp_path / "secret")
    return Runs(tmp_path / "runs", tmp_path / "runs" / ".state")


NAMES = [
    "../secret",
    "..",
    ".",
    "",
    "one/../../secret",
    "/etc",
    "one\0",
    "one/",
    "..\\secret",
    ".state",
    "x" * 5000,
    "\ud800",
    "one\n",
]


@pytest.mark.parametrize("name", NAMES)
def test_only_runs_of_the_folder_are_found(shared_runs: Runs, name: str) -> None:
    with pytest.raises(RefusedError, match="no run of that name"):
        shared_runs.files(name)


def test_runs_are_loaded_again_when_they_change(runs: Runs) -> None:
    assert runs.names() == ["one"]
    run = runs.load("one")
    assert runs.load("one") is run
    assert run.statuses() == {"passed": 1}
    with RunFolder(run.path) as files:
        files.append(Candidate("double", 1, "x"))
    assert runs.load("one").statuses() == {"passed": 1, "not judged": 1}


def test_another_users_run_may_be_seen_and_not_changed(runs: Runs) -> None:
    ada, bob, eve = (
        Caller("ada", "run", "session"),
        Caller("bob", "run", "session"),
        Caller("eve", "look", "session"),
    )
    runs.claim("one", ada)
    runs.check_owner("one", ada)
    runs.check_owner("one", LOCAL)
    for other in (bob, eve, Caller("ada", "look", "session")):
        with pytest.raises(RefusedError, match="Another user started this run"):
            runs.check_owner("one", other)


def test_a_folder_that_is_itself_a_run(tmp_path: Path) -> None:
    make_run(tmp_path / "alone")
    runs = Runs(tmp_path / "alone", tmp_path / "alone" / ".state")
    assert runs.names() == ["alone"]
    assert runs.load("alone").statuses() == {"passed": 1}


def test_runs_of_a_store_have_names_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASMEANT_CACHE", str(tmp_path / "cache"))
    make_run("memory://web/runs/one")
    runs = Runs("memory://web/runs", Settings(folder="memory://web/runs").state)
    assert runs.names() == ["one"]
    assert runs.files("one").label == "memory://web/runs/one"
    assert len(list(runs.load("one").candidates())) == 1
    for name in ("two", "../runs/one", "one/"):
        with pytest.raises(RefusedError, match="no run of that name"):
            runs.files(name)
    runs.claim("one", LOCAL)
    assert not [path for path in tmp_path.iterdir() if path.name != "cache"]
    assert Runs("memory://web/runs/one", tmp_path).names() == ["one"]
    assert Runs("memory://web/runs/one", tmp_path).files("one").label == "memory://web/runs/one"
