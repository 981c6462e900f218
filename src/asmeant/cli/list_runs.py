"""list runs: the runs in a folder, with their progress and main score."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from asmeant.analysis.run_list import Summary, summary
from asmeant.cli.console import terminal
from asmeant.errors import UsageError
from asmeant.records import to_json
from asmeant.store_runs import runs_in
from asmeant.tables import Estimate, shown

HERE = Path("runs")


def list_runs(location: Path | str | None, as_json: bool) -> None:
    folder = location or HERE
    if isinstance(folder, Path) and folder != HERE and not folder.is_dir():
        raise UsageError(f"There is no folder {folder}. Name one that holds runs, or none for ./{HERE}.")
    summaries = sorted(map(summary, runs_in(folder)), key=lambda item: item.changed, reverse=True)
    if as_json:
        click.echo(to_json(summaries))
    elif summaries:
        _print(summaries)
    else:
        click.echo(f"There is no run in {folder}. Make one: asmeant run sample --model reference", err=True)


def _print(summaries: list[Summary]) -> None:
    from rich.markup import escape

    console = terminal()
    for item in summaries:
        console.print(f"[bold]{escape(item.run)}[/]", soft_wrap=True)
        line = f"[red]{escape(item.fault)}[/]" if item.fault else escape(_in_words(item))
        console.print(f"    {line}", soft_wrap=True)


def _in_words(item: Summary) -> str:
    date = datetime.fromisoformat(item.changed).strftime("%Y-%m-%d %H:%M")
    texts = [f"{item.model} on {item.dataset}", _progress(item), _score(item), date]
    return " · ".join(text for text in texts if text)


def _progress(item: Summary) -> str:
    if item.verdicts >= item.candidates_wanted:
        return f"{item.verdicts:,} judged"
    generated = "" if item.candidates >= item.candidates_wanted else f", {item.candidates:,} asked"
    return f"{item.verdicts:,} of {item.candidates_wanted:,} judged{generated}"


def _score(item: Summary) -> str:
    if item.score is None:
        return ""
    interval = item.score.interval or (None, None)
    return f"{item.score.metric} {shown(Estimate(item.score.value, *interval))}"
