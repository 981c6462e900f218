"""author correct: words that prescribe a method, and details left open (MBUPP, section 3.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import options
from asmeant.cli.console import progress, visible
from asmeant.cli.project_options import acting, as_option, opened
from asmeant.errors import DataError
from asmeant.files import replacing
from asmeant.records import Selection, Task, to_json

if TYPE_CHECKING:
    from asmeant.authoring.describing.correcting import Correction


@click.command()
@click.argument("dataset", metavar="DATASET|PROJECT")
@click.option("--model", "model_name", help="Also ask this language model. See: asmeant list models")
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write all tasks here, as JSON lines, with the corrected intents.",
)
@as_option
@options.selection_options()
@options.data_option
@options.json_option
def correct(
    dataset: str,
    person: str | None,
    model_name: str | None,
    out: Path | None,
    selection: Selection,
    data: Path | None,
    as_json: bool,
) -> None:
    """List words that prescribe a method, and details that descriptions leave open.

    Words that prescribe a method, such as "using regex", are removed. Missing details are only listed, for
    you to add: the types of arguments, the value that stands for "nothing found", how to sort or round, the
    unit. In the folder of a project, each corrected text becomes a proposal to vote on.
    """
    if _is_project(dataset):
        _correct_project(dataset, person, model_name, as_json)
        return
    from asmeant.authoring.describing.correcting import correct
    from asmeant.datasets import load_tasks

    tasks = list(load_tasks(dataset, selection, data))
    corrections = [correct(task) for task in tasks]
    by_model = _ask_model(tasks, model_name, as_json)
    _show(corrections, by_model, as_json)
    if out is not None:
        _write(tasks, corrections, out)
        click.echo(f"{len(tasks):,} tasks are in {out}. Run them: asmeant run tasks:{out}", err=as_json)


def _is_project(text: str) -> bool:
    """Whether it is a folder with a database, or the URL of one."""
    return text.startswith("postgresql") or (Path(text).expanduser() / "project.sqlite").is_file()


def _correct_project(place: str, person: str | None, model_name: str | None, as_json: bool) -> None:
    with opened(place) as project:
        from asmeant.authoring.describing.collecting import (
            BY_MODEL,
            open_items,
            propose,
            propose_corrections,
            task_of,
        )

        by = acting(project, person)
        items = open_items(project)
        corrections = list(propose_corrections(project, items, by))
        by_model = _ask_model([task_of(item) for item in items], model_name, as_json)
        for item in items:
            if item.id in by_model:
                propose(project, item, BY_MODEL, by_model[item.id], by)
    _show(corrections, by_model, as_json)


def _ask_model(tasks: Sequence[Task], spec: str | None, quiet: bool) -> dict[str, str]:
    """The description that the model wrote for each task, where it wrote one."""
    if not spec:
        return {}
    from asmeant.authoring.describing.asking import load_client
    from asmeant.authoring.describing.paraphrasing import corrections_by_model

    texts = {}
    with progress("descriptions", len(tasks), quiet=quiet) as bar:
        for task_id, text in corrections_by_model(tasks, load_client(spec)):
            if text:
                texts[task_id] = text
            bar.advance()
    return texts


def _show(corrections: Sequence[Correction], by_model: Mapping[str, str], as_json: bool) -> None:
    if as_json:
        click.echo(to_json([_as_json(item, by_model) for item in corrections]))
    else:
        _print(corrections, by_model)


def _as_json(item: Correction, by_model: Mapping[str, str]) -> dict[str, object]:
    return {
        "task": item.task_id,
        "intent": item.intent,
        "proposal": item.proposal,
        "model_proposal": by_model.get(item.task_id),
        "remarks": item.remarks,
    }


def _print(corrections: Sequence[Correction], by_model: Mapping[str, str]) -> None:
    for item in corrections:
        if not item.remarks and item.task_id not in by_model:
            continue
        click.echo(f"{click.style(item.task_id, bold=True)}  {visible(item.intent)}")
        for remark in item.remarks:
            click.echo(f"  {click.style(remark.rule, fg='red')}: {visible(remark.message)}")
        if item.changed:
            click.echo(f"  {click.style('proposal', fg='green')}: {visible(item.proposal)}")
        if item.task_id in by_model:
            click.echo(f"  {click.style('model', fg='green')}: {visible(by_model[item.task_id])}")
    for rule, count in Counter(remark.rule for item in corrections for remark in item.remarks).most_common():
        click.echo(f"{count} × {rule}")
    remarked = sum(bool(item.remarks) for item in corrections)
    changed = sum(item.changed for item in corrections)
    click.echo(
        f"There are remarks on {remarked:,} of {len(corrections):,} descriptions; "
        f"{changed:,} can be corrected by removing words."
    )


def _write(tasks: Sequence[Task], corrections: Sequence[Correction], out: Path) -> None:
    try:
        with replacing(out) as file:
            for task, item in zip(tasks, corrections, strict=True):
                tags = {**task.tags, "original_intent": task.intent} if item.changed else task.tags
                file.write(to_json(replace(task, intent=item.proposal, tags=tags)) + b"\n")
    except OSError as error:
        raise DataError(f"{out} cannot be written: {error.strerror}. Choose another --out.") from None
