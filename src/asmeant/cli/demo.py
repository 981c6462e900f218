"""demo: runs the built-in tasks on the embedded model, and shows each answer."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent, shorten
from typing import TYPE_CHECKING

import click

from asmeant.cli import numbers, options
from asmeant.cli.console import progress, say, visible
from asmeant.cli.run import finish
from asmeant.cli.showing import MARKS
from asmeant.records import Candidate, Sampling, Task, Verdict

if TYPE_CHECKING:
    from asmeant.pipeline import OpenRun

# CPU seconds for one answer of the embedded model and for running it, measured on a small virtual machine.
SECONDS_PER_ANSWER = 2.5


@click.command()
@options.model_option
@options.EXECUTION["sandbox"]
@click.option("--samples", type=numbers.SAMPLES, default=2, show_default=True, help="Candidates per task.")
@options.json_option
def demo(model_name: str, sandbox: str, samples: int, as_json: bool) -> None:
    """Watch a small language model answer in four languages, and see each answer run.

    The model has 135 million parameters: it is mostly wrong, and only shows how asmeant works.
    """
    from asmeant.pipeline import Plan, begin_run

    sampling = Sampling(count=samples, max_tokens=160)
    plan = Plan("sample", model=model_name, sampling=sampling, sandbox=sandbox)
    with begin_run(plan, say) as run:
        if not as_json:
            click.echo(announcement(run))
        watch(run, quiet=as_json)
        finish(run, as_json)


def announcement(run: OpenRun) -> str:
    """What will be done, what the user waits for, and how long it takes, where that is known."""
    answer_count, done = run.wanted, len(run.generated)
    lines = [
        f"The model '{run.settings.model}' is asked {run.settings.sampling.count} times for each of "
        f"{len(run.tasks)} small tasks in English, Spanish, Japanese and Russian: {answer_count} answers.",
        "Every answer is run, and shown with its verdict as it comes. A table ends it.",
    ]
    if done:
        lines.append(f"{done} of them exist from an earlier run.")
    if run.settings.model == "embedded" and done < answer_count:
        lines += ["", *_steps(answer_count - done)]
    return "\n".join(lines) + "\n"


def _steps(answers: int) -> list[str]:
    from asmeant.models.clients.weights import DOWNLOAD_MB, weights_are_here
    from asmeant.workers import cores

    minutes = max(1, round(answers * SECONDS_PER_ANSWER / cores() / 60))
    model = "here already" if weights_are_here() else f"{DOWNLOAD_MB} MB to download, once"
    return [
        f"  1. fetch the model: {model}",
        "  2. start it: a few seconds",
        f"  3. ask it and run its answers: about {minutes} min with {cores()} cores, if nothing else runs",
        "",
        "Ctrl-C stops it; the same command continues from there.",
    ]


def watch(run: OpenRun, quiet: bool) -> None:
    """Prints each answer with its verdict, as they arrive."""
    candidates = dict(run.waiting)
    passed = run.passed

    def remembered() -> Iterator[Candidate]:
        for candidate in run.generate():
            candidates[candidate.task_id, candidate.rank] = candidate
            yield candidate

    with progress("judged", run.wanted, len(run.statuses), quiet) as bar:
        for verdict in run.decide(remembered()):
            passed += verdict.status == "passed"
            candidate = candidates.pop((verdict.task_id, verdict.rank))
            bar.print(describe(run.tasks[verdict.task_id], candidate, verdict))
            bar.advance(note=f"{passed} passed")


def describe(task: Task, candidate: Candidate, verdict: Verdict) -> str:
    """One answer, in the markup of `rich`."""
    from rich.markup import escape

    lines = candidate.code.strip().splitlines() or [f"(no code: {candidate.fault})"]
    code = "\n".join([*lines[:6], *(["…"] if len(lines) > 6 else [])])
    reason = verdict.reason or f"holds: {', '.join(verdict.held)}"
    intent = escape(visible(shorten(" ".join(task.intent.split()), 100, placeholder="…")))
    return (
        f"[bold cyan]{task.intent_language}[/] {intent}\n[dim]{escape(visible(indent(code, '    ')))}[/]\n"
        f"  {MARKS[verdict.status]} [dim]{escape(visible(shorten(reason, 100, placeholder='…')))}[/]\n"
    )
