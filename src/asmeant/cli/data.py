"""audit, fetch: datasets, before any model sees them."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli import numbers, options
from asmeant.cli.console import download_bars, progress
from asmeant.cli.missing import warn_of_missing
from asmeant.errors import UsageError
from asmeant.records import to_json

if TYPE_CHECKING:
    from asmeant.authoring.audit import Finding
    from asmeant.authoring.pairs import Accuracy, Tried

# A reference may be slow: an audit asks whether it is right.
AUDIT_SECONDS = 60.0


@click.command()
@click.argument("dataset")
@options.dataset_options
@click.option(
    "--live", is_flag=True, help="Let programs reach the network. Default: canned answers, or none."
)
@click.option("--seconds", type=numbers.SECONDS, default=AUDIT_SECONDS, show_default=True)
@click.option("--memory-mb", type=numbers.MEMORY_MB, default=4096, show_default=True)
@click.option(
    "--repeat",
    type=numbers.Whole(1, 1000),
    default=1,
    show_default=True,
    help="Try so many times, with other seeds, and report what is unstable.",
)
@click.option(
    "--pairs", is_flag=True, help="Instead, see how well the first reference's check tells right from wrong."
)
@options.execution_options
@options.json_option
def audit(dataset: str, as_json: bool, pairs: bool, **given: Any) -> None:
    """Check a dataset: every reference must pass, an empty answer must fail.

    Faults are listed with their reason. The exit status is 1 when there are any.

    With --pairs, for tasks with two references: under the check of the first, the second must pass, and the
    first reference of a task ten places away must fail.
    """
    if pairs:
        _audit_pairs(dataset, as_json, given)
        return
    from asmeant.authoring.audit import audit as examine
    from asmeant.datasets import load_tasks
    from asmeant.pipeline import workers_for

    where = options.place(given, dataset)
    tasks = [where.known(task) for task in load_tasks(dataset, options.selection(given), given["data"])]
    warn_of_missing(where, tasks, dataset, chosen=bool(given["world"]))
    places = [replace(where, seed=seed) for seed in range(given["repeat"])]
    sandboxes = [options.sandbox(given["sandbox"], place) for place in places]
    limits = options.limits(given)
    workers = workers_for(2 * len(tasks) * len(sandboxes), sandboxes[0], limits, given["workers"])
    found: dict[str, list[Finding]] = {}
    with progress("audited", len(tasks), quiet=as_json) as bar:
        for findings in examine(tasks, sandboxes, limits, workers):
            found[findings[0].task.id] = findings
            bar.advance(note=f"{sum(item[0].is_fault for item in found.values())} with faults")
    findings = [finding for task in tasks for finding in found[task.id]]
    passing = sum(found[task.id][0].reference_passes for task in tasks)
    if as_json:
        rows = [
            {"task": item.task.id, "fault": item.fault, "reason": item.reason}
            for item in findings
            if item.fault
        ]
        click.echo(to_json({"tasks": len(tasks), "references_pass": passing, "faults": rows}))
    else:
        _print_findings(findings)
        click.echo(f"References pass for {passing} of {len(tasks)} tasks.")
    sys.exit(1 if any(finding.is_fault for finding in findings) else 0)


def _audit_pairs(dataset: str, as_json: bool, given: dict[str, Any]) -> None:
    from asmeant.authoring.pairs import accuracy, pairs, try_out
    from asmeant.datasets import load_tasks
    from asmeant.pipeline import workers_for

    where = options.place(given, dataset)
    tasks = [where.known(task) for task in load_tasks(dataset, options.selection(given), given["data"])]
    warn_of_missing(where, tasks, dataset, chosen=bool(given["world"]))
    wanted = pairs(tasks)
    if not wanted:
        raise UsageError(f"No task of {dataset} has two references and a check, so there is nothing to pair.")
    sandbox, limits = options.sandbox(given["sandbox"], where), options.limits(given)
    tried = []
    with progress("tried", len(wanted), quiet=as_json) as bar:
        for item in try_out(
            wanted, sandbox, limits, workers_for(len(wanted), sandbox, limits, given["workers"])
        ):
            tried.append(item)
            bar.advance(note=f"{sum(not item.is_told for item in tried)} not told")
    if as_json:
        tried.sort(key=lambda item: (item.pair.task.id, not item.pair.right))
        found = accuracy(tried)
        click.echo(to_json({"accuracy": found.of_all, "of_decided": found.of_decided, "pairs": tried}))
    else:
        _print_pairs(tried, accuracy(tried))


def _print_pairs(tried: list[Tried], found: Accuracy) -> None:
    for item in tried:
        if not item.is_told:
            kind = "right, and not accepted" if item.pair.right else "wrong, and accepted"
            name, mark = click.style(item.pair.task.id, bold=True), click.style(kind, fg="red")
            click.echo(f"{name}  {mark}: {item.verdict.reason or item.pair.code}")
    click.echo(
        f"Right pairs accepted: {found.right_accepted} of {found.right}. "
        f"Wrong pairs accepted: {found.wrong_accepted} of {found.pairs - found.right}."
    )
    decided = (
        ""
        if found.of_decided is None or not found.undecided
        else (f"; {found.of_decided:.3f} of the {found.pairs - found.undecided} that could be decided here")
    )
    click.echo(f"Accuracy: {found.of_all:.3f} of {found.pairs} pairs{decided}.")


def _print_findings(findings: list[Finding]) -> None:
    """Each fault on a line; what could not be decided is no fault of the task, and is summed up."""
    undecided: dict[str, dict[str, None]] = {}
    for finding in findings:
        if finding.is_fault:
            mark = click.style(str(finding.fault), fg="red")
            click.echo(f"{click.style(finding.task.id, bold=True)}  {mark}: {finding.reason}")
        elif finding.fault == "expectation not sure":
            mark = click.style(finding.fault, fg="yellow")
            click.echo(f"{click.style(finding.task.id, bold=True)}  {mark}: {finding.reason}")
        elif finding.fault == "undecided":
            undecided.setdefault(finding.reason, {})[finding.task.id] = None
    for reason, ids in sorted(undecided.items(), key=lambda item: -len(item[1])):
        named = ", ".join(list(ids)[:3]) + (", …" if len(ids) > 3 else "")
        click.echo(f"{click.style('undecided', fg='yellow')} {len(ids)} × {reason} ({named})")
    for fault, count in Counter(item.fault for item in findings if item.is_fault).items():
        click.echo(f"{count} × {fault}")


@click.command()
@click.argument("name")
@options.json_option
def fetch(name: str, as_json: bool) -> None:
    """Download a dataset from its public home into the cache. Goes on where an earlier download broke off."""
    from asmeant.datasets.download import fetch as download

    with download_bars(quiet=as_json) as progress_of:
        paths: list[Path] = download(name, progress=progress_of)
    click.echo(to_json([str(path) for path in paths]) if as_json else "\n".join(map(str, paths)))
