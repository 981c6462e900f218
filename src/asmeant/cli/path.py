"""run, generate, judge, score: the arrows, from an intent to a score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from asmeant.cli import options
from asmeant.cli.console import progress, terminal
from asmeant.cli.missing import warn_of_missing
from asmeant.errors import ModelError, UsageError
from asmeant.records import Candidate, Run, Score, Task, Verdict, to_json
from asmeant.runs import RunFolder

out_option = click.option(
    "--out", type=click.Path(path_type=Path), help="The run's folder. Default: runs/NAME."
)
model_option = click.option(
    "--model", "model_name", default="embedded", show_default=True, help="See: asmeant list models"
)


@click.command()
@click.argument("dataset", required=False)
@model_option
@options.dataset_options
@options.model_options
@options.limit_options
@options.execution_options
@options.strict_option
@out_option
@click.option("--resume", metavar="RUN", help="Go on with this run, with its own settings.")
@options.json_option
def run(dataset: str | None, resume: str | None, as_json: bool, **given: Any) -> None:
    """Ask a model, run its answers, score them: the whole path.

    DATASET is a name of `asmeant list datasets`, or tasks:FILE.jsonl. The same command again goes on where
    the last one stopped.
    """
    with _begun(dataset, resume, given) as files:
        try:
            new = generate_missing(files, given["data"], quiet=as_json)
            for _ in judged(files, new, given, quiet=as_json):
                pass
        except ModelError as error:
            _stop_early(files, error, given, as_json)
        finish(files, as_json)


def _begun(dataset: str | None, resume: str | None, given: dict[str, Any]) -> RunFolder:
    """The run that is named by its dataset and settings, or by its folder."""
    if dataset is not None and resume is not None:
        raise UsageError(
            f"Both a dataset ({dataset}) and a run to go on with (--resume {resume}) were given. "
            f"For a new run: asmeant run {dataset}. To go on: asmeant run --resume {resume}"
        )
    if dataset is not None:
        return begin(dataset, given)
    if resume is None:
        raise UsageError(
            "Name a dataset, or a run to go on with: asmeant run DATASET, or asmeant run --resume RUN. "
            "See: asmeant list datasets, asmeant list runs"
        )
    options.refuse_settings("A run goes on with its own settings")
    return options.run_at(resume)


@click.command()
@click.argument("dataset")
@model_option
@options.dataset_options
@options.model_options
@options.limit_options
@options.place_options
@out_option
@options.json_option
def generate(dataset: str, as_json: bool, **given: Any) -> None:
    """Ask a model for candidates; nothing is run. Go on with: asmeant judge RUN"""
    with begin(dataset, given) as files:
        wanted, done = counts(files)
        try:
            with progress("asked", wanted, done, quiet=as_json) as bar:
                for _ in generate_missing(files, given["data"], quiet=as_json):
                    bar.advance()
        except ModelError as error:
            raise ModelError(f"{error} {_how_to_go_on(files)}") from error
    _say_where(files, as_json)


@click.command()
@click.argument("run_folder", metavar="RUN", type=options.RunPath())
@options.execution_options
@options.strict_option
@click.option("--again", is_flag=True, help="Forget the verdicts and judge from what was observed.")
@click.option("--rerun", is_flag=True, help="Forget what was observed, too, and run everything again.")
@options.json_option
def judge(run_folder: RunFolder, again: bool, rerun: bool, as_json: bool, **given: Any) -> None:
    """Run and judge the candidates of a run that wait for it."""
    from asmeant.records import Observation

    with run_folder as files:
        if again or rerun:
            files.forget(Verdict)
        if rerun:
            files.forget(Observation)
        for _ in judged(files, (), given, quiet=as_json):
            pass
        finish(files, as_json)


@click.command()
@click.argument("run_folder", metavar="RUN", type=options.RunPath())
@options.score_options
@options.json_option
def score(run_folder: RunFolder, as_json: bool, metrics: tuple[str, ...], by: str) -> None:
    """Compute the scores of a run again, and write them down."""
    with run_folder as files:
        finish(files, as_json, metrics, by)


def begin(dataset: str, given: dict[str, Any], runs: Path = Path("runs")) -> RunFolder:
    """The folder of the run with these settings, begun if it is not there yet."""
    from asmeant.datasets import load_tasks
    from asmeant.models import load_model
    from asmeant.pipeline import named, open_run
    from asmeant.prompts import name_function

    settings = Run(
        id="",
        dataset=dataset,
        model=given["model_name"],
        selection=options.selection(given),
        prompt=options.prompting(given),
        sampling=options.sampling(given),
        limits=options.limits(given),
    )
    where = options.place(given, dataset)
    settings = replace(settings, world=where.label)
    found = load_tasks(dataset, settings.selection, given["data"])
    tasks = [name_function(where.known(task), settings.prompt.naming) for task in found]
    settings = named(settings, tasks)
    files = RunFolder(given["out"] or runs / settings.id)
    if not files.exists():
        load_model(settings.model, settings.prompt)  # a wrong one is told before anything is written
        warn_of_missing(where, tasks, dataset, chosen=bool(given["world"]))
    with files:
        open_run(files, settings, tasks, where)
    return files


def generate_missing(files: RunFolder, data: Path | None, quiet: bool = False) -> Iterator[Candidate]:
    """Loads the model only if a candidate is missing."""
    from asmeant.datasets import load_tasks
    from asmeant.models import load_model
    from asmeant.pipeline import generate as ask

    wanted, done = counts(files)
    if done == wanted:
        return
    settings = files.settings()
    fetch_weights(settings.model, quiet)
    examples: Iterable[Task] = load_tasks(settings.dataset, data=data) if settings.prompt.shots else ()
    model = load_model(settings.model, settings.prompt, list(examples))
    yield from ask(files, model, lambda: load_tasks(settings.dataset, data=data))


def fetch_weights(model: str, quiet: bool) -> None:
    """The embedded model is fetched when it is first asked; who waits for that should know."""
    if model.partition(":")[0] == "embedded":
        from asmeant.models.clients.weights import embedded_weights

        embedded_weights(None if quiet else lambda text: click.echo(f"{text} ...", err=True))


def counts(files: RunFolder) -> tuple[int, int]:
    """How many candidates are wanted, and how many are there."""
    there = {(candidate.task_id, candidate.rank) for candidate in files.read(Candidate)}
    return len(files.tasks()) * files.settings().sampling.count, len(there)


def judged(
    files: RunFolder, new: Iterable[Candidate], given: dict[str, Any], quiet: bool
) -> Iterator[Verdict]:
    """The verdicts as they come, under a progress bar."""
    from asmeant.pipeline import decide, workers_for

    settings = files.settings()
    where = options.place(given, settings.dataset, settings.world)
    sandbox = options.sandbox(given["sandbox"], where)
    before = {(verdict.task_id, verdict.rank): verdict.status for verdict in files.read(Verdict)}
    waiting = counts(files)[0] - len(before)
    if waiting:
        warn_of_missing(where, files.tasks(), settings.dataset, chosen=True)
    workers = workers_for(waiting, sandbox, settings.limits, given["workers"])
    passed = sum(status == "passed" for status in before.values())
    with progress("judged", counts(files)[0], len(before), quiet) as bar:
        for verdict in decide(files, new, sandbox, workers, given.get("strict", False)):
            passed += verdict.status == "passed"
            bar.advance(note=f"{passed} passed")
            yield verdict


def _stop_early(files: RunFolder, error: ModelError, given: dict[str, Any], as_json: bool) -> NoReturn:
    """The model gave out: the cause first, then the scores of what is there, then how to go on."""
    from asmeant.pipeline import scored

    wanted, there = counts(files)
    if not there:
        raise ModelError(f"{error} {_how_to_go_on(files)}") from error
    click.echo(f"asmeant: {error}", err=True)
    if len({(verdict.task_id, verdict.rank) for verdict in files.read(Verdict)}) < there:
        for _ in judged(files, (), given, quiet=as_json):
            pass
    note = f"The run is not finished: {there} of {wanted} candidates are there."
    if as_json:
        _print_json(files, scored(files), {"error": str(error)})
    else:
        print_scores(files, scored(files), as_json, [note, *_departures(files)])
    raise ModelError(f"{note} {_how_to_go_on(files)}") from error


def _how_to_go_on(files: RunFolder) -> str:
    return f"The run is kept in {files.path}. Go on with: asmeant run --resume {files.path}"


def finish(files: RunFolder, as_json: bool, metrics: Iterable[str] = (), by: str = "intent_language") -> None:
    from asmeant.metrics import load_metrics
    from asmeant.metrics.score import known_slice
    from asmeant.pipeline import write_scores
    from asmeant.workers import cores

    known_slice(files.tasks(), by, files.path)
    scores = write_scores(files, load_metrics(metrics, files.settings().sampling.count), by, cores())
    print_scores(files, scores, as_json, _departures(files))


def _departures(files: RunFolder) -> list[str]:
    from asmeant.analysis.sent import departures

    return departures(files.settings().sampling, files.read(Candidate))


def print_scores(files: RunFolder, scores: list[Score], as_json: bool, notes: Sequence[str] = ()) -> None:
    if as_json:
        _print_json(files, scores, {})
        return
    from asmeant.reports import score_table, to_rich

    settings = files.settings()
    console = terminal()
    console.print(to_rich(score_table(f"{settings.model} on {settings.dataset}", scores, notes)))
    _say_usage(files)
    if all(score.value is None for score in scores):
        _say_what_else(files)
    _say_where(files, as_json)


def _print_json(files: RunFolder, scores: list[Score], more: dict[str, str]) -> None:
    click.echo(to_json({"run": str(files.path), "settings": files.settings(), "scores": scores, **more}))


def _say_what_else(files: RunFolder) -> None:
    """Of tasks that nothing can be run for, there is still something to be known."""
    tasks = list(files.tasks())
    if any(task.checks for task in tasks) or not any(task.references for task in tasks):
        return
    metrics = "template@1,tm@1" if tasks[0].code_language == "bash" else "bleu,chrf"
    click.echo(
        f"These tasks have no checks. Compare with their references: "
        f"asmeant score {files.path} --metric {metrics}"
    )


def _say_usage(files: RunFolder) -> None:
    used = [candidate.usage for candidate in files.read(Candidate) if candidate.usage]
    if used:
        read, written = sum(usage.prompt_tokens for usage in used), sum(usage.reply_tokens for usage in used)
        costs = [usage.cost for usage in used if usage.cost is not None]
        money = f", cost {sum(costs):.4f}" if costs else ""
        click.echo(f"{read:,} prompt tokens, {written:,} reply tokens{money}")


def _say_where(files: RunFolder, as_json: bool) -> None:
    if as_json:
        click.echo(to_json({"run": str(files.path)}))
    else:
        click.echo(f"The run: {files.path}    Look closer: asmeant show {files.path} TASK")
