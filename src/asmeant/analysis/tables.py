"""Run -> rows: a run's files as tables, for SQL, for data frames, or as dictionaries.

    from asmeant.analysis.tables import frame, rows

    rows("runs/mine", "verdicts")       a list of dictionaries
    frame("runs/mine", "judged")        a data frame, if pandas or polars is installed

Only complete lines are read, so a run can be queried while it is running.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import msgspec

from asmeant.causes import cause_of
from asmeant.errors import RunError, UnknownNameError, UsageError
from asmeant.loaded_run import LoadedRun
from asmeant.metrics.counting import can_be_decided
from asmeant.records import Cause, Task, Usage
from asmeant.runs import RunFolder
from asmeant.store_runs import run_folder

Row = dict[str, Any]
Runs = RunFolder | Path | str | Sequence[RunFolder | Path | str]
Library = Literal["pandas", "polars"]

TEXT, WHOLE, NUMBER, TRUTH = "VARCHAR", "BIGINT", "DOUBLE", "BOOLEAN"
TEXTS, WORDS, COUNTS, JSON = "VARCHAR[]", "MAP(VARCHAR, VARCHAR)", "MAP(VARCHAR, BIGINT)", "JSON"


@dataclass(frozen=True, slots=True)
class RunTable:
    """A table that every run has: its columns with their types in SQL, and how its rows are made."""

    about: str
    columns: Mapping[str, str]
    rows: Callable[[LoadedRun], Iterator[Row]]


# ── one file each ──────────────────────────────────────────────────────────────────────────────────


def _runs(run: LoadedRun) -> Iterator[Row]:
    settings = msgspec.to_builtins(run.settings)
    prompt, sampling, selection = settings["prompt"], settings["sampling"], settings["selection"]
    yield {
        **{key: settings[key] for key in ("id", "dataset", "model")},
        "languages": selection["languages"],
        **{key: prompt[key] for key in ("style", "form", "shots", "shown", "naming")},
        "samples": sampling["count"],
        **{key: sampling[key] for key in ("temperature", "top_p", "max_tokens", "seed")},
        "world": settings["world"],
        "versions": settings["versions"],
    }


def _tasks(run: LoadedRun) -> Iterator[Row]:
    for task in run.tasks.values():
        row = msgspec.to_builtins(task)
        scaffold = row.pop("scaffold")
        yield {
            "task_id": row.pop("id"),
            "reference": row.pop("references"),
            **row,
            "entry": scaffold["entry"],
            "libraries": scaffold["libraries"],
        }


def _prompts(run: LoadedRun) -> Iterator[Row]:
    for task_id in run.tasks:
        yield from (msgspec.to_builtins(prompt) for prompt in run.prompts(task_id))


def _candidates(run: LoadedRun) -> Iterator[Row]:
    for candidate in run.candidates():
        row = msgspec.to_builtins(candidate)
        usage = row.pop("usage") or dict.fromkeys(field.name for field in fields(Usage))
        yield {**row, **usage}


def _observations(run: LoadedRun) -> Iterator[Row]:
    for observation in run.observations():
        row = msgspec.to_builtins(observation)
        yield {"check_name": row.pop("check"), **row, **_cause(cause_of(observation))}


def _verdicts(run: LoadedRun) -> Iterator[Row]:
    for verdict in run.verdicts():
        yield {**msgspec.to_builtins(verdict), **_cause(verdict.cause)}


def _cause(cause: Cause | None) -> Row:
    return {"cause": cause.kind if cause else None, "exception": cause.exception if cause else None}


def _scores(run: LoadedRun) -> Iterator[Row]:
    for score in run.scores():
        row = msgspec.to_builtins(score)
        low, high = row.pop("interval") or (None, None)
        yield {"slice": row.pop("where"), "low": low, "high": high, **row}


# ── joined ─────────────────────────────────────────────────────────────────────────────────────────


def _judged(run: LoadedRun) -> Iterator[Row]:
    settings = run.settings
    for item in run.judged:
        codes = {candidate.rank: candidate for candidate in item.candidates}
        decidable = can_be_decided(item.verdicts)
        for verdict in item.verdicts:
            candidate = codes.get(verdict.rank)
            yield {
                "dataset": settings.dataset,
                "model": settings.model,
                "temperature": settings.sampling.temperature,
                **_about(item.task),
                "rank": verdict.rank,
                "status": verdict.status,
                "passed": verdict.status == "passed" if decidable else None,
                "held": list(verdict.held),
                "reason": verdict.reason,
                "code": candidate.code if candidate else None,
                "fault": candidate.fault if candidate else None,
            }


def _task_scores(run: LoadedRun) -> Iterator[Row]:
    settings = run.settings
    for item in run.judged:
        counts = Counter(verdict.status for verdict in item.verdicts)
        decidable = can_be_decided(item.verdicts)
        yield {
            "dataset": settings.dataset,
            "model": settings.model,
            "temperature": settings.sampling.temperature,
            **_about(item.task),
            "judged": len(item.verdicts),
            **{status: counts[status] for status in ("passed", "failed", "undecided")},
            "pass_at_1": counts["passed"] / len(item.verdicts) if decidable else None,
            "solved": bool(counts["passed"]) if decidable else None,
        }


def _about(task: Task) -> Row:
    return {
        "task_id": task.id,
        "intent": task.intent,
        "intent_language": task.intent_language,
        "code_language": task.code_language,
        "libraries": list(task.scaffold.libraries),
        "tags": dict(task.tags),
    }


_KEY = {"task_id": TEXT, "rank": WHOLE}
_RUN = {"dataset": TEXT, "model": TEXT, "temperature": NUMBER}
_TASK = {
    "task_id": TEXT,
    "intent": TEXT,
    "intent_language": TEXT,
    "code_language": TEXT,
    "libraries": TEXTS,
    "tags": WORDS,
}
VIEWS: Mapping[str, RunTable] = {
    "runs": RunTable(
        "the settings of each run",
        {"id": TEXT, "dataset": TEXT, "model": TEXT, "languages": TEXTS, "style": TEXT, "form": TEXT}
        | {"shots": WHOLE, "shown": TEXT, "naming": TEXT, "samples": WHOLE, "temperature": NUMBER}
        | {"top_p": NUMBER, "max_tokens": WHOLE, "seed": WHOLE, "world": TEXT, "versions": WORDS},
        _runs,
    ),
    "tasks": RunTable("what was asked", _TASK | {"reference": TEXTS, "checks": JSON, "entry": TEXT}, _tasks),
    "prompts": RunTable(
        "what a language model was sent of each task",
        {"task_id": TEXT, "messages": JSON, "text": TEXT, "stop": TEXTS},
        _prompts,
    ),
    "candidates": RunTable(
        "what was answered",
        _KEY
        | {"code": TEXT, "reply": TEXT, "model": TEXT, "truncated": TRUTH, "log_probability": NUMBER}
        | {"fault": TEXT, "prompt_tokens": WHOLE, "reply_tokens": WHOLE, "seconds": NUMBER, "cost": NUMBER}
        | {"cached": TRUTH, "extraction": TEXT, "sent": JSON},
        _candidates,
    ),
    "observations": RunTable(
        "what was seen when a candidate ran under one check",
        _KEY
        | {"check_name": TEXT, "function": TEXT, "ending": TEXT, "probes_passed": WHOLE, "reason": TEXT}
        | {"stdout": TEXT, "stderr": TEXT, "files": JSON, "seconds": NUMBER, "same_outcome": TRUTH}
        | {"missing_libraries": TEXTS, "decided": TEXT, "cause": TEXT, "exception": TEXT}
        | {"cpu_seconds": NUMBER, "waited_seconds": NUMBER, "same_as": WHOLE, "from_cache": TRUTH},
        _observations,
    ),
    "verdicts": RunTable(
        "what was decided",
        _KEY
        | {"status": TEXT, "held": TEXTS, "function": TEXT, "reason": TEXT, "judge": TEXT}
        | {"missing_libraries": TEXTS, "decided": TEXT, "cause": TEXT, "exception": TEXT}
        | {"same_as": WHOLE, "from_cache": TRUTH},
        _verdicts,
    ),
    "scores": RunTable(
        "the scores that were written down, for all tasks and for each slice",
        {"metric": TEXT, "slice": WORDS, "value": NUMBER, "low": NUMBER, "high": NUMBER}
        | {"tasks": WHOLE, "undecided": WHOLE, "undecided_candidates": WHOLE, "if_undecided_passed": NUMBER}
        | {"missing_libraries": COUNTS, "passed_beside": WHOLE, "reason": TEXT, "signature": TEXT},
        _scores,
    ),
    "judged": RunTable(
        "each candidate with its run, its task and its verdict; passed is null where the task is undecided",
        _RUN
        | _TASK
        | {"rank": WHOLE, "status": TEXT, "passed": TRUTH, "held": TEXTS, "reason": TEXT}
        | {"code": TEXT, "fault": TEXT},
        _judged,
    ),
    "task_scores": RunTable(
        "each task with its run and how many of its candidates passed; null where the task is undecided",
        _RUN
        | _TASK
        | {"judged": WHOLE, "passed": WHOLE, "failed": WHOLE, "undecided": WHOLE, "pass_at_1": NUMBER}
        | {"solved": TRUTH},
        _task_scores,
    ),
}


# ── the front door ─────────────────────────────────────────────────────────────────────────────────


def columns(view: str) -> Mapping[str, str]:
    """The columns of a view with their SQL types. The first one is the run, as in every view."""
    if view not in VIEWS:
        raise UnknownNameError("view", view, VIEWS, "docs/reference/sql.md")
    return {"run": TEXT, **VIEWS[view].columns}


def rows(runs: Runs, view: str) -> list[Row]:
    """The rows of a view, for one or several runs."""
    return list(iterate(runs, view))


def iterate(runs: Runs, view: str) -> Iterator[Row]:
    """The same, one row at a time."""
    order = columns(view)
    for name, files in _named(runs).items():
        for row in VIEWS[view].rows(LoadedRun(files)):
            cells = {"run": name, **row}
            yield {column: _listed(cells[column]) for column in order}


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def frame(runs: Runs, view: str, library: Library | None = None) -> Any:
    """The rows as a data frame of pandas or polars; without either, as a list of dictionaries."""
    package = library or next((name for name in ("pandas", "polars") if find_spec(name)), None)
    if package is None:
        return rows(runs, view)
    if package not in ("pandas", "polars"):
        raise UsageError(f"No data frames are made with '{package}'. Choose pandas or polars.")
    if not find_spec(package):
        raise UsageError(f"{package} is not installed. Install it with: pip install {package}")
    if package == "pandas":
        import pandas

        return pandas.DataFrame(rows(runs, view), columns=list(columns(view)))
    import polars

    data = rows(runs, view)
    return polars.DataFrame(data or None, schema=list(columns(view)), infer_schema_length=None, strict=False)


def _named(runs: Runs) -> dict[str, RunFolder]:
    """The runs by the names of their folders, or by their paths if two folders have the same name."""
    several = [runs] if isinstance(runs, RunFolder | Path | str) else runs
    folders = [run_folder(item) for item in several]
    for files in folders:
        if not files.exists():
            raise RunError(f"{files.label} is not a run: it has no run.json. See: asmeant run --help")
    names = Counter(files.path.resolve().name for files in folders)
    return {
        files.path.resolve().name if names[files.path.resolve().name] == 1 else files.label: files
        for files in folders
    }
