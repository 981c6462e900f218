"""A tiny training from end to end: it must reach a stated score, and go on after it was interrupted."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from asmeant.errors import DataError, ModelError, RunError, UsageError
from asmeant.metrics import load_metric
from asmeant.models import load_model
from asmeant.models.baselines import learning
from asmeant.models.baselines.learning import Data, answers_to, held_out, load_system, train
from asmeant.models.baselines.seq2seq import Seq2Seq
from asmeant.models.baselines.settings import DEFAULTS, Settings, read_changes, settings_for
from asmeant.models.baselines.training import Epoch, find_device
from asmeant.records import Sampling, Task

from .toys import bash_tasks, python_tasks

CPU = torch.device("cpu")
EXACT = [load_metric("exact-match")]
SMALL = {"size": 64, "embedding": 32, "batch": 16, "rate": 5e-3, "dropout": 0.1, "longest": 30, "beam": 3,
         "least_count": 2, "warmup": 0, "validate_every": 4}  # fmt: skip


def small(system: str, epochs: int, **changes: object) -> Settings:
    return settings_for(system, {**SMALL, "epochs": epochs, **changes})


def trained(system: str, epochs: int, folder: Path, **changes: object) -> list[Epoch]:
    make = python_tasks if system in ("tranx", "tae") else bash_tasks
    data = Data(make(150, 1), make(30, 2))
    return list(train(data, small(system, epochs, **changes), folder, EXACT, CPU))


@pytest.fixture(scope="module")
def copynet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("copynet")
    trained("copynet", 10, folder)
    return folder


def test_copynet_learns_to_copy_names_that_it_has_never_seen(copynet: Path) -> None:
    scores = json.loads((copynet / "scores.json").read_text())
    assert scores["scores"]["exact-match"] >= 0.9
    assert scores["dev"]["tasks"] == 30
    assert len(scores["train"]["sha256"]) == 64
    assert sorted(path.name for path in copynet.iterdir()) == [
        "config.json", "dev.jsonl", "log.jsonl", "model.safetensors", "scores.json", "vocabulary.json",
    ]  # fmt: skip
    log = [json.loads(line) for line in (copynet / "log.jsonl").read_text().splitlines()]
    assert log[-1]["loss"] < log[0]["loss"] / 10


def test_a_trained_directory_is_a_model(copynet: Path) -> None:
    model = load_model(f"trained:{copynet}?beam=4&device=cpu")
    tasks = bash_tasks(6, 3)
    done = {(tasks[0].id, 0)}
    candidates = list(model.generate(tasks, Sampling(count=2), done))
    assert len(candidates) == 11
    right = {task.id: task.references[0] for task in tasks}
    first = [candidate for candidate in candidates if candidate.rank == 0]
    assert sum(candidate.code == right[candidate.task_id] for candidate in first) >= 4
    assert all(candidate.log_probability is not None for candidate in first)


def test_without_copying_new_names_cannot_be_written(tmp_path: Path) -> None:
    trained("seq2seq", 2, tmp_path)
    assert json.loads((tmp_path / "scores.json").read_text())["scores"]["exact-match"] < 0.2


@pytest.mark.parametrize(
    ("system", "epochs", "least", "changes"),
    [
        ("tranx", 8, 0.9, {"size": 48}),
        pytest.param(
            *("tae", 8, 0.9, {"heads": 4, "layers": 1, "size": 48, "rate": 3e-3, "average": 0.9}),
            marks=pytest.mark.thorough,
        ),
        ("tellina", 8, 0.6, {}),  # a slot holds one constant: `rm PLACE/NAME` needs two
    ],
)
def test_the_other_systems_learn(
    system: str, epochs: int, least: float, changes: dict[str, object], tmp_path: Path
) -> None:
    trained(system, epochs, tmp_path, **changes)
    assert json.loads((tmp_path / "scores.json").read_text())["scores"]["exact-match"] >= least
    system_again = load_system(tmp_path, CPU)
    task = (python_tasks if system in ("tranx", "tae") else bash_tasks)(1, 2)[0]
    assert answers_to(system_again, [task.intent], 3, 1)[0][0].code


def test_training_may_begin_with_a_trained_system(copynet: Path, tmp_path: Path) -> None:
    data = Data(bash_tasks(30, 5), bash_tasks(20, 6))
    tuned = small("copynet", 1, base=str(copynet), rate=1e-4, validate_every=1, size=32)
    (epoch,) = train(data, tuned, tmp_path / "tuned", EXACT, CPU)
    assert epoch.score is not None
    assert epoch.score >= 0.8
    with pytest.raises(UsageError, match="holds a copynet, with which a seq2seq cannot begin"):
        next(train(data, small("seq2seq", 1, base=str(copynet)), tmp_path / "other", EXACT, CPU))


# ── interrupted ────────────────────────────────────────────────────────────────────────────────────


def test_a_training_that_was_killed_goes_on_as_if_it_had_not_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "SECONDS_BETWEEN_CHECKPOINTS", 0.0)
    data = Data(bash_tasks(40, 1), bash_tasks(10, 2))
    settings = small("copynet", 4, validate_every=1, patience=1)
    whole = [(epoch.number, epoch.loss) for epoch in train(data, settings, tmp_path / "whole", EXACT, CPU)]
    begun = train(data, settings, tmp_path / "parts", EXACT, CPU)
    parts = [next(begun) for _ in range(2)]
    begun.close()  # type: ignore[attr-defined]
    assert (tmp_path / "parts" / "checkpoint.pt").is_file()
    parts += train(data, settings, tmp_path / "parts", EXACT, CPU)
    assert [(epoch.number, epoch.loss) for epoch in parts] == whole
    assert not (tmp_path / "parts" / "checkpoint.pt").exists()
    assert list(train(data, settings, tmp_path / "parts", EXACT, CPU)) == []  # it is finished


def test_another_training_does_not_overwrite_one(copynet: Path) -> None:
    data = Data(bash_tasks(150, 1), bash_tasks(30, 2))
    with pytest.raises(RunError, match="holds another training: it differs in size"):
        next(train(data, small("copynet", 10, size=32), copynet, EXACT, CPU))
    other = Data(bash_tasks(150, 9), bash_tasks(30, 2))
    with pytest.raises(RunError, match="differs in the data"):
        next(train(other, small("copynet", 10), copynet, EXACT, CPU))


# ── what goes wrong ────────────────────────────────────────────────────────────────────────────────


def test_no_data() -> None:
    with pytest.raises(DataError, match="No task is left to learn from"):
        Data([], bash_tasks(1, 1))
    with pytest.raises(DataError, match="No task is left to validate with"):
        Data(bash_tasks(1, 1), [])


def test_no_reference_that_can_be_learnt(tmp_path: Path) -> None:
    task = Task("a", "do it", references=("not python at all",))
    with pytest.raises(DataError, match="Nothing can be learnt"):
        next(train(Data([task], [task]), small("tranx", 1), tmp_path, EXACT, CPU))


def test_a_loss_that_is_no_number(tmp_path: Path) -> None:
    data = Data(bash_tasks(20, 1), bash_tasks(2, 2))
    with pytest.raises(ModelError, match=r"The loss became nan in epoch 1.*lower one: --rate"):
        list(train(data, replace(small("copynet", 3), rate=math.inf), tmp_path, EXACT, CPU))


def test_out_of_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB.")

    monkeypatch.setattr(Seq2Seq, "loss", fail)
    data = Data(bash_tasks(20, 1), bash_tasks(2, 2))
    with pytest.raises(ModelError, match=r"Out of memory in epoch 1, with batches of 16.*--batch 8"):
        next(train(data, small("copynet", 3), tmp_path, EXACT, CPU))


@pytest.mark.parametrize("name", ["cuda:77", "quantum"])
def test_a_device_that_is_not_there(name: str) -> None:
    with pytest.raises(UsageError, match=f"The device '{name}' cannot be used: .* Here there is: cpu"):
        find_device(name)


def test_a_directory_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"has no trained model: model.safetensors is missing"):
        load_system(tmp_path, CPU)
    with pytest.raises(ModelError, match="is not a directory"):
        load_model(f"trained:{tmp_path / 'nowhere'}")
    with pytest.raises(UsageError, match="No option of a trained model is called 'bean'"):
        load_model(f"trained:{tmp_path}?bean=3")
    with pytest.raises(UsageError, match="The beam is a whole number from 1 to 1000"):
        load_model(f"trained:{tmp_path}?beam=0")


def test_settings_that_make_no_sense() -> None:
    with pytest.raises(UsageError, match=r"No setting is called 'sise'. Closest: 'size'"):
        read_changes(["sise=3"])
    with pytest.raises(UsageError, match="The setting size is a int, but 'x' was found"):
        read_changes(["size=x"])
    with pytest.raises(UsageError, match="must be 0 or more"):
        read_changes(["rate=-1"])
    assert read_changes(["size=30", "rate=0.1"]) == {"size": 30, "rate": 0.1}
    assert settings_for("copynet", {"level": "character"}).longest == 4 * DEFAULTS["copynet"].longest
    assert settings_for("seq2seq", {"level": "character"}).dropout == 0.2
    assert settings_for("seq2seq", {"level": "character", "dropout": 0.5}).dropout == 0.5


def test_tasks_of_one_question_are_on_one_side() -> None:
    tasks = [Task(f"t{number}", "x", tags={"question": str(number // 3)}) for number in range(90)]
    kept, inside = held_out(tasks, 0.2, seed=0)
    assert len(kept) + len(inside) == 90
    assert len(inside) == 18
    assert not {task.tags["question"] for task in kept} & {task.tags["question"] for task in inside}


def test_a_training_that_ends_before_its_first_validation_keeps_what_it_learnt(tmp_path: Path) -> None:
    data = Data(bash_tasks(40, 1), bash_tasks(4, 2))
    settings = small("copynet", 50, warmup=40)
    (epoch,) = train(data, settings, tmp_path, EXACT, CPU, seconds=1e-6)
    assert epoch.score is None
    torch.manual_seed(settings.seed)
    untrained = Seq2Seq.of_tasks(data.train, settings).network.state_dict()
    kept = load_system(tmp_path, CPU).network.state_dict()
    assert not torch.equal(untrained["scores.bias"], kept["scores.bias"])
