"""run, generate, judge, score: options -> a plan, and a plan's progress -> the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from asmeant.cli import options
from asmeant.cli.console import progress, say, terminal
from asmeant.cli.run_path import RunPath, run_at
from asmeant.errors import ModelError, UsageError
from asmeant.records import Candidate, Deadline, Observation, Run, Score, Task, Verdict, to_json
from asmeant.runs import RunFolder

if TYPE_CHECKING:
    from asmeant.pipeline import OpenRun, Plan


@click.command()
@click.argument("dataset", required=False)
@options.plan_options()
@options.out_option
@click.option("--resume", metavar="RUN", help="Continue this run, with its own settings.")
@options.json_option
def run(dataset: str | None, plan: Plan, out: Path | str | None, resume: str | None, as_json: bool) -> None:
    """Ask a model, run its answers and score them.

    DATASET is a name of `asmeant list datasets`, or tasks:FILE.jsonl. The same command continues where the
    last one stopped.
    """
    with _opened(dataset, resume, replace(plan, folder=out)) as opened:
        try:
            show_progress(opened, opened.generate(), quiet=as_json)
        except ModelError as error:
            _stop_early(opened, error, as_json)
        finish(opened, as_json)


def _opened(dataset: str | None, resume: str | None, plan: Plan) -> OpenRun:
    """The run, found by its dataset and settings or by its folder."""
    from asmeant.pipeline import begin_run, resume_run

    if dataset is not None and resume is not None:
        raise UsageError(
            f"Both a dataset ({dataset}) and a run to continue (--resume {resume}) were given. "
            f"For a new run: asmeant run {dataset}. To continue: asmeant run --resume {resume}"
        )
    if dataset is not None:
        return begin_run(replace(plan, dataset=dataset), say)
    if resume is None:
        raise UsageError(
            "Name a dataset, or a run to continue: asmeant run DATASET, or asmeant run --resume RUN. "
            "See: asmeant list datasets, asmeant list runs"
        )
    options.refuse_settings("A run is continued with its own settings")
    return resume_run(run_at(resume), plan, say)


@click.command()
@click.argument("dataset")
@options.plan_options(executes=False)
@options.out_option
@options.json_option
def generate(dataset: str, plan: Plan, out: Path | str | None, as_json: bool) -> None:
    """Ask a model for candidates; nothing is run. Continue with: asmeant judge RUN"""
    from asmeant.pipeline import begin_run

    with begin_run(replace(plan, dataset=dataset, folder=out), say) as opened:
        try:
            with progress("asked", opened.wanted, len(opened.generated), quiet=as_json) as bar:
                for _ in opened.generate():
                    bar.advance()
        except ModelError as error:
            raise type(error)(f"{error} {_how_to_go_on(opened.files)}") from error
    _say_where(opened.files, as_json)


@click.command()
@click.argument("run_folder", metavar="RUN", type=RunPath())
@options.judging_options()
@click.option("--again", is_flag=True, help="Discard the verdicts and judge again from the observations.")
@click.option("--rerun", is_flag=True, help="Discard the observations, too, and run everything again.")
@options.json_option
def judge(run_folder: RunFolder, execution: Plan, again: bool, rerun: bool, as_json: bool) -> None:
    """Run and judge the candidates of a run that are not judged yet."""
    from asmeant.pipeline import resume_run

    # Deadlines are measured where programs run, which may be elsewhere this time.
    forget = [Verdict, Observation, Deadline] if rerun else [Verdict] if again else []
    with resume_run(run_folder, execution, say, forget) as opened:
        show_progress(opened, (), quiet=as_json)
        finish(opened, as_json)


@click.command()
@click.argument("run_folder", metavar="RUN", type=RunPath())
@options.score_options
@options.json_option
def score(run_folder: RunFolder, as_json: bool, metrics: tuple[str, ...], by: str) -> None:
    """Compute the scores of a run again, and save them."""
    from asmeant.pipeline import Plan, resume_run

    with resume_run(run_folder, Plan(metrics=metrics, by=by), say) as opened:
        finish(opened, as_json)


def show_progress(opened: OpenRun, new: Iterable[Candidate], quiet: bool) -> None:
    """Judges the waiting and the new candidates, under a progress bar."""
    with progress("judged", opened.wanted, len(opened.statuses), quiet) as bar:
        passed = opened.passed
        for verdict in opened.decide(new):
            passed += verdict.status == "passed"
            bar.advance(note=f"{passed} passed")


def _stop_early(opened: OpenRun, error: ModelError, as_json: bool) -> NoReturn:
    """The model failed: prints the cause, then the scores so far, then how to continue."""
    if not opened.generated:
        raise type(error)(f"{error} {_how_to_go_on(opened.files)}") from error
    say(str(error))
    if len(opened.statuses) < len(opened.generated):
        show_progress(opened, (), quiet=as_json)
    note = f"The run is not finished: {len(opened.generated)} of {opened.wanted} candidates are there."
    finish(opened, as_json, unfinished=note, error=str(error))
    raise type(error)(f"{note} {_how_to_go_on(opened.files)}") from error


def _how_to_go_on(files: RunFolder) -> str:
    return f"The run is kept in {files.label}. Continue with: asmeant run --resume {files.label}"


def finish(opened: OpenRun, as_json: bool, unfinished: str = "", error: str = "") -> None:
    """Computes and prints the scores. Those of an unfinished run are not saved."""
    from asmeant.analysis.sent import departures
    from asmeant.analysis.shared import shared_notes
    from asmeant.workers import cores

    loaded = opened.loaded()
    scores = opened.compute_scores(loaded, processes=1 if unfinished else cores(), write=not unfinished)
    if as_json:
        _print_json(opened.files, opened.settings, scores, {"error": error} if error else {})
        return
    candidates = [replace(candidate, code="", reply="") for candidate in loaded.candidates()]
    notes = [
        *([unfinished] if unfinished else []),
        *departures(opened.settings.sampling, candidates),
        *shared_notes(loaded),
    ]
    _print_table(opened.settings, scores, notes)
    _print_afterwards(opened.files, scores, candidates, list(opened.tasks.values()))


def print_scores(files: RunFolder, scores: list[Score], notes: Sequence[str] = ()) -> None:
    """Prints the scores of a run without changing it."""
    from asmeant.loaded_run import LoadedRun

    _print_table(files.settings(), scores, notes)
    loaded = LoadedRun(files)
    _print_afterwards(files, scores, loaded.candidates(), list(loaded.tasks.values()))


def _print_table(settings: Run, scores: list[Score], notes: Sequence[str]) -> None:
    from asmeant.reports import score_table, to_rich

    table = score_table(f"{settings.model} on {settings.dataset}", scores, notes)
    terminal().print(to_rich(table))


def _print_afterwards(
    files: RunFolder, scores: list[Score], candidates: Iterable[Candidate], tasks: list[Task]
) -> None:
    _say_usage(candidates)
    if all(score.value is None for score in scores):
        _say_what_else(files, tasks)
    _say_where(files, as_json=False)


def _print_json(files: RunFolder, settings: Run, scores: list[Score], extra_fields: dict[str, str]) -> None:
    click.echo(to_json({"run": files.label, "settings": settings, "scores": scores, **extra_fields}))


def _say_what_else(files: RunFolder, tasks: list[Task]) -> None:
    """For tasks that cannot be run, names the commands that still apply."""
    if any(task.checks for task in tasks) or not any(task.references for task in tasks):
        return
    metrics = "template@1,tm@1" if tasks[0].code_language == "bash" else "bleu,chrf"
    click.echo(
        f"These tasks have no checks. Compare with their references: "
        f"asmeant score {files.label} --metric {metrics}"
    )


def _say_usage(candidates: Iterable[Candidate]) -> None:
    usages = [candidate.usage for candidate in candidates if candidate.usage]
    paid = [usage for usage in usages if not usage.cached]
    if usages:
        read, written = sum(usage.prompt_tokens for usage in paid), sum(usage.reply_tokens for usage in paid)
        costs = [usage.cost for usage in paid if usage.cost is not None]
        money = f", cost {sum(costs):.4f}" if costs else ""
        cached = len(usages) - len(paid)
        from_cache = f"; {cached:,} of {len(usages):,} replies from the reply cache" if cached else ""
        click.echo(f"{read:,} prompt tokens, {written:,} reply tokens{money}{from_cache}")


def _say_where(files: RunFolder, as_json: bool) -> None:
    if as_json:
        click.echo(to_json({"run": files.label}))
    else:
        click.echo(f"The run: {files.label}    Look closer: asmeant show {files.label} TASK")
