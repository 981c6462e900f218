"""A task of a run -> the terminal: its prompt, what the model replied, what was taken from that, and why.

What a model wrote is hostile until shown otherwise: control characters are printed as their escapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli.console import visible
from asmeant.records import Candidate, Expectation, Observation, Task, TaskPrompt, Verdict, to_json

if TYPE_CHECKING:
    from rich.console import Console

MARKS = {"passed": "[green]✓ passed[/]", "failed": "[red]✗ failed[/]", "undecided": "[yellow]– undecided[/]"}
LONGEST_OUTPUT = 2000


def show_task(console: Console, task: Task, prompts: Sequence[TaskPrompt]) -> None:
    console.rule(f"[bold]{_escape(task.id)}[/]")
    console.print(visible(task.intent), style="italic", markup=False)
    for reference in task.references:
        _show_code(console, "reference", reference, task.code_language)
    for check in task.checks:
        if check.same_outcome_as is not None:
            title = f"check '{check.name}': the outcome of"
            _show_code(console, title, check.same_outcome_as, task.code_language)
            if check.expects is not None:
                console.print(f"[dim]expects[/] {_escape(in_words(check.expects))}", soft_wrap=True)
        else:
            _show_code(console, f"check '{check.name}'", "\n".join(check.probes), "python")
    for number, prompt in enumerate(prompts, 1):
        changed = f" ({number} of {len(prompts)}: it changed during the run)" if len(prompts) > 1 else ""
        console.rule(f"the prompt, as sent{changed}")
        show_prompt(console, prompt)


def in_words(expects: Expectation) -> str:
    """What is expected, in a line: the kind, and what differs from comparing it as it is."""
    words = [f"{expects.kind}" + (f" ({', '.join(expects.attributes)})" if expects.attributes else "")]
    words += [
        text
        for text, holds in (
            (
                "in order",
                expects.ordered and expects.kind in ("files", "files with attributes", "lines by file"),
            ),
            ("spacing counts", expects.spacing and expects.kind in ("lines", "text", "lines by file")),
            ("paths as printed", expects.paths == "printed" and expects.kind.startswith("files")),
            ("without folders", not expects.directories),
            ("parts of lines will do", not expects.whole_lines),
            (f"only columns {expects.columns}", bool(expects.columns)),
            ("units as printed", expects.units),
            ("with the total", expects.totals),
            ("times count", expects.times),
            ("in the file that is written", expects.written),
            ("not sure", not expects.sure),
        )
        if holds
    ]
    return ", ".join(words)


def show_prompt(console: Console, prompt: TaskPrompt) -> None:
    """The messages under the names of their roles, or the text; exactly, but for control characters."""
    for message in prompt.messages:
        console.print(f"[dim]{message.role}[/]")
        _show_text(message.content)
    if not prompt.messages:
        _show_text(prompt.text)
    if prompt.stop:
        stops = ", ".join(repr(stop) for stop in prompt.stop)
        console.print(f"[dim]a reply ends at[/] {_escape(stops)}", soft_wrap=True)


def show_candidate(
    console: Console,
    task: Task,
    candidate: Candidate,
    verdict: Verdict | None,
    observations: Sequence[Observation],
) -> None:
    mark = MARKS[verdict.status] if verdict else "not judged yet"
    console.rule(f"candidate {candidate.rank}: {mark}")
    _show_reply(console, candidate)
    code = candidate.code or f"(none: {candidate.fault})"
    _show_code(console, f"code of {candidate.model}", code, task.code_language)
    if verdict and verdict.held:
        by = f" by function {verdict.function}" if verdict.function else ""
        console.print(f"[green]holds:[/] {_escape(', '.join(verdict.held))}{_escape(by)}")
        if verdict.reason:
            console.print(_escape(verdict.reason), style="dim")
    elif verdict:
        console.print(f"[red]why:[/] {_escape(verdict.reason)}")
    for observation in observations:
        for path, change in observation.files.items():
            console.print(f"[dim]{_escape(path)}[/] {_escape(change)}")
        for name, text in (("stdout", observation.stdout), ("stderr", observation.stderr)):
            if text and not (verdict and verdict.held):
                console.print(f"[dim]{name} under '{_escape(observation.check)}'[/]")
                _show_text(text[-LONGEST_OUTPUT:])


def _show_reply(console: Console, candidate: Candidate) -> None:
    """The reply as it was received, the settings that were sent for it, and what was taken from it."""
    if candidate.sent:
        settings = ", ".join(f"{name} {_setting(value)}" for name, value in candidate.sent.items())
        console.print(f"[dim]sent with[/] {_escape(settings)}", soft_wrap=True)
    if candidate.reply and candidate.reply != candidate.code:
        cut_off = ", cut off at the token limit" if candidate.truncated else ""
        console.print(f"[dim]the reply, as received{cut_off}[/]")
        _show_text(candidate.reply)
    elif candidate.reply:
        console.print("[dim]the reply, as received, is the code[/]")
    if candidate.extraction:
        console.print(f"[dim]extraction:[/] {_escape(candidate.extraction)}", soft_wrap=True)


def _setting(value: Any) -> str:
    return value if isinstance(value, str) else to_json(value).decode()


def _show_text(text: str) -> None:
    """As it is: neither wrapped nor stripped, and a tab stays a tab."""
    click.echo(visible(text), nl=not text.endswith("\n"))


def _show_code(console: Console, title: str, code: str, language: str) -> None:
    from rich.syntax import Syntax

    console.print(f"[dim]{_escape(title)}[/]")
    console.print(Syntax(visible(code).rstrip(), language, background_color="default", word_wrap=True))


def _escape(text: str) -> str:
    from rich.markup import escape

    return escape(visible(text))
