"""train adapter: a LoRA adapter for the embedded model, in a folder for `embedded?adapter=DIR`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli.console import progress, say
from asmeant.errors import UsageError
from asmeant.records import Selection, Task, to_json

if TYPE_CHECKING:
    from asmeant.models.adapter.learning import AdapterData

METRICS = {
    "bash": ("char-bleu@1", "char-bleu@3", "tm@1", "tm@3"),
    "python": ("bleu:tranx", "bleu:conala", "exact-match"),
}
# The number of tasks that the scores on dev are computed from, if a dataset has no part for that.
MOST_HELD_OUT = 200


def train_adapter(
    datasets: str,
    dev: str | None,
    out: Path | None,
    device_name: str,
    minutes: float | None,
    metric_names: tuple[str, ...],
    limit: int | None,
    changed: dict[str, Any],
    folder: Path | None,
    as_json: bool,
) -> None:
    """Trains, averages and scores an adapter, and prints how to use it."""
    from asmeant.metrics import load_metric
    from asmeant.models.adapter.learning import Learner
    from asmeant.models.adapter.settings import adapter_settings
    from asmeant.models.baselines.training import find_device, use_idle_cores

    if changed.pop("level", None):
        raise UsageError("An adapter has the tokens of its base model: leave out --level.")
    named_base = changed.pop("base", None)
    settings = adapter_settings({**_pairs(changed.pop("set")), **changed})
    data = adapter_data(datasets, dev, limit, folder)
    metrics = [load_metric(name) for name in metric_names or _default_metrics(data.dev)]
    path = out or Path("trained") / f"adapter-{'-'.join(_names(datasets))}"
    base = _base(named_base)
    use_idle_cores()
    say(f"reading {base.name} and finding the neighbours of {len(data.train):,} tasks")
    learner = Learner(data, settings, base, find_device(device_name))
    seconds = 60 * minutes if minutes else math.inf
    with progress("epochs of the adapter", settings.epochs, quiet=as_json) as bar:
        for epoch in learner.train(path, seconds):
            losses = ", ".join(f"{loss:.3f}" for loss in epoch.losses)
            bar.advance(1, note=f"epoch {epoch.number}: loss {losses}")
    say(f"averaging {settings.runs} runs, and answering {len(data.dev)} tasks of dev twice")
    scores = learner.finish(path, metrics)
    if as_json:
        click.echo(to_json({"folder": str(path), **scores}))
        return
    click.echo(f"{path}: dev: {scores['tasks']} tasks, beam {scores['beam']}")
    for metric in metrics:
        near, alone = (scores[label][metric.name] for label in ("with neighbours", "without neighbours"))
        click.echo(f"  {metric.name:14} {100 * near:.1f}, without neighbours {100 * alone:.1f}")
    click.echo(f"Use it: asmeant run {_names(datasets)[0]} --model 'embedded?adapter={path}'")


def _pairs(words: Sequence[str]) -> dict[str, str]:
    """`NAME=VALUE` -> a dictionary."""
    for word in words:
        if "=" not in word:
            raise UsageError(f"'{word}' has no value. Use: --set NAME=VALUE, such as --set rank=16")
    return dict(word.split("=", 1) for word in words)


def _base(path: str | None) -> Path:
    from asmeant.models.clients.weights import embedded_weights

    return Path(path).expanduser() if path else embedded_weights(say)


def _names(datasets: str) -> list[str]:
    return [spec.partition(":")[0] for spec in datasets.split(",")]


def adapter_data(datasets: str, dev: str | None, limit: int | None, folder: Path | None) -> AdapterData:
    """The tasks to learn from and to validate with. A dataset with train and dev parts is already split."""
    from asmeant.datasets import Release, find_dataset, load_tasks
    from asmeant.models.adapter.learning import AdapterData
    from asmeant.models.baselines.learning import held_out

    specs, dev_specs = [], [dev] if dev else []
    for spec in filter(None, datasets.split(",")):
        name, colon, _ = spec.partition(":")
        release = find_dataset(name) if not colon else None
        variants = release.variants if isinstance(release, Release) else {}
        specs.append(f"{name}:train" if "train" in variants else spec)
        if not dev and "dev+grouped" in variants:
            dev_specs.append(f"{name}:dev+grouped")
    tasks = [task for spec in specs for task in load_tasks(spec, Selection(limit=limit), folder)]
    validation = [task for spec in dev_specs for task in load_tasks(spec, Selection(limit=limit), folder)]
    names = tuple(specs)
    if validation or not tasks:
        return AdapterData(tasks, validation, names, ",".join(dev_specs))
    share = min(0.08, MOST_HELD_OUT / len(tasks))
    training, validation = held_out(tasks, share, 0)
    return AdapterData(training, validation, names, f"{share:.0%} of the tasks")


def _default_metrics(tasks: Sequence[Task]) -> Sequence[str]:
    languages = {task.code_language for task in tasks}
    return METRICS["python"] if languages == {"python"} else METRICS["bash"]
