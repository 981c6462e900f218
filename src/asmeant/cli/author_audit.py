"""author audit: a report of everything that is wrong or doubtful in a benchmark."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import numbers, options
from asmeant.cli.console import progress, say, visible
from asmeant.cli.data import AUDIT_SECONDS
from asmeant.errors import DataError, UsageError
from asmeant.records import Limits, Selection

if TYPE_CHECKING:
    from asmeant.authoring.auditing import Finding, Split
    from asmeant.authoring.auditing.on_runs import Audited
    from asmeant.authoring.auditing.report import AuditReport
    from asmeant.pipeline import Plan
    from asmeant.pipeline.preparation import Prepared

FORMATS = (".md", ".html", ".json")
MOST_SHOWN = 3


@click.command("audit")
@click.argument("datasets", nargs=-1, required=True, metavar="DATASET...")
@click.option(
    "-o",
    "--out",
    "outs",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the report here: .md, .html or .json. May be repeated.",
)
@click.option(
    "--without-texts",
    is_flag=True,
    help="Quote nothing of the data in .md and .html: only ids and figures, for data that may not be copied.",
)
@click.option(
    "--no-run", is_flag=True, help="Only read the tasks. Nothing is run; what --keep has is reported."
)
@click.option(
    "--repeat",
    type=numbers.Whole(1, 1000),
    default=3,
    show_default=True,
    help="Number of repetitions of each reference with other seeds, to find unstable tasks.",
)
@click.option(
    "--keep",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file that keeps what was run: an audit that was stopped goes on there.",
)
@options.selection_options()
@options.data_option
@options.limits_options(AUDIT_SECONDS, without=["deadline"])
@options.execution_options()
def audit(
    datasets: tuple[str, ...],
    outs: tuple[Path, ...],
    without_texts: bool,
    no_run: bool,
    repeat: int,
    keep: Path | None,
    selection: Selection,
    data: Path | None,
    limits: Limits,
    execution: Plan,
) -> None:
    """Audit a benchmark: run its references and trivial answers, and examine its texts.

    Several DATASETs are splits of one benchmark, which must share no task: train, dev, test. Every finding
    names the task, the rule and the evidence. The exit status is 1 if a task has a fault.

    \b
      asmeant author audit tasks:my.jsonl -o audit.html
      asmeant author audit nl2bash:train nl2bash:dev nl2bash:test -o audit.md --without-texts
    """
    from asmeant.authoring.auditing import Split
    from asmeant.authoring.auditing.on_sets import overlaps
    from asmeant.authoring.auditing.report import AuditReport
    from asmeant.datasets import load_tasks
    from asmeant.pipeline.preparation import prepare

    _require_formats(outs)
    _require_different(datasets)
    plan = replace(execution, selection=selection, data=data, limits=limits)
    splits = [Split(name, list(load_tasks(name, selection, data))) for name in datasets]
    findings = _read(splits)
    audited: list[Audited] = []
    places: list[str] = []
    for split in splits if keep or not no_run else ():
        if any(task.checks for task in split.tasks):
            prepared = prepare(replace(plan, dataset=split.name), say)
            places.append(prepared.place.label_for(prepared.tasks))
            audited += _run(prepared, repeat, keep, no_run)
            prepared.close()
    report = AuditReport(
        title=f"Audit of {', '.join(datasets)}",
        command=_command(datasets, selection, outs, without_texts, no_run),
        splits=tuple((split.name, len(split.tasks)) for split in splits),
        findings=(*(finding for item in audited for finding in item.findings), *findings),
        audited=tuple(audited),
        world=", ".join(dict.fromkeys(places)),
        not_done=tuple(_not_done(splits, audited, selection, no_run)),
        overlaps=tuple(overlaps(splits)),
    )
    for path in outs:
        _write(report, path, texts=not without_texts)
    _print(report)
    sys.exit(1 if report.faulty_tasks else 0)


def _require_formats(outs: Sequence[Path]) -> None:
    for path in outs:
        if path.suffix not in FORMATS:
            raise UsageError(
                f"The report {path} has no known format. Its name must end in {', '.join(FORMATS)}."
            )


def _require_different(datasets: Sequence[str]) -> None:
    for name, count in Counter(datasets).items():
        if count > 1:
            raise UsageError(f"{name} is named {count} times. Name each split of the benchmark once.")


def _read(splits: Sequence[Split]) -> list[Finding]:
    from asmeant.authoring.auditing.on_sets import on_splits
    from asmeant.authoring.auditing.rules import read_task

    findings: list[Finding] = []
    with progress("read", sum(len(split.tasks) for split in splits)) as bar:
        for split in splits:
            for task in split.tasks:
                findings += read_task(task)
                bar.advance()
    return [*findings, *on_splits(splits)]


def _run(prepared: Prepared, repeat: int, keep: Path | None, no_run: bool) -> list[Audited]:
    """The results of running each task with checks, in order. With `no_run`, only the kept results."""
    from asmeant.authoring.auditing.keeping import append_kept, key_of, read_kept
    from asmeant.authoring.auditing.on_runs import run_task

    limits = prepared.plan.limits
    tasks = [task for task in prepared.tasks if task.checks or "quarantine" in task.tags]
    settings = {"place": prepared.place.label_for(tasks), "limits": limits, "repeat": repeat}
    keys = {task.id: key_of(task, settings) for task in tasks}
    results = read_kept(keep)
    done = {task.id: results[keys[task.id]] for task in tasks if keys[task.id] in results}
    if no_run:
        return [done[task.id] for task in tasks if task.id in done]
    # Tasks with the same libraries follow each other, so that a process that has loaded them serves all.
    remaining = sorted(
        (task for task in tasks if task.id not in done), key=lambda task: task.scaffold.libraries
    )
    sandboxes = [prepared.sandbox(seed) for seed in range(repeat)]
    workers = prepared.workers(len(remaining), sandboxes[0]) if remaining else None
    with progress("run", len(tasks), done=len(done)) as bar:
        for audited in (
            workers.map(lambda task: run_task(task, sandboxes, limits), remaining) if workers else ()
        ):
            append_kept(keep, keys[audited.task], audited)
            done[audited.task] = audited
            bar.advance(note=f"{sum(item.passes is False for item in done.values())} references fail")
    return [done[task.id] for task in tasks]


def _command(
    datasets: Sequence[str], selection: Selection, outs: Sequence[Path], without_texts: bool, no_run: bool
) -> str:
    """The command that makes the same report again."""
    words = ["asmeant", "author", "audit", *datasets]
    words += ["--lang", ",".join(selection.languages)] if selection.languages else []
    words += ["--ids", ",".join(selection.ids)] if selection.ids else []
    words += ["--limit", str(selection.limit)] if selection.limit else []
    words += ["--no-run"] if no_run else []
    words += [word for path in outs for word in ("-o", path.name)]
    words += ["--without-texts"] if without_texts else []
    return shlex.join(words)


def _not_done(
    splits: Sequence[Split], audited: Sequence[Audited], selection: Selection, no_run: bool
) -> Iterator[str]:
    """What the audit did not examine, and why."""
    from asmeant.datasets import Release, find_dataset

    releases = {split.name.partition(":")[0] for split in splits}
    for name in sorted(releases):
        release = find_dataset(name)
        languages = [
            language
            for language in (release.languages if isinstance(release, Release) else ())
            if selection.languages and language not in selection.languages
        ]
        if languages:
            yield f"the tasks of {name} in {', '.join(languages)}."
    if selection.ids or selection.limit:
        yield "the tasks that were not selected."
    without_checks = sum(not task.checks for split in splits for task in split.tasks)
    if without_checks:
        yield f"{without_checks:,} tasks have no checks, so their references were not run."
    not_run = sum(bool(task.checks) for split in splits for task in split.tasks) - len(audited)
    if no_run and not_run:
        yield f"{not_run:,} tasks with checks were not run."
    reasons = Counter(
        finding.evidence for item in audited for finding in item.findings if finding.rule == "undecided"
    )
    if reasons:
        yield f"{reasons.total():,} references could not be run here; see 'undecided'."


def _write(report: AuditReport, path: Path, texts: bool) -> None:
    from asmeant.authoring.auditing.report import to_html, to_markdown, to_report_json

    if path.suffix == ".json":
        content = to_report_json(report) + b"\n"
    else:
        content = (to_html if path.suffix == ".html" else to_markdown)(report, texts).encode()
    try:
        path.write_bytes(content)
    except OSError as error:
        raise DataError(f"{path} cannot be written: {error.strerror}. Choose another --out.") from None


def _print(report: AuditReport) -> None:
    from asmeant.authoring.auditing import RULES

    colours = {"fault": "red", "doubt": "yellow", "note": "cyan"}
    for rule in RULES:
        findings = report.of_rule(rule)
        if not findings:
            continue
        mark = click.style(rule.weight, fg=colours[rule.weight])
        click.echo(f"{mark}  {click.style(rule.name, bold=True)}: {len(findings):,}")
        for finding in findings[:MOST_SHOWN]:
            evidence = f": {visible(' '.join(finding.evidence.split()))[:100]}" if finding.evidence else ""
            click.echo(f"       {finding.task}  {finding.message}{evidence}")
        if len(findings) > MOST_SHOWN:
            click.echo(f"       and {len(findings) - MOST_SHOWN:,} more")
    if report.audited:
        passing = sum(item.passes is True for item in report.audited)
        click.echo(f"References pass for {passing:,} of {len(report.audited):,} tasks that were run.")
    tasks = sum(count for _, count in report.splits)
    click.echo(f"Tasks with a fault: {len(report.faulty_tasks):,} of {tasks:,}.")
