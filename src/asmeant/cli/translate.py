"""translate: translates the intents of a dataset, and writes a tasks file."""

from __future__ import annotations

from pathlib import Path

import click

from asmeant.cli import options
from asmeant.cli.console import progress
from asmeant.errors import DataError
from asmeant.records import Selection, to_json


@click.command()
@click.argument("dataset")
@click.option(
    "--translator",
    required=True,
    help="file:PATH, released:flores101, hf:DIR, ct2:DIR, or a language model such as openai:NAME@URL.",
)
@click.option(
    "--to",
    "target",
    type=click.Choice(["en", "es", "ja", "ru"]),
    default="en",
    show_default=True,
    help="en: to ask an English model (translate-test). Another: to train on (translate-train).",
)
@click.option("--no-mask", is_flag=True, help="Translate names and literals, too, as the paper does.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The file of tasks to write. Run it: asmeant run tasks:FILE",
)
@options.selection_options()
@options.data_option
def translate(
    dataset: str,
    translator: str,
    target: str,
    no_mask: bool,
    out: Path,
    selection: Selection,
    data: Path | None,
) -> None:
    """Translate the intents of a dataset, and write its tasks to a file.

    Quoted text, names, paths and numbers are kept as they are.

    \b
      asmeant translate mconala --lang ja --translator openai:NAME@URL --out ja-en.jsonl
      asmeant run tasks:ja-en.jsonl --model embedded
    """
    from asmeant.datasets import load_tasks
    from asmeant.models.translation import load_translator, translate_train

    tasks = list(load_tasks(dataset, selection, data))
    source = load_translator(translator)
    try:
        with progress("translated", len(tasks)) as bar, out.open("wb") as file:
            for task in translate_train(tasks, source, target, masked=not no_mask):
                file.write(to_json(task) + b"\n")
                bar.advance()
    except OSError as error:
        raise DataError(f"{out} cannot be written: {error.strerror}. Choose another --out.") from None
    click.echo(f"{len(tasks):,} tasks are in {out}. Run them: asmeant run tasks:{out}")
