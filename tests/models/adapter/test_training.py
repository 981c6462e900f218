"""The loss falls; what goes wrong is said in clear words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import needs

torch = pytest.importorskip("torch", reason=needs.TRAIN)

from asmeant.errors import DataError, ModelError  # noqa: E402
from asmeant.models.adapter import training  # noqa: E402
from asmeant.models.adapter.batches import Example, Writer  # noqa: E402
from asmeant.models.adapter.gguf import read_gguf  # noqa: E402
from asmeant.models.adapter.network import Llama  # noqa: E402
from asmeant.models.adapter.pool import pairs_of  # noqa: E402
from asmeant.models.adapter.settings import AdapterSettings  # noqa: E402
from asmeant.models.adapter.tokens import Tokenizer  # noqa: E402
from asmeant.models.adapter.training import Trainer, rate_at  # noqa: E402
from tests.models.adapter.tiny import tasks, write_base  # noqa: E402

SETTINGS = AdapterSettings(runs=2, rank=4, alpha=8.0, batch=3, epochs=4, rate=1e-2)


def make_trainer(folder: Path, settings: AdapterSettings = SETTINGS, count: int = 6) -> Trainer:
    base = read_gguf(write_base(folder))
    pairs = pairs_of(tasks())
    model = Llama(base, settings.runs, settings.rank, settings.alpha)
    model.adapters.initialize(torch.Generator().manual_seed(0))
    examples = [Example(pair, ()) for pair in pairs[:count]]
    return Trainer(model, examples, Writer(Tokenizer(base.metadata), pairs), settings)


def test_the_loss_of_every_run_falls(tmp_path: Path) -> None:
    epochs = list(make_trainer(tmp_path).run())
    assert [epoch.number for epoch in epochs] == [1, 2, 3, 4]
    assert all(last < first for first, last in zip(epochs[0].losses, epochs[-1].losses, strict=True))


def test_what_was_stopped_goes_on(tmp_path: Path) -> None:
    whole = make_trainer(tmp_path)
    expected = list(whole.run())
    first = make_trainer(tmp_path)
    for _ in zip(range(2), first.run(), strict=False):
        pass
    second = make_trainer(tmp_path)
    second.resume(first.progress)
    assert [epoch.losses for epoch in second.run()] == [epoch.losses for epoch in expected[2:]]


def test_the_rate_rises_and_falls() -> None:
    rates = [rate_at(done, 0.1) for done in (0.0, 0.05, 0.1, 0.5, 1.0)]
    assert rates[0] < rates[1] < rates[2] == 1.0
    assert rates[2] > rates[3] > rates[4] == pytest.approx(0.0)


def test_nothing_to_learn_from(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="Nothing can be learnt"):
        make_trainer(tmp_path, count=0)


def test_a_loss_that_is_no_number(tmp_path: Path) -> None:
    trainer = make_trainer(tmp_path)
    with torch.no_grad():
        trainer.model.adapters.values.fill_(float("nan"))
    with pytest.raises(
        ModelError, match=r"The loss became nan in epoch 1, at learning rate 0.01.* --rate 0.0025"
    ):
        list(trainer.run())


def test_out_of_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr(training, "batch_losses", fail)
    with pytest.raises(
        ModelError, match=r"Out of memory in epoch 1, with batches of 3 for 2 runs.* --batch 1"
    ):
        list(make_trainer(tmp_path).run())
