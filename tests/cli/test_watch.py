"""What the demo says before it begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.cli import path, watch
from asmeant.cli.path import begin, run
from asmeant.cli.watch import announced
from asmeant.models.clients import weights
from asmeant.records import Candidate
from asmeant.runs import RunFolder


def begun(folder: Path, model: str, *words: str) -> RunFolder:
    given = run.make_context("run", ["sample", "--model", model, "--out", str(folder), *words]).params
    return begin("sample", given)


@pytest.fixture
def no_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that has never had the embedded model."""
    monkeypatch.setenv("ASMEANT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("asmeant.workers.cores", lambda: 2)
    return tmp_path / "cache"


@pytest.mark.usefixtures("no_weights")
def test_what_is_waited_for_and_how_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = begun(tmp_path / "run", "embedded", "--samples", "2")
    lines = announced(files).splitlines()
    assert lines[0].startswith("The model 'embedded' is asked 2 times for each of 48 small tasks")
    assert lines[0].endswith("96 answers.")
    assert "  1. fetch the model: 93 MB to download, once" in lines
    assert "  2. start it: a few seconds" in lines
    assert "  3. ask it and run its answers: about 2 min with 2 cores, where nothing else runs" in lines
    monkeypatch.setattr(weights, "_was_checked", lambda path: True)
    assert "  1. fetch the model: here already" in announced(files)


@pytest.mark.usefixtures("no_weights")
def test_what_is_there_already_takes_no_time(tmp_path: Path) -> None:
    files = begun(tmp_path / "run", "embedded", "--samples", "2")
    with files:
        files.append(*(Candidate(task.id, rank, "1") for task in files.tasks() for rank in range(2)))
    assert "96 of them are there from an earlier run." in announced(files)
    assert "download" not in announced(files)


def test_of_another_model_nothing_is_promised(tmp_path: Path) -> None:
    assert "min with" not in announced(begun(tmp_path / "run", "reference"))


def test_a_download_is_told_unless_json_is_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fetch(progress: weights.Progress | None) -> None:
        if progress is not None:
            progress("Fetching SmolLM2 (93 MB, once)")

    monkeypatch.setattr(weights, "embedded_weights", fetch)
    path.fetch_weights("embedded:?slots=2", quiet=False)
    assert capsys.readouterr().err == "Fetching SmolLM2 (93 MB, once) ...\n"
    path.fetch_weights("embedded", quiet=True)
    path.fetch_weights("reference", quiet=False)
    assert capsys.readouterr().err == ""


def test_the_readme_says_the_same(no_weights: Path) -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    assert f"{weights.DOWNLOAD_MB} MB" in text
    assert "about 2 minutes" in text
    assert round(96 * watch.SECONDS_PER_ANSWER / 2 / 60) == 2
