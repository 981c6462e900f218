"""author: make the checks of a benchmark accept every right answer."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import numbers, options
from asmeant.cli.compare import print_table
from asmeant.cli.console import progress, visible
from asmeant.cli.groups import Group
from asmeant.errors import DataError
from asmeant.records import Candidate, Check, Limits, Selection, Task, to_json
from asmeant.runs import RunFolder
from asmeant.tables import Table

if TYPE_CHECKING:
    from asmeant.authoring.mutating import MutationScore
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
        help="Most transformations that are combined in one set.",
    )


@click.group(cls=Group)
def author() -> None:
    """Make a benchmark better: find weak checks, and accept every signature of a right answer.

    Several sets of assertions for a task are what the paper MBUPP calls one-to-many testing (section 3.2).

    \b
      asmeant author inspect tasks:my.jsonl
      asmeant author mutate tasks:my.jsonl
      asmeant author vary tasks:my.jsonl --out varied.jsonl
      asmeant author learn runs/... --out learned.jsonl
    """


@author.command("inspect")
@click.argument("dataset")
@click.option("--against", help="Another dataset, which must share no task with this one: a training set.")
@options.selection_options()
@options.data_option
@options.json_option
def inspect(
    dataset: str, against: str | None, selection: Selection, data: Path | None, as_json: bool
) -> None:
    """Read the tasks of DATASET, and list what is doubtful. Nothing is run: for that, see asmeant audit.

    Listed are probes without an assertion or without a call of the candidate, checks that a function passes
    which does no work, tasks that repeat another one, libraries that are not declared or not used, and names
    of the intent that the code lacks. The exit status is 1 if there is anything.
    """
    from asmeant.authoring.inspecting import inspect
    from asmeant.datasets import load_tasks

    tasks = list(load_tasks(dataset, selection, data))
    others = load_tasks(against, data=data) if against else ()
    remarks = list(inspect(tasks, others))
    if as_json:
        click.echo(to_json({"tasks": len(tasks), "remarks": remarks}))
    else:
        for remark in remarks:
            name, mark = click.style(remark.task_id, bold=True), click.style(remark.objection, fg="red")
            click.echo(f"{name}  {mark}: {remark.reason}")
        for objection, count in Counter(remark.objection for remark in remarks).most_common():
            click.echo(f"{count} × {objection}")
        doubtful = len({remark.task_id for remark in remarks})
        click.echo(f"There are remarks on {doubtful:,} of {len(tasks):,} tasks.")
    sys.exit(1 if remarks else 0)


@author.command("mutate")
@click.argument("dataset")
@options.selection_options()
@options.data_option
@options.limits_options()
@options.execution_options(without=["workers"])
@options.json_option
def mutate(
    dataset: str,
    selection: Selection,
    data: Path | None,
    limits: Limits,
    execution: Plan,
    as_json: bool,
) -> None:
    """Change the first reference of each task of DATASET in small ways, and list the changes that pass.

    A check that accepts changed code is too weak, or the change makes no difference: look at each one. Only
    Python is changed: operators, constants, slices, conditions, arguments.
    """
    from asmeant.authoring.mutating import mutation_score
    from asmeant.datasets import load_tasks

    tasks = [task for task in load_tasks(dataset, selection, data) if task.code_language == "python"]
    scores: list[MutationScore] = []
    with (
        progress("tasks", len(tasks), quiet=as_json) as bar,
        _judge(execution, limits, dataset) as judge,
    ):
        for task in tasks:
            scores.append(mutation_score(task, judge))
            bar.advance()
    if as_json:
        rows = [
            {
                "task": score.task.id,
                "mutants": score.mutants,
                "killed": score.killed,
                "undecided": score.undecided,
                "survivors": score.survivors,
            }
            for score in scores
        ]
        click.echo(to_json(rows))
    else:
        _print_survivors(scores)


def _judge(execution: Plan, limits: Limits, dataset: str = "") -> Judge:
    from asmeant.pipeline import Judge

    return Judge(
        execution.world, limits=limits, sandbox=execution.sandbox, answers=execution.answers, dataset=dataset
    )


def _print_survivors(scores: Sequence[MutationScore]) -> None:
    for score in scores:
        for mutant in score.survivors:
            name, mark = click.style(score.task.id, bold=True), click.style("passes", fg="red")
            click.echo(f"{name}  {mark}: {visible(mutant.change)}")
    mutants, killed = sum(item.mutants for item in scores), sum(item.killed for item in scores)
    undecided = sum(item.undecided for item in scores)
    decided = mutants - undecided
    share = f" ({killed / decided:.1%})" if decided else ""
    more = f" {undecided:,} could not be decided." if undecided else ""
    complete = sum(item.value == 1 for item in scores)
    click.echo(f"Rejected: {killed:,} of {decided:,} mutants{share}.{more}")
    click.echo(f"All mutants are rejected for {complete:,} of {len(scores):,} tasks.")


@author.command("vary")
@click.argument("dataset")
@only_option
@depth_option(1)
@click.option(
    "--most",
    type=numbers.Whole(1, 10_000),
    default=40,
    show_default=True,
    help="Most new sets for each task. The simplest come first.",
)
@click.option("--refused", is_flag=True, help="Also list the sets that are refused, with the reason.")
@out_option
@options.selection_options()
@options.data_option
def vary(
    dataset: str,
    only: tuple[str, ...],
    depth: int,
    most: int,
    refused: bool,
    out: Path | None,
    selection: Selection,
    data: Path | None,
) -> None:
    """Propose new sets of assertions for each task of DATASET, by transforming its first set.

    Arguments may change their order, number and form; answers their form. A set is refused if a function
    that does no work would pass it. Only assertions such as `assert f(2, [1]) == 'x'` can be transformed.
    """
    from asmeant.authoring.varying import propose
    from asmeant.datasets import load_tasks

    tasks = list(load_tasks(dataset, selection, data))
    proposals = {
        task.id: [item for item in propose(task, depth, most) if _is_chosen(item.check, only)]
        for task in tasks
    }
    listed = {
        id_: [item for item in items if refused or not item.refused] for id_, items in proposals.items()
    }
    print_table(_proposals_table(listed))
    accepted = {id_: [item.check for item in items if not item.refused] for id_, items in proposals.items()}
    _write(tasks, accepted, out)


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


@author.command("learn")
@click.argument("runs", nargs=-1, required=True, type=options.RunPath(), metavar="RUN...")
@only_option
@depth_option(2)
@click.option(
    "--most",
    type=numbers.Whole(1, 1_000),
    default=60,
    show_default=True,
    help="Most sets that are tried for each task.",
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
        _judge(execution, limits) as judge,
    ):
        for id_, candidates in failed.items():
            learned += learn([tasks[id_]], {id_: candidates}, judge, depth, most)
            bar.advance()
    chosen = [item for item in learned if _is_chosen(item.proposal.check, only)]
    print_table(_learned_table(chosen))
    checks = {
        id_: [item.proposal.check for item in items]
        for id_, items in groupby(chosen, key=lambda item: item.task.id)
    }
    _write(list(tasks.values()), checks, out)


def _failed_candidates(
    runs: Iterable[RunFolder],
) -> tuple[dict[str, Task], dict[str, list[Candidate]]]:
    """All tasks of the runs, and the candidates that meet none of their task's checks."""
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
