"""Tasks -> a folder with an adapter that the embedded model can use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import needs

torch = pytest.importorskip("torch", reason=needs.TRAIN)

from asmeant.errors import DataError, RunError  # noqa: E402
from asmeant.metrics import load_metric  # noqa: E402
from asmeant.models.adapter.gguf import read_gguf  # noqa: E402
from asmeant.models.adapter.learning import AdapterData, Learner  # noqa: E402
from asmeant.models.adapter.settings import AdapterSettings  # noqa: E402
from asmeant.models.adapter.using import read_adapter_folder  # noqa: E402
from tests.models.adapter.tiny import tasks, write_base  # noqa: E402

SETTINGS = AdapterSettings(
    runs=2, rank=8, batch=6, epochs=6, rate=3e-2, dropout=0.0, alone=0.9, beam=2, longest_answer=24
)


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASMEANT_CACHE", str(tmp_path / "cache"))


def make_learner(folder: Path, settings: AdapterSettings = SETTINGS) -> Learner:
    data = AdapterData(tasks(), tasks(), ["tasks:tiny.jsonl"], "the same")
    return Learner(data, settings, write_base(folder), torch.device("cpu"))


def test_a_training_from_tasks_to_an_adapter(tmp_path: Path) -> None:
    learner = make_learner(tmp_path)
    folder = tmp_path / "out"
    losses = [epoch.losses for epoch in learner.train(folder)]
    assert max(losses[-1]) < 0.8 * min(losses[0])
    scores = learner.finish(folder, [load_metric("char-bleu@1")])
    assert scores["tasks"] == 6
    assert scores["with neighbours"].keys() == scores["without neighbours"].keys() == {"char-bleu@1"}
    assert {path.name for path in folder.iterdir()} == {
        "adapter.gguf",
        "recipe.json",
        "log.jsonl",
        "scores.json",
    }
    adapter = read_adapter_folder(folder)
    assert adapter.neighbours == {"bash": ["tasks:tiny.jsonl"]}
    assert read_gguf(adapter.path).metadata["adapter.lora.alpha"] == SETTINGS.alpha
    assert len((folder / "log.jsonl").read_text().splitlines()) == 6
    assert json.loads((folder / "recipe.json").read_text())["settings"]["rank"] == 8
    with pytest.raises(RunError, match="has a finished adapter"):
        list(make_learner(tmp_path).train(folder))


def test_what_was_killed_goes_on(tmp_path: Path) -> None:
    few = AdapterSettings(runs=1, rank=2, batch=6, epochs=2)
    next(make_learner(tmp_path, few).train(tmp_path / "out"))
    assert [epoch.number for epoch in make_learner(tmp_path, few).train(tmp_path / "out")] == [2]
    other = AdapterSettings(runs=1, rank=2, batch=5, epochs=2)
    with pytest.raises(RunError, match="a training with other settings or data"):
        list(make_learner(tmp_path, other).train(tmp_path / "out"))
    (tmp_path / "out" / "checkpoint.pt").write_bytes(b"torn")
    with pytest.raises(RunError, match=r"checkpoint\.pt cannot be read"):
        list(make_learner(tmp_path, few).train(tmp_path / "out"))


def test_no_task_with_code(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no task of the data has a reference in Bash or Python"):
        Learner(AdapterData([], [], [], ""), SETTINGS, write_base(tmp_path), torch.device("cpu"))
