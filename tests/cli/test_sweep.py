"""sweep, as a person would type it: every cell an ordinary run, once."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from asmeant.cli import asmeant
from asmeant.cli.run import show_progress
from asmeant.errors import RunError, UnknownNameError, UsageError
from asmeant.pipeline import OpenRun

GRID = ["sample", "--model", "reference", "--temperature", "0.2", "--temperature", "0.8", "--lang", "en", "--lang", "es", "--limit", "2"]  # fmt: skip


def call(*words: str | Path) -> Result:
    result = CliRunner(env={"COLUMNS": "100"}).invoke(asmeant, [*map(str, words)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def call_json(*words: str | Path) -> Any:
    return json.loads(call(*words, "--json").stdout)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def swept_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    folder = tmp_path_factory.mktemp("swept")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return folder, call("sweep", *GRID)


@pytest.fixture
def swept(here: Path, swept_once: tuple[Path, Result]) -> Result:
    """What the sweep printed, and all that it wrote, here."""
    shutil.copytree(swept_once[0], here, dirs_exist_ok=True)
    return swept_once[1]


def recording(path: Path, *task_ids: str) -> str:
    path.write_text("".join(json.dumps({"task_id": id_, "text": "s[::-1]"}) + "\n" for id_ in task_ids))
    return f"recorded:{path.name}"


def test_a_grid_of_ordinary_runs(here: Path, swept: Result) -> None:
    lines = [line.split() for line in swept.stdout.splitlines()]
    assert ["language", "temperature", "pass@1", "tasks", "undecided"] in lines
    assert [line[:2] for line in lines if line[2:3] == ["100.0"]] == [
        ["en", "0.2"],
        ["en", "0.8"],
        ["es", "0.2"],
        ["es", "0.8"],
    ]
    assert "[4 of 4] language es, temperature 0.8" in swept.stderr
    (written,) = here.glob("runs/sweep-sample-*/sweep.json")
    sweep = json.loads(written.read_text())
    assert sweep["axes"]["temperature"] == [0.2, 0.8]
    assert [cell["state"] for cell in sweep["cells"]] == ["done"] * 4
    same = call_json(
        "run", "sample", "--model", "reference", "--temperature", "0.2", "--lang", "en", "--limit", "2"
    )
    assert same["run"] == sweep["cells"][0]["run"]
    assert same["scores"] == sweep["cells"][0]["scores"]


def test_what_is_done_is_not_done_again(here: Path, swept: Result) -> None:
    (written,) = here.glob("runs/sweep-sample-*/sweep.json")
    before = written.read_bytes()
    files = {path: path.read_bytes() for path in here.glob("runs/*/candidates.jsonl")}
    result = call("sweep", *GRID)
    assert result.stderr.count("(done)") == 4
    assert "judged" not in result.stderr
    assert {path: path.read_bytes() for path in here.glob("runs/*/candidates.jsonl")} == files
    assert written.read_bytes() == before
    assert result.stdout == swept.stdout


def test_an_interrupted_sweep_goes_on(here: Path, swept: Result) -> None:
    whole = call_json("sweep", *GRID)
    second = Path(whole["cells"][1]["run"])
    verdicts = (second / "verdicts.jsonl").read_bytes()
    (second / "verdicts.jsonl").write_bytes(verdicts[:-20])  # torn
    (second / "scores.json").unlink()
    last = Path(whole["cells"][3]["run"])
    for name in ("candidates.jsonl", "observations.jsonl", "verdicts.jsonl"):
        (last / name).unlink()
    result = call("sweep", *GRID)
    assert result.stderr.count("(done)") == 2
    assert sorted((second / "verdicts.jsonl").read_bytes().splitlines()) == sorted(verdicts.splitlines())
    assert call_json("sweep", *GRID) == whole


def test_ctrl_c_leaves_what_is_done(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["sweep", "sample", "--model", "reference", "--limit", "1", "--shots", "0", "--shots", "1"]
    asked: list[Path] = []

    def interrupted(run: OpenRun, *more: Any) -> None:
        asked.append(run.files.path)
        if len(asked) == 2:
            raise KeyboardInterrupt
        show_progress(run, *more)

    monkeypatch.setattr("asmeant.cli.sweep.show_progress", interrupted)
    result = CliRunner().invoke(asmeant, words)
    assert result.exit_code != 0
    (written,) = here.glob("runs/sweep-sample-*/sweep.json")
    assert [cell["state"] for cell in json.loads(written.read_text())["cells"]] == ["done", "waiting"]
    assert [cell["state"] for cell in call_json(*words)["cells"]] == ["done", "done"]
    assert asked == [asked[0], asked[1], asked[1]]


def test_other_forms(here: Path, swept: Result) -> None:
    lines = call("sweep", *GRID, "--csv").stdout.splitlines()
    assert lines[0] == "language,temperature,pass@1,pass@1 low,pass@1 high,tasks,undecided"
    assert lines[1] == "en,0.2,1.0,0.1581138830083546,1.0,2,0"
    assert "| en | 0.2 | 100.0 [15.8–100.0] | 2 | 0 |" in call("sweep", *GRID, "--markdown").stdout


def test_models_prompts_and_metrics(here: Path) -> None:
    ids = "sample/en/reverse-string"
    model = recording(here / "replies.jsonl", ids)
    words = [
        "--model",
        "reference",
        "--model",
        model,
        "--shots",
        "0",
        "--shots",
        "1",
        "--ids",
        ids,
        "--out",
        "mine",
    ]
    found = call_json("sweep", "sample", *words, "--metric", "pass@1,exact-match")
    assert [cell["settings"]["model"] for cell in found["cells"]] == ["reference"] * 2 + [model] * 2
    assert {score["metric"] for cell in found["cells"] for score in cell["scores"]} == {
        "pass@1",
        "exact-match",
    }
    assert all(cell["run"].startswith("mine/sample-") for cell in found["cells"])
    assert found["sweep"].startswith("mine/sweep-sample-")


def test_languages_can_be_one_run(here: Path) -> None:
    found = call_json(
        "sweep", "sample", "--model", "reference", "--lang", "en,es", "--lang", "ja", "--limit", "2"
    )
    assert [cell["settings"]["language"] for cell in found["cells"]] == [["en", "es"], ["ja"]]


def test_a_run_that_fails_does_not_stop_the_others(here: Path) -> None:
    ids = ["sample/en/reverse-string", "sample/en/sum-list"]
    model = recording(here / "replies.jsonl", ids[0])
    words = ["sweep", "sample", "--model", model, "--model", "reference", "--ids", ",".join(ids)]
    with pytest.raises(RunError, match=r"1 of 2 runs failed, the first with: .*same command continues"):
        call(*words)
    (written,) = here.glob("runs/sweep-sample-*/sweep.json")
    states = {cell["settings"]["model"]: cell["state"] for cell in json.loads(written.read_text())["cells"]}
    assert states == {model: "failed", "reference": "done"}


@pytest.mark.parametrize(
    ("words", "kind", "message"),
    [
        ([*GRID, "--csv", "--json"], UsageError, "Choose one"),
        ([*GRID, "--model", "nope"], UnknownNameError, "No model is called 'nope'"),
        ([*GRID, "--metric", "nope"], UnknownNameError, "No metric is called 'nope'"),
        ([*GRID, "--lang", "fr"], UsageError, "fr"),
        (["odx"], UnknownNameError, "Closest: 'odex'"),
    ],
)
def test_wrong_words_are_told_before_anything_is_asked(
    words: list[str], kind: type[Exception], message: str, here: Path
) -> None:
    with pytest.raises(kind, match=message):
        call("sweep", *words)
    assert not list(here.glob("runs/*/candidates.jsonl"))


def test_a_place_that_cannot_be_written(here: Path) -> None:
    (here / "taken").write_text("a file")
    with pytest.raises(RunError, match="cannot be written"):
        call("sweep", *GRID, "--out", "taken")
