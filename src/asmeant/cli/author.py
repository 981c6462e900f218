"""author: what is weak in a benchmark, and checks that accept every right answer."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import options
from asmeant.cli.author_assign import assign
from asmeant.cli.author_files import export, import_
from asmeant.cli.author_judge import judge
from asmeant.cli.author_project import history, init, people, status
from asmeant.cli.check_pair import check
from asmeant.cli.console import progress, visible
from asmeant.cli.correct import correct
from asmeant.cli.groups import Group
from asmeant.cli.paraphrase import paraphrase
from asmeant.cli.posts import posts
from asmeant.cli.serve import serve_project
from asmeant.cli.vary import judge_for, learn, vary
from asmeant.cli.vote import vote
from asmeant.records import Limits, Selection, to_json

if TYPE_CHECKING:
    from asmeant.authoring.mutating import MutationScore
    from asmeant.pipeline import Plan


@click.group(cls=Group)
def author() -> None:
    """Make a benchmark with others, or make one better.

    A project holds the intents and code that people write, vote on and judge, and all they have decided.
    Several sets of assertions for a task are what the paper MBUPP calls one-to-many testing (section 3.2).

    \b
      asmeant author init my-benchmark
      asmeant author import my-benchmark pairs.csv
      asmeant author serve my-benchmark
      asmeant author export my-benchmark --out published
      asmeant author posts import Posts.xml --tag python -o posts.jsonl
      asmeant author check "sort list xs" "sorted(xs)"
      asmeant author correct tasks:my.jsonl
      asmeant author paraphrase my-project --model embedded
      asmeant author vote my-project --as ana
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
        judge_for(execution, limits, dataset) as judge,
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


author.add_command(posts)
author.add_command(check)
author.add_command(correct)
author.add_command(paraphrase)
author.add_command(vote)
author.add_command(vary)
author.add_command(learn)
for command in (init, people, import_, assign, judge, status, history, export):
    author.add_command(command)
author.add_command(serve_project)
