"""demo: the whole path on the tasks and the model that came with the installation, for a person to watch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import indent, shorten

import click

from asmeant.cli import numbers, options
from asmeant.cli.console import progress, visible
from asmeant.cli.path import begin, counts, finish, generate_missing, run
from asmeant.cli.showing import MARKS
from asmeant.records import Candidate, Task, Verdict
from asmeant.runs import RunFolder
from asmeant.seams import Sandbox

# Of one core, for an answer of the embedded model and for running it: measured on a small virtual machine.
SECONDS_PER_ANSWER = 2.5


@click.command()
@click.option("--model", "model_name", default="embedded", show_default=True, help="See: asmeant list models")
@click.option("--sandbox", help="See: asmeant list sandboxes. Default: namespaces, on Linux.")
@click.option("--samples", type=numbers.SAMPLES, default=2, show_default=True, help="Candidates per task.")
@options.json_option
def demo(model_name: str, sandbox: str | None, samples: int, as_json: bool) -> None:
    """Watch a small language model answer in four languages, and see each answer run.

    The model has 135 million parameters: it is here to show the path, and it is mostly wrong.
    """
    words = ["sample", "--model", model_name, "--samples", str(samples), "--max-tokens", "160"]
    given = run.make_context("run", words).params
    walls = options.sandbox(sandbox, options.place(given, "sample"))
    with begin("sample", given) as files:
        if not as_json:
            click.echo(announced(files))
        watch(files, walls, quiet=as_json)
        finish(files, as_json)


def announced(files: RunFolder) -> str:
    """What will be done, what is waited for, and how long that takes, as far as it can be known."""
    settings = files.settings()
    wanted, done = counts(files)
    lines = [
        f"The model '{settings.model}' is asked {settings.sampling.count} times for each of "
        f"{len(files.tasks())} small tasks in English, Spanish, Japanese and Russian: {wanted} answers.",
        "Every answer is run, and shown with its verdict as it comes. A table ends it.",
    ]
    if done:
        lines.append(f"{done} of them are there from an earlier run.")
    if settings.model == "embedded" and done < wanted:
        lines += ["", *_steps(wanted - done)]
    return "\n".join(lines) + "\n"


def _steps(answers: int) -> list[str]:
    from asmeant.models.clients.weights import DOWNLOAD_MB, weights_are_here
    from asmeant.workers import cores

    minutes = max(1, round(answers * SECONDS_PER_ANSWER / cores() / 60))
    model = "here already" if weights_are_here() else f"{DOWNLOAD_MB} MB to download, once"
    return [
        f"  1. fetch the model: {model}",
        "  2. start it: a few seconds",
        f"  3. ask it and run its answers: about {minutes} min with {cores()} cores, where nothing else runs",
        "",
        "Ctrl-C stops it; the same command goes on from there.",
    ]


def watch(files: RunFolder, sandbox: Sandbox, quiet: bool) -> None:
    """Prints each answer with its verdict, as they come."""
    from asmeant.pipeline import decide
    from asmeant.workers import local_workers

    tasks = {task.id: task for task in files.read(Task)}
    answers = {(candidate.task_id, candidate.rank): candidate for candidate in files.read(Candidate)}
    judged = sum(1 for _ in files.read(Verdict))
    passed = 0

    def noted(new: Iterable[Candidate]) -> Iterator[Candidate]:
        for candidate in new:
            answers[candidate.task_id, candidate.rank] = candidate
            yield candidate

    with progress("judged", counts(files)[0], judged, quiet) as bar:
        new = noted(generate_missing(files, None, quiet))
        for verdict in decide(files, new, sandbox, local_workers()):
            passed += verdict.status == "passed"
            bar.print(told(tasks[verdict.task_id], answers[verdict.task_id, verdict.rank], verdict))
            bar.advance(note=f"{passed} passed")


def told(task: Task, candidate: Candidate, verdict: Verdict) -> str:
    """One answer, in the markup of a terminal."""
    from rich.markup import escape

    lines = candidate.code.strip().splitlines() or [f"(no code: {candidate.fault})"]
    code = "\n".join([*lines[:6], *(["…"] if len(lines) > 6 else [])])
    why = verdict.reason or f"holds: {', '.join(verdict.held)}"
    intent = escape(visible(shorten(" ".join(task.intent.split()), 100, placeholder="…")))
    return (
        f"[bold cyan]{task.intent_language}[/] {intent}\n[dim]{escape(visible(indent(code, '    ')))}[/]\n"
        f"  {MARKS[verdict.status]} [dim]{escape(visible(shorten(why, 100, placeholder='…')))}[/]\n"
    )
