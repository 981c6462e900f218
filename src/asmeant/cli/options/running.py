"""Options for where and how programs are run, what a run may use, and a whole plan."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
from click.core import ParameterSource

from asmeant.cli import numbers
from asmeant.cli.options.asking import (
    data_option,
    prompting_options,
    sampling_options,
    selection_options,
)
from asmeant.cli.options.grouping import Verb, combine, grouped, words
from asmeant.cli.run_path import RunPlace
from asmeant.errors import UsageError
from asmeant.records import Limits, Prompting, Sampling, Selection

if TYPE_CHECKING:
    from asmeant.pipeline import Plan


def limits_options(
    seconds: float = Limits().seconds, without: Collection[str] = ()
) -> Callable[[Verb], Verb]:
    """What a program may use, as an argument `limits`."""
    return grouped(
        "limits",
        Limits,
        {
            "network": click.option(
                "--live",
                "network",
                is_flag=True,
                help="Let programs use the network. Default: prepared responses, or no network.",
            ),
            "seconds": click.option(
                "--seconds",
                type=numbers.SECONDS,
                default=seconds,
                show_default=True,
                help="CPU time for one check. Idle time is limited to twice that.",
            ),
            "memory_mb": click.option(
                "--memory-mb",
                type=numbers.MEMORY_MB,
                default=Limits().memory_mb,
                show_default=True,
                help="Memory for one check.",
            ),
            "deadline": click.option(
                "--deadline",
                type=click.Choice(["fitting", "fixed"]),
                default=Limits().deadline,
                show_default=True,
                help="fitting: 10 times the CPU time of the task's reference, from 1 s up to --seconds. "
                "fixed: --seconds.",
            ),
        },
    )(without)


model_option = click.option(
    "--model", "model_name", default="embedded", show_default=True, help="See: asmeant list models"
)
strict_option = click.option(
    "--strict", is_flag=True, help="Leave checks undecided that can only run in the candidate's own process."
)
out_option = click.option(
    "-o",
    "--out",
    type=RunPlace(),
    help="The run's folder, or a URL such as s3://BUCKET/RUN. Default: runs/NAME.",
)
PLACE: dict[str, Callable[[Any], Any]] = {
    "world": click.option(
        "--world",
        default="",
        help="Where programs run: a world, or 'this' for this Python and this machine's tools. "
        "Default: the dataset's, if built; for commands, 'bash', if built.",
    ),
    "answers": click.option(
        "--answers",
        type=click.Path(path_type=Path, file_okay=False),
        help="A folder of *.json files with more prepared network responses.",
    ),
}
ON: dict[str, Callable[[Any], Any]] = {
    "on": click.option(
        "--on",
        default="local",
        show_default=True,
        metavar="WHERE",
        help="Where the work is done: local (all cores of this machine), here (this process), ray (a Ray "
        "that is started here), or the address of a Ray cluster: ray://HOST:PORT or HOST:PORT.",
    ),
}
EXECUTION: dict[str, Callable[[Any], Any]] = {
    **PLACE,
    "sandbox": click.option(
        "--sandbox", default="", help="See: asmeant list sandboxes. Default: namespaces, on Linux."
    ),
    "workers": click.option(
        "--workers",
        type=numbers.WORKERS,
        help="Programs at a time, while one more is made ready. Default: one per core; in a long run, what a "
        "short test finds fastest. On a cluster: actors, one for each of its cores unless given.",
    ),
}
JUDGING: dict[str, Callable[[Any], Any]] = {
    **EXECUTION,
    **ON,
    "strict": strict_option,
    "every": click.option(
        "--every",
        is_flag=True,
        help="Run every candidate. Default: candidates of a task that are the same program are run once.",
    ),
    "cache": click.option(
        "--cache",
        type=click.Path(path_type=Path, file_okay=False),
        help="A folder that keeps what programs did: a later run does not run the same ones again.",
    ),
}


def _plan(**fields: Any) -> Plan:
    from asmeant.pipeline import Plan

    return Plan(**fields)


def _spending(tokens: int | None = None, money: float | None = None, **fields: Any) -> dict[str, Any]:
    from asmeant.models.clients.spending import Budget

    return {"budget": Budget(tokens, money), **fields}


# How much a run may spend on a model server.
spending_options = grouped(
    "spending",
    _spending,
    {
        "tokens": click.option(
            "--budget-tokens",
            "tokens",
            type=numbers.TOKENS,
            help="Stop before the run has used more tokens of a model server, read and written.",
        ),
        "money": click.option(
            "--budget-money",
            "money",
            type=numbers.MONEY,
            help="Stop before the run has cost more, by the price in the model: openai:NAME@URL?price=IN/OUT",
        ),
        "reply_cache": click.option(
            "--reply-cache",
            type=click.Path(path_type=Path, file_okay=False),
            help="A folder that keeps the replies of model servers: later runs do not ask for the same ones.",
        ),
        "reply_cache_mb": click.option(
            "--reply-cache-mb",
            type=numbers.CACHE_MB,
            default=1024,
            show_default=True,
            help="Size of that folder. The least recently used replies are deleted.",
        ),
    },
)


# Where and how programs are run, as a plan with nothing else set.
execution_options = grouped("execution", _plan, {**EXECUTION, **ON})
judging_options = grouped("execution", _plan, JUDGING)


def plan_options(executes: bool = True, without: Collection[str] = ()) -> Callable[[Verb], Verb]:
    """Everything in a plan except its dataset and its folder, as one argument `plan`.

    A command that runs nothing still takes the place, which decides what some prompts say.
    """
    place = grouped("execution", _plan, JUDGING if executes else {**PLACE, **ON})

    def decorate(verb: Verb) -> Verb:
        @wraps(verb)
        def call(
            *arguments: Any,
            execution: Plan,
            selection: Selection,
            sampling: Sampling,
            prompting: Prompting,
            limits: Limits,
            data: Path | None,
            spending: dict[str, Any],
            model_name: str = "",
            **values: Any,
        ) -> Any:
            plan = replace(
                execution,
                model=model_name,
                selection=selection,
                sampling=sampling,
                prompting=replace(prompting, seed=sampling.seed),
                limits=limits,
                data=data,
                **spending,
            )
            return verb(*arguments, plan=plan, **values)

        options = [
            *([model_option] if "model_name" not in without else []),
            selection_options(without),
            data_option,
            sampling_options(without),
            prompting_options(without),
            limits_options(),
            place(without),
            spending_options(without),
        ]
        return combine(*options)(cast("Verb", call))

    return decorate


score_options = combine(
    click.option(
        "--metric",
        "metrics",
        multiple=True,
        callback=words,
        help="A metric such as pass@3. See: asmeant list metrics",
    ),
    click.option(
        "--by", default="intent_language", show_default=True, help="Group tasks by this field or tag."
    ),
)


# Options that may be given when a run is continued: all others are settings of the run.
NOT_SETTINGS = {
    "resume",
    "as_json",
    "sandbox",
    "workers",
    "on",
    "strict",
    "every",
    "cache",
    "data",
    "answers",
    "tokens",
    "money",
    "reply_cache",
    "reply_cache_mb",
}


def refuse_settings(reason: str) -> None:
    """An option that would be ignored is an error."""
    context = click.get_current_context()
    for name in context.params.keys() - NOT_SETTINGS:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = next(param.opts[0] for param in context.command.params if param.name == name)
            raise UsageError(f"{reason}, but {option} was given. Leave it out, or begin a new run.")
