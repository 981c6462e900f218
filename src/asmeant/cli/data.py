"""audit, fetch: datasets, before any model sees them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from asmeant.cli import options
from asmeant.cli.console import download_bars, progress, terminal
from asmeant.records import to_json

# A reference may be slow: an audit asks whether it is right.
AUDIT_SECONDS = 60.0


@click.command()
@click.argument("dataset")
@options.dataset_options
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=AUDIT_SECONDS, show_default=True)
@click.option("--memory-mb", type=click.IntRange(16), default=4096, show_default=True)
@options.execution_options
@options.json_option
def audit(dataset: str, as_json: bool, **given: Any) -> None:
    """Check a dataset: every reference must pass, an empty answer must fail.

    Faults are listed with their reason. The exit status is 1 when there are any.
    """
    from asmeant.authoring.audit import audit as examine
    from asmeant.datasets import load_tasks
    from asmeant.execution import load_sandbox
    from asmeant.workers import local_workers

    tasks = list(load_tasks(dataset, options.selection(given), given["data"]))
    workers = local_workers(given["workers"])
    found = []
    with progress("audited", len(tasks), quiet=as_json) as bar:
        for findings in examine(tasks, load_sandbox(given["sandbox"]), options.limits(given), workers):
            found.append(findings)
            bar.advance(note=f"{sum(item[0].fault is not None for item in found)} with faults")
    order = {task.id: number for number, task in enumerate(tasks)}
    found.sort(key=lambda findings: order[findings[0].task.id])
    faults = [finding for findings in found for finding in findings if finding.fault]
    passing = sum(findings[0].reference_passes for findings in found)
    counts: dict[str, int] = {}
    for finding in faults:
        counts[str(finding.fault)] = counts.get(str(finding.fault), 0) + 1
    if as_json:
        rows = [{"task": item.task.id, "fault": item.fault, "reason": item.reason} for item in faults]
        click.echo(to_json({"tasks": len(tasks), "references_pass": passing, "faults": rows}))
    else:
        console = terminal()
        for finding in faults:
            console.print(
                f"[bold]{finding.task.id}[/]  [red]{finding.fault}[/]: ",
                finding.reason,
                sep="",
                soft_wrap=True,
            )
        console.print(f"References pass for {passing} of {len(tasks)} tasks.")
        for fault, count in counts.items():
            console.print(f"{count} × {fault}")
    sys.exit(1 if faults else 0)


@click.command()
@click.argument("name")
@options.json_option
def fetch(name: str, as_json: bool) -> None:
    """Download a dataset from its public home into the cache. Goes on where an earlier download broke off."""
    from asmeant.datasets.download import fetch as download

    with download_bars(quiet=as_json) as progress_of:
        paths: list[Path] = download(name, progress=progress_of)
    click.echo(to_json([str(path) for path in paths]) if as_json else "\n".join(map(str, paths)))
