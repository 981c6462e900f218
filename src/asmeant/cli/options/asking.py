"""Options for data, tasks, samples and prompts."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import click

from asmeant.cli import numbers
from asmeant.cli.flags import seed_option
from asmeant.cli.options.grouping import grouped, words
from asmeant.records import Prompting, Sampling, Selection

DATA_VARIABLE = "ASMEANT_DATA"


def _for_models_too(context: click.Context, _option: click.Parameter, folder: Path | None) -> Path | None:
    """Models that read released files, such as `retrieval`, find them in the same folder as the tasks."""
    if folder is not None:
        before = os.environ.get(DATA_VARIABLE)
        os.environ[DATA_VARIABLE] = str(folder)
        context.call_on_close(partial(_restore, before))
    return folder


def _restore(folder: str | None) -> None:
    if folder is None:
        os.environ.pop(DATA_VARIABLE, None)
    else:
        os.environ[DATA_VARIABLE] = folder


data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    envvar=DATA_VARIABLE,
    callback=_for_models_too,
    help="Read released files from this folder. Default: ASMEANT_DATA, or the cache.",
)
selection_options = grouped(
    "selection",
    Selection,
    {
        "languages": click.option(
            "--lang", "languages", multiple=True, callback=words, help="Only these languages: en,es,ja,ru."
        ),
        "ids": click.option("--ids", multiple=True, callback=words, help="Only the tasks with these ids."),
        "limit": click.option(
            "--limit", type=numbers.TASKS, help="Maximum number of tasks, spread over the languages."
        ),
    },
)
stop_option = click.option("--stop", multiple=True, help="Another text that ends a reply. May be repeated.")

sampling_options = grouped(
    "sampling",
    Sampling,
    {
        "count": click.option(
            "--samples",
            "count",
            type=numbers.SAMPLES,
            default=1,
            show_default=True,
            help="Candidates per task.",
        ),
        "temperature": click.option(
            "--temperature", type=numbers.TEMPERATURE, default=0.8, show_default=True, help="0 is greedy."
        ),
        "top_p": click.option("--top-p", type=numbers.TOP_P, default=0.95, show_default=True),
        "max_tokens": click.option(
            "--max-tokens", type=numbers.MAX_TOKENS, default=512, show_default=True, help="Per reply."
        ),
        "seed": seed_option,
        "stop": stop_option,
    },
)


def _prompting(keep_whitespace: bool = False, **fields: Any) -> Prompting:
    return Prompting(strip=not keep_whitespace, **fields)


prompting_options = grouped(
    "prompting",
    _prompting,
    {
        "style": click.option(
            "--prompt",
            "style",
            default="",
            help="A prompt style, by name or file. Default: depends on the task.",
        ),
        "form": click.option(
            "--form",
            type=click.Choice(["chat", "completion"]),
            help="Form of the prompt. Default: what the model prefers.",
        ),
        "shots": click.option(
            "--shots", type=numbers.SHOTS, default=0, show_default=True, help="Examples in the prompt."
        ),
        "shots_by": click.option(
            "--shots-by",
            type=click.Choice(["chance", "similarity"]),
            default="chance",
            show_default=True,
            help="Which examples: random ones, or those with the most similar intents.",
        ),
        "shown": click.option(
            "--shown",
            type=click.Choice(["none", "one", "all"]),
            default="none",
            show_default=True,
            help="Probes (assertions) in the prompt.",
        ),
        "naming": click.option(
            "--naming",
            type=click.Choice(["id", "constant", "intent"]),
            default="id",
            show_default=True,
            help="Name of the function: the dataset's own, a constant, or made from the intent.",
        ),
        "extraction": click.option(
            "--extraction",
            type=click.Choice(["answer", "repair", "none"]),
            default="answer",
            show_default=True,
            help="answer: find the code that answers the task. repair: also cut an incomplete answer back to "
            "its last complete statement. none: take the reply as it is.",
        ),
        "keep_whitespace": click.option(
            "--keep-whitespace", is_flag=True, help="Keep white space at the end of a completion prompt."
        ),
    },
)
