"""A task of a run -> the terminal: its prompt, the replies, the code extracted from them, and the verdicts.

Text of a model is not trusted: control characters are printed as escapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli.console import visible
from asmeant.records import Candidate, Observation, Task, TaskPrompt, Verdict, to_json
from asmeant.reports.expectation import in_words

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


def show_prompt(console: Console, prompt: TaskPrompt) -> None:
    """Prints the messages under the names of their roles, or the text. Only control characters change."""
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
    if verdict and verdict.same_as is not None:
        console.print(
            f"[dim]not run: the same program as candidate {verdict.same_as}, which is shown here[/]"
        )
    elif verdict and verdict.from_cache:
        console.print("[dim]not run: the cache knows what this program does[/]")
    for observation in observations:
        for path, change in observation.files.items():
            console.print(f"[dim]{_escape(path)}[/] {_escape(change)}")
        for name, text in (("stdout", observation.stdout), ("stderr", observation.stderr)):
            if text and not (verdict and verdict.held):
                console.print(f"[dim]{name} under '{_escape(observation.check)}'[/]")
                _show_text(text[-LONGEST_OUTPUT:])


def _show_reply(console: Console, candidate: Candidate) -> None:
    """Prints the reply as it was received, the settings that were sent, and what was extracted from it."""
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
    """Prints text unchanged: neither wrapped nor stripped, and with its tabs."""
    click.echo(visible(text), nl=not text.endswith("\n"))


def _show_code(console: Console, title: str, code: str, language: str) -> None:
    from rich.syntax import Syntax

    console.print(f"[dim]{_escape(title)}[/]")
    console.print(Syntax(visible(code).rstrip(), language, background_color="default", word_wrap=True))


def _escape(text: str) -> str:
    from rich.markup import escape

    return escape(visible(text))
