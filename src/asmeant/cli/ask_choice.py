"""Answers -> what the person chooses, run for real exactly as it was shown; or nothing."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli.ask_letters import hides_something
from asmeant.cli.ask_view import Lines, drawn_again
from asmeant.cli.console import visible
from asmeant.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from asmeant.answers import Answer, Group
    from asmeant.answers.asking import Trier

INTERRUPTED = 130


def can_be_asked(language: str) -> bool:
    return language == "bash" and sys.stdin.isatty() and sys.stdout.isatty()


def offer(
    groups: list[Group], settings: dict[str, Any], console: Console, trier: Trier, here: Path
) -> str | None:
    """The command that is to be run; None where there is none, or where it is only printed."""
    offered = [group for group in groups if group.best.code.strip()]
    if not offered:
        raise UsageError("There is no answer to run. Ask in other words, or with more --samples.")
    is_unattended = settings["run_best"] and not sys.stdin.isatty()
    answer = _allowed(offered[0], settings["yes"]) if is_unattended else _chosen(offered, settings, console)
    if answer is None:
        sys.exit(1 if settings["pick"] else 0)
    if hides_something(answer.code):
        raise UsageError(
            "This answer has characters that a terminal does not show, so it is not run. See it with --json."
        )
    if settings["pick"]:
        click.echo(answer.code)
        return None
    if not _is_as_shown(answer, settings, console, trier, here):
        return None
    return answer.code


def _allowed(group: Group, yes: bool) -> Answer:
    """The answer, where it may be run without a person who looks at it first."""
    answer = group.best
    if answer.standing == "fails":
        raise UsageError(f"The best answer fails ({answer.ending}), so it is not run. Ask in other words.")
    if answer.standing != "works" and not yes:
        why = visible(" ".join((answer.ending, *answer.notes)))
        raise UsageError(
            f"The best answer was not tried to its end ({why}), so it is not run. To run it, add --yes."
        )
    if answer.dangers and not yes:
        reasons = "; ".join(visible(danger.text) for danger in answer.dangers)
        raise UsageError(f"The best answer is dangerous ({reasons}), so it is not run. To run it, add --yes.")
    return answer


def _chosen(groups: list[Group], settings: dict[str, Any], console: Console) -> Answer | None:
    """The answer that the person names by its number; None where they name none."""
    if settings["run_best"]:
        number = "1"
    else:
        verb = "Use" if settings["pick"] else "Run"
        numbers = f"1-{len(groups)}" if len(groups) > 1 else "1"
        number = _read_line(console, f"{verb} which? [{numbers}, Enter for none] ")
    if not number.isdecimal() or not 1 <= int(number) <= len(groups):
        if number:
            console.print(f"There is no answer {visible(number)}. Nothing was run.", markup=False)
        return None
    answer = groups[int(number) - 1].best
    is_risky = bool(answer.dangers) or answer.standing != "works"
    if is_risky and not settings["pick"] and not settings["yes"]:
        why = "; ".join(f"{danger.kind}: {danger.text}" for danger in answer.dangers) or answer.ending
        return answer if _agrees(console, why) else None
    return answer


def _is_as_shown(
    answer: Answer, settings: dict[str, Any], console: Console, trier: Trier, here: Path
) -> bool:
    """Whether it would still do what was shown; else it is tried again, and the person decides."""
    from asmeant.answers.freshness import changed_since
    from asmeant.records import Candidate

    if not answer.tried_at:
        return True
    path = changed_since(here, answer.tried_at, [str(here / change.path) for change in answer.changes])
    if not path:
        return True
    again = trier(Candidate("ask", answer.rank, answer.code))
    if (again.behaviour, again.standing) == (answer.behaviour, answer.standing):
        return True
    change = f"{os.path.relpath(path, here)} has changed since. Now the command does something else"
    console.print(Lines(visible(f"\n{change}:"), "", "", "bold yellow"))
    console.print(drawn_again(again))
    if settings["yes"]:
        return True
    if not sys.stdin.isatty():
        raise UsageError(f"{visible(change)}, so it is not run. To run it, add --yes.")
    return _agrees(console, "The directory has changed")


def _agrees(console: Console, why: str) -> bool:
    console.print(Lines(visible(f"{why}."), "", ""))
    if _read_line(console, "Type yes to run it: ").casefold() == "yes":
        return True
    console.print("Nothing was run.")
    return False


def _read_line(console: Console, prompt: str) -> str:
    _forget_keys()
    console.print(prompt, end="", markup=False, soft_wrap=True)
    try:
        return sys.stdin.readline().strip()
    except KeyboardInterrupt:
        console.print()
        return ""


def _forget_keys() -> None:
    """What was typed before a question was there is no answer to it."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def run_for_real(command: str) -> int:
    """The exit status, as a shell says it."""
    sys.stdout.flush()
    process = subprocess.Popen(["bash", "-c", command])
    while True:
        try:
            status = process.wait()
            return status if status >= 0 else 128 - status
        except KeyboardInterrupt:
            continue  # the command was interrupted, too, and ends as it sees fit
