"""list runs: the runs in a folder, how far each has come, and its main score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click

from asmeant.cli.console import terminal
from asmeant.errors import RunError, UsageError
from asmeant.records import Candidate, Score, Task, Verdict, to_json
from asmeant.runs import FILES, RunFolder
from asmeant.tables import Estimate, shown

HERE = Path("runs")


@dataclass(frozen=True, slots=True)
class Summary:
    """One run, in short. `changed` is when a file of it was last written; `fault` why it cannot be read."""

    run: str
    id: str = ""
    dataset: str = ""
    model: str = ""
    tasks: int = 0
    candidates_wanted: int = 0
    candidates: int = 0
    verdicts: int = 0
    score: Score | None = None
    changed: str = ""
    fault: str = ""


def list_runs(folder: Path | None, as_json: bool) -> None:
    folder = folder or HERE
    if folder != HERE and not folder.is_dir():
        raise UsageError(f"There is no folder {folder}. Name one that holds runs, or none for ./{HERE}.")
    summaries = sorted(map(summary, _runs_in(folder)), key=lambda item: item.changed, reverse=True)
    if as_json:
        click.echo(to_json(summaries))
    elif summaries:
        _print(summaries)
    else:
        click.echo(f"There is no run in {folder}. Make one: asmeant run sample --model reference", err=True)


def _runs_in(folder: Path) -> Iterator[RunFolder]:
    """The folder itself where it is a run, and the runs right below it."""
    for path in [folder / "run.json", *folder.glob("*/run.json")]:
        if path.is_file():
            yield RunFolder(path.parent)


def summary(files: RunFolder) -> Summary:
    changed = max(path.stat().st_mtime for path in files.path.iterdir() if path.is_file())
    date = datetime.fromtimestamp(changed, UTC).astimezone().isoformat(timespec="seconds")
    try:
        settings = files.settings()
        score = _main_score(files)
    except RunError as error:
        return Summary(str(files.path), changed=date, fault=str(error))
    tasks = _lines(files, Task)
    return Summary(
        run=str(files.path),
        id=settings.id,
        dataset=settings.dataset,
        model=settings.model,
        tasks=tasks,
        candidates_wanted=tasks * settings.sampling.count,
        candidates=_lines(files, Candidate),
        verdicts=_lines(files, Verdict),
        score=score,
        changed=date,
    )


def _lines(files: RunFolder, kind: type) -> int:
    """How many records of one kind there are. Counted and not read: a run may be large."""
    path = files.path / FILES[kind]
    if not path.exists():
        return 0
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def _main_score(files: RunFolder) -> Score | None:
    """The first score over all tasks; None where none has been computed."""
    if not (files.path / "scores.json").is_file():
        return None
    return next((score for score in files.scores() if not score.where), None)


def _print(summaries: list[Summary]) -> None:
    from rich.markup import escape

    console = terminal()
    for item in summaries:
        console.print(f"[bold]{escape(item.run)}[/]", soft_wrap=True)
        told = f"[red]{escape(item.fault)}[/]" if item.fault else escape(_in_words(item))
        console.print(f"    {told}", soft_wrap=True)


def _in_words(item: Summary) -> str:
    date = datetime.fromisoformat(item.changed).strftime("%Y-%m-%d %H:%M")
    parts = [f"{item.model} on {item.dataset}", _progress(item), _score(item), date]
    return " · ".join(part for part in parts if part)


def _progress(item: Summary) -> str:
    if item.verdicts >= item.candidates_wanted:
        return f"{item.verdicts:,} judged"
    asked = "" if item.candidates >= item.candidates_wanted else f", {item.candidates:,} asked"
    return f"{item.verdicts:,} of {item.candidates_wanted:,} judged{asked}"


def _score(item: Summary) -> str:
    if item.score is None:
        return ""
    interval = item.score.interval or (None, None)
    return f"{item.score.metric} {shown(Estimate(item.score.value, *interval))}"
