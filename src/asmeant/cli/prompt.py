"""prompt: shows the prompt of a task. No model is asked."""

from __future__ import annotations

import os
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

import click

from asmeant.cli import options
from asmeant.cli.console import terminal
from asmeant.errors import UsageError
from asmeant.records import Form, Prompting, Sampling, Task, TaskPrompt, to_json


@click.command()
@click.argument("dataset")
@click.argument("task_id", metavar="TASK")
@click.option(
    "--model", "model_name", help="Write it in the form that this model prefers. Default: as a chat."
)
@options.prompting_options()
@options.stop_option
@options.seed_option
@options.data_option
@options.json_option
def prompt(
    dataset: str,
    task_id: str,
    model_name: str | None,
    prompting: Prompting,
    stop: tuple[str, ...],
    seed: int,
    data: Path | None,
    as_json: bool,
) -> None:
    """Show the prompt of a task as it would be sent, without asking a model.

    \b
      asmeant prompt sample sample/en/reverse-string
      asmeant prompt odex TASK --shots 2 --shown one --form completion
    """
    from asmeant.cli.showing import show_prompt
    from asmeant.datasets import load_tasks

    tasks = list(load_tasks(dataset, data=data))
    task = _find(tasks, task_id, dataset)
    task_prompt = _write(task, tasks, replace(prompting, seed=seed), model_name, Sampling(stop=stop))
    if as_json:
        click.echo(to_json(task_prompt))
    else:
        show_prompt(terminal(), task_prompt)


def _find(tasks: list[Task], task_id: str, dataset: str) -> Task:
    for task in tasks:
        if task.id == task_id:
            return task
    close = get_close_matches(task_id, [task.id for task in tasks], n=1, cutoff=0.3)
    hint = (
        f"Closest: '{close[0]}'." if close else f"The first is '{tasks[0].id}'." if tasks else "It is empty."
    )
    raise UsageError(f"No task of {dataset} is called '{task_id}'. {hint}")


def _write(
    task: Task, tasks: list[Task], prompting: Prompting, model_name: str | None, sampling: Sampling
) -> TaskPrompt:
    from asmeant.models import task_prompt
    from asmeant.prompts import name_function, write_prompt

    renamed = name_function(task, prompting.naming)
    form = _preferred_form(model_name, prompting) if model_name else prompting.form or "chat"
    examples = tasks if prompting.shots else ()
    return task_prompt(task.id, write_prompt(renamed, prompting, form, examples), sampling)


def _preferred_form(model_name: str, prompting: Prompting) -> Form:
    from asmeant.models import Prompted, load_model

    os.environ.setdefault("HF_HUB_OFFLINE", "1")  # the prompt needs no download of the model
    model = load_model(model_name, prompting)
    if not isinstance(model, Prompted):
        raise UsageError(
            f"The model '{model_name}' is sent no prompt. Leave out --model, or name a language model."
        )
    return model.form
