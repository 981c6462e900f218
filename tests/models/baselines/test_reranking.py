from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
import torch
from torch import nn

from asmeant.errors import UsageError
from asmeant.metrics import load_metric
from asmeant.models.baselines.learning import Data, load_system, train
from asmeant.models.baselines.matching import Matching
from asmeant.models.baselines.reranking import FEATURES, Reranker
from asmeant.models.baselines.settings import Settings, settings_for
from asmeant.models.baselines.system import Answer
from asmeant.records import Task

from .toys import bash_tasks

CPU = torch.device("cpu")
EXACT = load_metric("exact-match")
SMALL = {"size": 16, "embedding": 16, "batch": 16, "rate": 1e-2, "dropout": 0.0, "longest": 30, "beam": 3,
         "validation_beam": 3, "least_count": 2, "validate_every": 9, "epochs": 6}  # fmt: skip


@dataclass
class Guessing:
    """A system that knows three commands for every intent, and prefers the wrong ones."""

    settings: Settings = field(default_factory=Settings)
    network: nn.Module = field(default_factory=lambda: nn.Linear(1, 1))
    asked: list[str] = field(default_factory=list)
    knowledge: dict[str, str] = field(default_factory=dict)

    def answers(self, intents: list[str], beam: int, count: int) -> list[list[Answer]]:
        self.asked += intents
        rows = []
        for intent in intents:
            name, place = intent.split()[-3], intent.split()[-1]
            codes = [f"rm {place}/{name}", f"wc -l {name}", f"find {place} -name {name}"]
            rows.append([Answer(code, -1.0 - number) for number, code in enumerate(codes)][:count])
        return rows


def right(reranker: Reranker, tasks: list[Task]) -> float:
    answers = reranker.answers([task.intent for task in tasks], 3, 1)
    return sum(row[0].code in task.references for row, task in zip(answers, tasks, strict=True)) / len(tasks)


@pytest.mark.thorough
def test_answers_are_ranked_by_what_the_intent_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base = Guessing()
    monkeypatch.setattr("asmeant.models.baselines.reranking.load_system", lambda *_: base)
    data, unseen = Data(bash_tasks(80, 1), bash_tasks(20, 2)), bash_tasks(20, 3)
    settings = settings_for("reranker", {**SMALL, "base": "guessing"})
    before = Reranker.of_tasks(data.train, settings)
    assert right(before, unseen) < 0.6  # the order of the base
    base.asked.clear()
    list(train(data, settings, tmp_path, [EXACT], CPU))
    assert len(base.asked) == 20  # once for each task, whatever was learnt
    monkeypatch.setattr("asmeant.models.baselines.reranking.system_class", lambda _: _OfKnowledge(base))
    after = load_system(tmp_path, CPU)
    assert isinstance(after, Reranker)
    assert right(after, unseen) >= 0.8
    weights = dict(zip(FEATURES, after.network.feature_weights.tolist(), strict=True))
    assert weights["mean log-probability"] == 1.0
    assert weights["reconstruction"] or weights["match"]
    assert after.answers(["x in y"], 3, 1)[0]


@dataclass
class _OfKnowledge:
    base: Guessing

    def of_knowledge(self, *_: object) -> Guessing:
        return self.base


def test_a_reranker_needs_a_base() -> None:
    with pytest.raises(UsageError, match="needs a trained system whose answers it ranks"):
        Reranker.of_tasks(bash_tasks(2, 1), settings_for("reranker", SMALL))


@torch.no_grad()
def test_padding_does_not_change_a_match() -> None:
    torch.manual_seed(0)
    network = Matching(9, 4, 0.0).eval()
    intents, codes = torch.tensor([[4, 5, 0, 0], [6, 7, 8, 4]]), torch.tensor([[5, 0], [7, 8]])
    both = network(intents, codes)
    assert both[0] == pytest.approx(float(network(intents[:1, :2], codes[:1, :1])), abs=1e-6)
    table = network.with_others(intents, codes, 1)
    assert torch.allclose(table[:, 0], both)
    assert table[0, 1] == pytest.approx(float(network(intents[:1], codes[1:])[0]), abs=1e-6)
