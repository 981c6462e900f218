"""author vary, author learn: proposes sets of assertions for other signatures (MBUPP, section 3.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import numbers, options
from asmeant.cli.compare import print_table
from asmeant.cli.console import progress, say
from asmeant.cli.run_path import RunPath
from asmeant.errors import DataError
from asmeant.records import Candidate, Check, Limits, Selection, Task, to_json
from asmeant.runs import RunFolder
from asmeant.tables import Table

if TYPE_CHECKING:
    from asmeant.authoring.varying import Proposal
    from asmeant.authoring.varying.learning import Learned
    from asmeant.pipeline import Judge, Plan

out_option = click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write all tasks here, as JSON lines, with the new checks added.",
)
only_option = click.option(
    "--only", multiple=True, help="Only sets whose name contains this text. May be repeated."
)


def depth_option(default: int) -> Callable[[options.Verb], options.Verb]:
    return click.option(
        "--depth",
        type=numbers.Whole(1, 3),
        default=default,
        show_default=True,
        help="Maximum number of transformations combined in one set.",
    )


def judge_for(execution: Plan, limits: Limits, dataset: str = "") -> Judge:
    """A judge with these options."""
    from asmeant.pipeline import Judge

    return Judge(
        execution.world,
        limits=limits,
        sandbox=execution.sandbox,
        answers=execution.answers,
        dataset=dataset,
        on=execution.on,
    )


@click.command()
@click.argument("dataset")
@only_option
@depth_option(1)
@click.option(
    "--most",
    type=numbers.Whole(1, 10_000),
    default=40,
    show_default=True,
    help="Maximum number of new sets for each task. The simplest come first.",
)
@click.option(
    "--run",
    "is_run",
    is_flag=True,
    help="Run the first reference on more inputs, and refuse sets that a simple wrong guess would pass.",
)
@click.option("--refused", is_flag=True, help="Also list the sets that are refused, with the reason.")
@out_option
@options.selection_options()
@options.data_option
@options.limits_options(without=["deadline"])
@options.execution_options(without=["workers"])
def vary(
    dataset: str,
    only: tuple[str, ...],
    depth: int,
    most: int,
    is_run: bool,
    refused: bool,
    out: Path | None,
    selection: Selection,
    data: Path | None,
    limits: Limits,
    execution: Plan,
) -> None:
    """Propose new sets of assertions for each task of DATASET, by transforming its first set.

    Arguments may change their order, number and form; answers their form. A set is refused if a function
    that does no work would pass it. With --run, it is also refused if a simple wrong guess would pass it,
    such as the smallest element instead of the shortest one, or if the first set accepts a mutant of the
    reference. Only assertions such as `assert f(2, [1]) == 'x'` can be transformed.
    """
    from asmeant.authoring.varying import propose
    from asmeant.datasets import load_tasks

    tasks = list(load_tasks(dataset, selection, data))
    proposals = {
        task.id: [item for item in propose(task, depth, most) if _is_chosen(item.check, only)]
        for task in tasks
    }
    if is_run:
        plan = replace(execution, dataset=dataset, selection=selection, data=data, limits=limits)
        proposals = _without_wrong_readings(plan, proposals)
    listed = {
        id_: [item for item in items if refused or not item.refused] for id_, items in proposals.items()
    }
    print_table(_proposals_table(listed))
    accepted = {id_: [item.check for item in items if not item.refused] for id_, items in proposals.items()}
    _write(tasks, accepted, out)


def _without_wrong_readings(
    plan: Plan, proposals: Mapping[str, Sequence[Proposal]]
) -> dict[str, list[Proposal]]:
    from asmeant.authoring.verifying.proposals import first_set_fault, more_examples, refused_by_reading
    from asmeant.pipeline.preparation import prepare

    prepared = prepare(plan, say)
    click.get_current_context().call_on_close(prepared.close)
    sandbox = prepared.sandbox()
    checked: dict[str, list[Proposal]] = {}
    with progress("tasks", len(prepared.tasks)) as bar:
        for task in prepared.tasks:
            if proposals[task.id]:
                examples = more_examples(task, sandbox, plan.limits)
                fault = first_set_fault(task, sandbox, plan.limits)
                checked[task.id] = list(refused_by_reading(proposals[task.id], examples, fault))
            else:
                checked[task.id] = []
            bar.advance()
    return checked


def _is_chosen(check: Check, only: Sequence[str]) -> bool:
    return not only or any(text in check.name for text in only)


def _proposals_table(proposals: Mapping[str, Sequence[Proposal]]) -> Table:
    rows = tuple(
        (id_, item.check.name, item.check.probes[0], item.refused or "proposed")
        for id_, items in proposals.items()
        for item in items
    )
    varied = sum(map(bool, proposals.values()))
    return Table(
        "New sets",
        ("task", "set", "first assertion", "status"),
        rows,
        (f"{len(rows):,} sets for {varied:,} of {len(proposals):,} tasks.",),
    )


@click.command()
@click.argument("runs", nargs=-1, required=True, type=RunPath(), metavar="RUN...")
@only_option
@depth_option(2)
@click.option(
    "--most",
    type=numbers.Whole(1, 1_000),
    default=60,
    show_default=True,
    help="Maximum number of sets that are tried for each task.",
)
@out_option
@options.limits_options()
@options.execution_options(without=["workers"])
def learn(
    runs: tuple[RunFolder, ...],
    only: tuple[str, ...],
    depth: int,
    most: int,
    out: Path | None,
    limits: Limits,
    execution: Plan,
) -> None:
    """Find sets that failed candidates of these RUNs meet: the right function with another signature.

    Each candidate that failed is run again with the sets that `asmeant author vary` proposes for its task.
    Look at the table, and add the sets that you accept: name them with --only, and write the tasks with
    --out. `asmeant author vary --only NAME` proposes the same transformation for other tasks.
    """
    from asmeant.authoring.varying.learning import learn

    tasks, failed = _failed_candidates(runs)
    learned: list[Learned] = []
    with (
        progress("tasks", len(failed)) as bar,
        judge_for(execution, limits) as judge,
    ):
        for id_, candidates in failed.items():
            learned += learn([tasks[id_]], {id_: candidates}, judge, depth, most)
            bar.advance()
    accepted = [item for item in learned if _is_chosen(item.proposal.check, only)]
    print_table(_learned_table(accepted))
    checks = {
        id_: [item.proposal.check for item in items]
        for id_, items in groupby(accepted, key=lambda item: item.task.id)
    }
    _write(list(tasks.values()), checks, out)


def _failed_candidates(
    runs: Iterable[RunFolder],
) -> tuple[dict[str, Task], dict[str, list[Candidate]]]:
    """All tasks of the runs, and the candidates that meet no check of their task."""
    from asmeant.loaded_run import LoadedRun

    tasks: dict[str, Task] = {}
    failed: dict[str, list[Candidate]] = {}
    for files in runs:
        run = LoadedRun(files)
        tasks |= run.tasks
        for attempt in run.attempts():
            if attempt.status == "failed" and attempt.candidate.code.strip():
                failed.setdefault(attempt.task.id, []).append(attempt.candidate)
    return tasks, failed


def _learned_table(learned: Sequence[Learned]) -> Table:
    rows = tuple(
        (
            item.task.id,
            item.proposal.check.name,
            item.proposal.check.probes[0],
            len(item.candidates),
            ", ".join(item.models),
        )
        for item in learned
    )
    return Table(
        "Sets that failed candidates meet",
        ("task", "set", "first assertion", "candidates", "models"),
        rows,
        () if rows else ("No failed candidate meets another set.",),
    )


def _write(tasks: Sequence[Task], checks: Mapping[str, Sequence[Check]], out: Path | None) -> None:
    if out is None:
        return
    try:
        with out.open("wb") as file:
            for task in tasks:
                extended = replace(task, checks=(*task.checks, *checks.get(task.id, ())))
                file.write(to_json(extended) + b"\n")
    except OSError as error:
        raise DataError(f"{out} cannot be written: {error.strerror}. Choose another --out.") from None
    added = sum(map(len, checks.values()))
    click.echo(
        f"New checks: {added:,}. The {len(tasks):,} tasks are in {out}. Use them: asmeant run tasks:{out}"
    )
