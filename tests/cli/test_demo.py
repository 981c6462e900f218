"""What the demo says before it begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.cli.demo import SECONDS_PER_ANSWER, announcement
from asmeant.models.clients import weights
from asmeant.pipeline import OpenRun, Plan, begin_run
from asmeant.pipeline.preparation import fetch_weights
from asmeant.records import Candidate, Sampling


def begun(folder: Path, model: str) -> OpenRun:
    return begin_run(Plan("sample", model=model, sampling=Sampling(count=2), folder=folder))


@pytest.fixture
def no_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that has never had the embedded model."""
    monkeypatch.setenv("ASMEANT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("asmeant.workers.cores", lambda: 2)
    return tmp_path / "cache"


@pytest.mark.usefixtures("no_weights")
def test_what_is_waited_for_and_how_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with begun(tmp_path / "run", "embedded") as run:
        lines = announcement(run).splitlines()
    assert lines[0].startswith("The model 'embedded' is asked 2 times for each of 48 small tasks")
    assert lines[0].endswith("96 answers.")
    assert "  1. fetch the model: 93 MB to download, once" in lines
    assert "  2. start it: a few seconds" in lines
    assert "  3. ask it and run its answers: about 2 min with 2 cores, if nothing else runs" in lines
    monkeypatch.setattr(weights, "_was_checked", lambda path: True)
    assert "  1. fetch the model: here already" in announcement(run)


@pytest.mark.usefixtures("no_weights")
def test_what_is_there_already_takes_no_time(tmp_path: Path) -> None:
    with begun(tmp_path / "run", "embedded") as run:
        run.files.append(*(Candidate(task_id, rank, "1") for task_id in run.tasks for rank in range(2)))
    with begun(tmp_path / "run", "embedded") as run:
        assert "96 of them exist from an earlier run." in announcement(run)
        assert "download" not in announcement(run)


def test_of_another_model_nothing_is_promised(tmp_path: Path) -> None:
    with begun(tmp_path / "run", "reference") as run:
        assert "min with" not in announcement(run)


def test_a_download_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[str] = []

    def fetch(progress: weights.Progress) -> None:
        progress("Fetching SmolLM2 (93 MB, once)")

    monkeypatch.setattr("asmeant.pipeline.preparation.embedded_weights", fetch)
    fetch_weights(Plan(model="embedded:?slots=2"), messages.append)
    assert messages == ["Fetching SmolLM2 (93 MB, once)"]
    fetch_weights(Plan(model="reference"), messages.append)
    assert len(messages) == 1


def test_the_readme_says_the_same(no_weights: Path) -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    assert f"{weights.DOWNLOAD_MB} MB" in text
    assert "about 2 minutes" in text
    assert round(96 * SECONDS_PER_ANSWER / 2 / 60) == 2
