"""train: trains a system of the papers, and writes it into a directory for `--model trained:DIR`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli import numbers, options
from asmeant.cli.console import progress
from asmeant.errors import UsageError
from asmeant.models.baselines.settings import DEFAULTS, LEVELLED, LEVELS, read_changes, settings_for
from asmeant.models.baselines.trained import require_torch
from asmeant.records import Selection, Task, to_json

if TYPE_CHECKING:
    from asmeant.models.baselines.learning import Data
    from asmeant.models.baselines.settings import Settings

ADAPTER = "adapter"
# The share of the tasks that is held out for validation, if a dataset has no part for that.
HELD_OUT = 0.08
METRICS = {
    "bash": ("char-bleu@1", "char-bleu@3", "tm@1", "tm@3"),
    "python": ("bleu:tranx", "bleu:conala", "exact-match"),
}


def _changed(changes: tuple[str, ...], **chosen: Any) -> dict[str, Any]:
    """The settings that differ from the system's defaults; those of --set as they were written."""
    return {"set": changes, **{name: value for name, value in chosen.items() if value is not None}}


setting_options = options.grouped(
    "changed",
    _changed,
    {
        "level": click.option(
            "--level",
            type=click.Choice(LEVELS),
            help="The size of the tokens, for seq2seq and copynet. Default: sub-token.",
        ),
        "base": click.option(
            "--base",
            help="Start from these weights: a trained directory; for pretrained, one of transformers or a "
            "hub name.",
        ),
        "epochs": click.option(
            "--epochs",
            type=numbers.Whole(1, 100_000),
            help="Maximum number of epochs. Default: depends on the system.",
        ),
        "batch": click.option(
            "--batch",
            type=numbers.Whole(1, 100_000),
            help="Examples per batch. Default: depends on the system.",
        ),
        "rate": click.option(
            "--rate",
            type=numbers.Real(0, 10, above=True),
            help="The learning rate. Default: depends on the system.",
        ),
        "changes": click.option(
            "--set",
            "changes",
            multiple=True,
            metavar="NAME=VALUE",
            help="Any other setting. May be repeated.",
        ),
        "seed": options.seed_option,
    },
)


@click.command()
@click.argument("name", type=click.Choice([*DEFAULTS, ADAPTER]), metavar="SYSTEM")
@click.option(
    "--on",
    "dataset",
    required=True,
    help="The dataset to learn from: nl2bash, conala, tasks:FILE. For an adapter also nl2bash,conala.",
)
@click.option("--dev", help="The dataset to validate with. Default: the dataset's own, or 8% of the tasks.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Default: trained/NAME-...")
@click.option(
    "--device", default="auto", show_default=True, help="cpu, cuda, cuda:1, mps. auto: a GPU, if any."
)
@click.option(
    "--minutes", type=numbers.Real(0, 100_000, above=True), help="Start no new epoch after this time."
)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    callback=options.words,
    help="Metrics on dev. The first one selects the best epoch.",
)
@click.option("--limit", type=numbers.TASKS, help="Maximum number of tasks to learn from.")
@setting_options()
@options.data_option
@options.json_option
def train(
    name: str,
    dataset: str,
    dev: str | None,
    out: Path | None,
    device: str,
    minutes: float | None,
    metrics: tuple[str, ...],
    limit: int | None,
    changed: dict[str, Any],
    data: Path | None,
    as_json: bool,
) -> None:
    """Train a system of the papers, and write it into a directory.

    \b
      seq2seq     GRU encoder and decoder with attention (NL2Bash)
      copynet     the same, which also copies from the intent (NL2Bash)
      tellina     a template by Seq2Seq, then its slots are filled (NL2Bash); Bash only
      tranx       actions that build a syntax tree (Yin, Neubig 2018); Python only
      tae         a Transformer that also learns from code alone (Norouzi et al. 2021); Python only
      reranker    the answers of a trained system in a better order: --base DIR (Yin, Neubig 2019)
      pretrained  any encoder-decoder of transformers, such as mBART: --base DIR (MCoNaLa)
      adapter     a LoRA adapter for the embedded model; several runs are averaged

    The directory has the weights, the settings, the vocabulary, the log, and the scores on dev with the
    checksum of the data. Interrupt it at any time: the same command continues from there.

    \b
      asmeant train copynet --on nl2bash --device cuda
      asmeant run nl2bash:test+grouped --model trained:trained/copynet-nl2bash-sub-token --samples 3
    """
    require_torch()
    if name == ADAPTER:
        from asmeant.cli.train_adapter import train_adapter

        train_adapter(dataset, dev, out, device, minutes, metrics, limit, changed, data, as_json)
        return
    settings = settings_for(name, {**read_changes(changed.pop("set")), **changed})
    examples = _data(dataset, dev, settings, limit, data)
    folder = out or _folder(settings, dataset)
    seconds = 60 * minutes if minutes else math.inf
    scores = _trained(examples, settings, folder, device, metrics, seconds, quiet=as_json)
    if as_json:
        click.echo(to_json({"folder": str(folder), **scores}))
        return
    click.echo(
        f"{folder}: {scores['parameters']:,} parameters, {scores['epochs']} epochs, "
        f"{scores['training_seconds']:.0f} s; dev: {len(examples.dev)} tasks, beam {scores['beam']}"
    )
    for metric, value in scores["scores"].items():
        click.echo(f"  {metric:14} {100 * value:.1f}")
    click.echo(f"Use it: asmeant run {dataset.partition(':')[0]} --model trained:{folder}")


