"""audit and fetch: check datasets, and download them."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import numbers, options
from asmeant.cli.console import download_bars, progress, say
from asmeant.errors import UsageError
from asmeant.records import Limits, Selection, to_json

if TYPE_CHECKING:
    from asmeant.authoring.audit import Finding
    from asmeant.authoring.pairs import Accuracy, Tried
    from asmeant.pipeline import Plan
    from asmeant.pipeline.preparation import Prepared

# A reference may be slow: an audit asks only whether it is right.
AUDIT_SECONDS = 60.0


@click.command()
@click.argument("dataset")
@options.selection_options()
@options.data_option
@options.limits_options(AUDIT_SECONDS, without=["deadline"])
@click.option(
    "--repeat",
    type=numbers.Whole(1, 1000),
    default=1,
    show_default=True,
    help="Number of repetitions with other seeds, to find unstable tasks.",
)
@click.option(
    "--pairs",
    is_flag=True,
    help="Instead, measure how well the first reference's check separates right from wrong commands.",
)
@options.execution_options()
@options.json_option
def audit(
    dataset: str,
    selection: Selection,
    data: Path | None,
    limits: Limits,
    repeat: int,
    pairs: bool,
    execution: Plan,
    as_json: bool,
) -> None:
    """Check a dataset: every reference must pass, an empty answer must fail.

    Faults are listed with their reason. The exit status is 1 if there are any.

    With --pairs, for tasks with two references: under the check of the first, the second must pass, and the
    first reference of a task ten places away must fail.
    """
    from asmeant.authoring.audit import suggested_quarantine
    from asmeant.pipeline.preparation import prepare

    plan = replace(execution, dataset=dataset, selection=selection, data=data, limits=limits)
    prepared = prepare(plan, say)
    click.get_current_context().call_on_close(prepared.close)
    if pairs:
        _audit_pairs(prepared, as_json)
        return
    findings = _findings(prepared, repeat, as_json)
    passing = sum(group[0].reference_passes for group in findings)
    faults = [finding for group in findings for finding in group if finding.fault]
    if as_json:
        rows = [{"task": item.task.id, "fault": item.fault, "reason": item.reason} for item in faults]
        figures = {"tasks": len(findings), "references_pass": passing, "faults": rows}
        click.echo(to_json({**figures, "quarantine": suggested_quarantine(faults)}))
    else:
        _print_findings(faults)
        _print_quarantine(suggested_quarantine(faults))
        click.echo(f"References pass for {passing} of {len(findings)} tasks.")
    sys.exit(1 if any(finding.is_fault for finding in faults) else 0)


def _findings(prepared: Prepared, repeat: int, quiet: bool) -> list[list[Finding]]:
    """The findings about each task, in the order of the tasks."""
    from asmeant.authoring.audit import audit as examine

    tasks = prepared.tasks
    sandboxes = [prepared.sandbox(seed) for seed in range(repeat)]
    workers = prepared.workers(2 * len(tasks) * repeat, sandboxes[0])
    findings: dict[str, list[Finding]] = {}
    with progress("audited", len(tasks), quiet=quiet) as bar:
        for group in examine(tasks, sandboxes, prepared.plan.limits, workers):
            findings[group[0].task.id] = group
            bar.advance(note=f"{sum(item[0].is_fault for item in findings.values())} with faults")
    return [findings[task.id] for task in tasks]


def _audit_pairs(prepared: Prepared, as_json: bool) -> None:
    from asmeant.authoring.pairs import accuracy, pairs, try_out

    audit_pairs = pairs(prepared.tasks)
    if not audit_pairs:
        dataset = prepared.plan.dataset
        raise UsageError(f"No task of {dataset} has two references and a check, so there is nothing to pair.")
    sandbox = prepared.sandbox()
    workers = prepared.workers(len(audit_pairs), sandbox)
    results = []
    with progress("tried", len(audit_pairs), quiet=as_json) as bar:
        for item in try_out(audit_pairs, sandbox, prepared.plan.limits, workers):
            results.append(item)
            bar.advance(note=f"{sum(not item.is_correct for item in results)} not correct")
    if as_json:
        results.sort(key=lambda item: (item.pair.task.id, not item.pair.right))
        shares = accuracy(results)
        click.echo(to_json({"accuracy": shares.of_all, "of_decided": shares.of_decided, "pairs": results}))
    else:
        _print_pairs(results, accuracy(results))


def _print_pairs(results: list[Tried], shares: Accuracy) -> None:
    for item in results:
        if not item.is_correct:
            kind = "right, and not accepted" if item.pair.right else "wrong, and accepted"
            name, mark = click.style(item.pair.task.id, bold=True), click.style(kind, fg="red")
            click.echo(f"{name}  {mark}: {item.verdict.reason or item.pair.code}")
    click.echo(
        f"Right pairs accepted: {shares.right_accepted} of {shares.right}. "
        f"Wrong pairs accepted: {shares.wrong_accepted} of {shares.pairs - shares.right}."
    )
    decided = (
        ""
        if shares.of_decided is None or not shares.undecided
        else (
            f"; {shares.of_decided:.3f} of the {shares.pairs - shares.undecided} that could be decided here"
        )
    )
    click.echo(f"Accuracy: {shares.of_all:.3f} of {shares.pairs} pairs{decided}.")


def _print_findings(findings: list[Finding]) -> None:
    """Prints each fault on a line. Undecided tasks are not faults, and are summed up."""
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
        task_ids = ", ".join(list(ids)[:3]) + (", …" if len(ids) > 3 else "")
        click.echo(f"{click.style('undecided', fg='yellow')} {len(ids)} × {reason} ({task_ids})")
    for fault, count in Counter(item.fault for item in findings if item.is_fault).items():
        click.echo(f"{count} × {fault}")


def _print_quarantine(reasons: Mapping[str, str]) -> None:
    if reasons:
        click.echo(
            f"Quarantine {', '.join(reasons)}: right code can fail there. "
            "Remove the checks, and give the reason in the tag 'quarantine'."
        )


@click.command()
@click.argument("name")
@options.json_option
def fetch(name: str, as_json: bool) -> None:
    """Download a dataset from its public source into the cache. Continues an interrupted download."""
    from asmeant.datasets.download import fetch as download

    with download_bars(quiet=as_json) as progress_of:
        paths: list[Path] = download(name, progress=progress_of)
    click.echo(to_json([str(path) for path in paths]) if as_json else "\n".join(map(str, paths)))
