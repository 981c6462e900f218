"""author verify: whether the checks of a benchmark accept right code and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import numbers, options
from asmeant.cli.console import progress, say, visible
from asmeant.errors import DataError
from asmeant.records import Limits, Selection, Task, to_json

if TYPE_CHECKING:
    from asmeant.authoring.verifying import Survivor, Verified
    from asmeant.pipeline import Plan
    from asmeant.pipeline.preparation import Prepared


NO_LITERALS = "inputs that are not literals may distinguish them"


@click.command("verify")
@click.argument("dataset")
@click.option(
    "--repeat",
    type=numbers.Whole(1, 1000),
    default=3,
    show_default=True,
    help="Number of times that each reference runs, with other seeds and several at a time.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write all tasks here, with a probe or a tree added for each wrong program that passes. Read them "
    "first. New trees are written into the folder trees beside it.",
)
@options.selection_options()
@options.data_option
@options.limits_options(without=["deadline"])
@options.execution_options()
@options.json_option
def verify(
    dataset: str,
    repeat: int,
    out: Path | None,
    selection: Selection,
    data: Path | None,
    limits: Limits,
    execution: Plan,
    as_json: bool,
) -> None:
    """Verify the checks of DATASET: references pass each time, and nothing else does.

    Each check is tried with an empty answer, constants, functions that return an argument unchanged, simple
    guesses (such as the smallest element), and mutants of the reference. What passes is compared with the
    reference on many more inputs, or in more file trees. If they differ, the probe or the tree that would
    reject it is shown; if not, it is probably equivalent. The exit status is 1 if a task is not verified.
    """
    from asmeant.pipeline.preparation import prepare

    plan = replace(execution, dataset=dataset, selection=selection, data=data, limits=limits)
    prepared = prepare(plan, say)
    click.get_current_context().call_on_close(prepared.close)
    results = _verified(prepared, repeat, as_json)
    if as_json:
        click.echo(to_json([_row(item) for item in results]))
    else:
        _print(results)
    if out is not None:
        _write(results, prepared.tasks, out)
    sys.exit(0 if all(item.is_good for item in results) else 1)


def _verified(prepared: Prepared, repeat: int, quiet: bool) -> list[Verified]:
    from asmeant.authoring.verifying import verify as examine

    tasks = [task for task in prepared.tasks if task.checks]
    sandboxes = [prepared.sandbox(seed) for seed in range(repeat)]
    workers = prepared.workers(len(tasks), sandboxes[0])
    results: dict[str, Verified] = {}
    with progress("verified", len(tasks), quiet=quiet) as bar:
        for item in workers.map(lambda task: examine(task, sandboxes, prepared.plan.limits), tasks):
            results[item.task.id] = item
            bar.advance(note=f"{sum(not result.is_good for result in results.values())} not verified")
    return [results[task.id] for task in tasks]


def _row(item: Verified) -> dict[str, object]:
    return {
        "task": item.task.id,
        "verified": item.is_good,
        "reference_passes": item.audited.passes,
        "mutants": item.mutants,
        "killed": item.killed,
        "equivalent": item.equivalent,
        "undecided": item.undecided,
        "not_asked_for": item.surviving("not asked for"),
        "score": item.score,
        "made": item.made,
        "new_trees": len(item.trees),
        "findings": item.audited.findings,
        "survivors": item.survivors,
    }


def _print(results: Sequence[Verified]) -> None:
    for item in results:
        name = click.style(item.task.id, bold=True)
        for finding in item.faults:
            evidence = f": {visible(' '.join(finding.evidence.split()))[:100]}" if finding.evidence else ""
            click.echo(f"{name}  {click.style(finding.rule, fg='red')}: {finding.message}{evidence}")
        for survivor in item.survivors:
            _print_survivor(name, survivor, item.task.code_language == "bash")
        not_compared = sum(survivor.compared == "not compared" for survivor in item.survivors)
        if not_compared:
            mark = click.style("not compared", fg="yellow")
            needed = "no new tree can be planted" if item.task.code_language == "bash" else NO_LITERALS
            click.echo(f"{name}  {mark}: {not_compared} more programs pass; {needed}")
    _print_totals(results)


def _print_survivor(name: str, survivor: Survivor, is_command: bool) -> None:
    """Prints a wrong program that passes, or a command that could not be distinguished from a reference."""
    change, probe = visible(survivor.change), visible(survivor.probe)
    if survivor.compared == "differs":
        mark = click.style(f"a wrong {survivor.kind} passes", fg="red")
        rejects = "A new tree rejects it" if is_command else "This rejects it"
        click.echo(f"{name}  {mark}: {change}. {rejects}: {probe}")
    elif is_command and survivor.compared == "not asked for":
        click.echo(f"{name}  {change} passes. It differs in what the intent does not ask for: {probe}")
    elif is_command and survivor.compared == "same":
        click.echo(f"{name}  {change} passes. No tree tells it from the reference: probably equivalent")


def _print_totals(results: Sequence[Verified]) -> None:
    from asmeant.cli.corpus_files import say as say_tables
    from asmeant.cli.mutation_table import mutation_table

    mutants, undecided = sum(item.mutants for item in results), sum(item.undecided for item in results)
    killed, equivalent = sum(item.killed for item in results), sum(item.equivalent for item in results)
    counted = mutants - undecided - equivalent
    share = f" ({killed / counted:.1%})" if counted else ""
    if counted:
        say_tables([mutation_table(results, "Mutants by the part that they change")], as_json=False)
    click.echo(
        f"Mutants rejected: {killed:,} of {counted:,}{share}. Probably equivalent: {equivalent:,}. "
        f"Undecided: {undecided:,}."
    )
    good = sum(item.is_good for item in results)
    click.echo(f"Verified: {good:,} of {len(results):,} tasks.")


def _write(results: Sequence[Verified], tasks: Sequence[Task], out: Path) -> None:
    from asmeant.authoring.verifying.more_trees import with_relative_trees
    from asmeant.authoring.verifying.strengthening import strengthened

    by_id = {item.task.id: item for item in results}
    folder = out.resolve().parent
    try:
        if any(item.trees for item in results):
            (folder / "trees").mkdir(exist_ok=True)
        stronger = [
            strengthened(by_id[task.id], folder / "trees") if task.id in by_id else task for task in tasks
        ]
        rows = (to_json(with_relative_trees(task, folder)) + b"\n" for task in stronger)
        out.write_bytes(b"".join(rows))
    except OSError as error:
        raise DataError(f"{out} cannot be written: {error.strerror}. Choose another --out.") from None
    probes = sum(
        len(new.probes) - len(old.probes)
        for task, changed in zip(tasks, stronger, strict=True)
        for old, new in zip(task.checks, changed.checks, strict=True)
    )
    trees = sum(len(item.trees) for item in results)
    places = [f"New probes: {probes:,}, in {out}."] if probes or not trees else [f"The tasks are in {out}."]
    places += [f"New trees: {trees:,}, in {out.parent / 'trees'}."] if trees else []
    click.echo(" ".join((*places, "They say what the references do: read them before you use them.")))