def _folder(settings: Settings, dataset: str) -> Path:
    level = [settings.level] if settings.system in LEVELLED else []
    words = [settings.system, dataset.partition(":")[0], *level]
    seed = [f"seed{settings.seed}"] if settings.seed else []
    return Path("trained") / "-".join([*words, *seed])


def _data(dataset: str, dev: str | None, settings: Settings, limit: int | None, folder: Path | None) -> Data:
    """The tasks to learn from and to validate with.

    A dataset with variants train and dev is already split.
    """
    from asmeant.datasets import Release, find_dataset, load_tasks
    from asmeant.models.baselines.learning import Data, held_out

    name, _, variant = dataset.partition(":")
    release = find_dataset(name) if name and not variant and ":" not in dataset else None
    variants = release.variants if isinstance(release, Release) else {}
    spec = f"{name}:train" if "train" in variants else dataset
    dev_spec = dev or (f"{name}:dev+grouped" if "dev+grouped" in variants else "")
    tasks = list(load_tasks(spec, Selection(limit=limit), folder))
    if dev_spec:
        return Data(tasks, list(load_tasks(dev_spec, Selection(), folder)), spec, dev_spec)
    training, validation = held_out(tasks, HELD_OUT, settings.seed)
    return Data(training, validation, spec, f"{HELD_OUT:.0%} of {spec}")


def _trained(
    data: Data,
    settings: Settings,
    folder: Path,
    device_name: str,
    metric_names: tuple[str, ...],
    seconds: float,
    quiet: bool,
) -> dict[str, Any]:
    from asmeant.metrics import load_metric
    from asmeant.models.baselines.learning import train as train_on
    from asmeant.models.baselines.saving import Directory
    from asmeant.models.baselines.training import find_device

    device = find_device(device_name)
    metrics = [load_metric(name) for name in metric_names or _default_metrics(data.dev)]
    with progress(f"epochs of {settings.system}", settings.epochs, quiet=quiet) as bar:
        for epoch in train_on(data, settings, folder, metrics, device, seconds):
            score = "" if epoch.score is None else f", {metrics[0].name} {100 * epoch.score:.1f}"
            bar.advance(1, note=f"epoch {epoch.number}: loss {epoch.loss:.3f}{score}")
    return Directory(folder).scores()


def _default_metrics(tasks: Sequence[Task]) -> Sequence[str]:
    languages = {task.code_language for task in tasks}
    if len(languages) != 1 or not languages <= METRICS.keys():
        raise UsageError(f"The tasks are in {', '.join(sorted(languages))}. Choose a metric: --metric NAME")
    return METRICS[languages.pop()]
