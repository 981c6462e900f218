"""Answers -> the one that the user chooses, run for real exactly as it was shown; or none."""

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
    groups: list[Group], settings: dict[str, Any], console: Console, trier: Trier, folder: Path
) -> str | None:
    """The command to run; None if there is none, or if it is only printed."""
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
    if not _is_as_shown(answer, settings, console, trier, folder):
        return None
    return answer.code


def _allowed(group: Group, confirmed: bool) -> Answer:
    """The best answer, if it may be run without confirmation."""
    answer = group.best
    if answer.standing == "fails":
        raise UsageError(f"The best answer fails ({answer.ending}), so it is not run. Ask in other words.")
    if answer.standing != "works" and not confirmed:
        outcome = visible(" ".join((answer.ending, *answer.notes)))
        raise UsageError(
            f"The best answer was not tried to its end ({outcome}), so it is not run. To run it, add --yes."
        )
    if answer.dangers and not confirmed:
        reasons = "; ".join(visible(danger.text) for danger in answer.dangers)
        raise UsageError(f"The best answer is dangerous ({reasons}), so it is not run. To run it, add --yes.")
    return answer


def _chosen(groups: list[Group], settings: dict[str, Any], console: Console) -> Answer | None:
    """The answer whose number the user types; None if they choose none."""
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
        warning = "; ".join(f"{danger.kind}: {danger.text}" for danger in answer.dangers) or answer.ending
        return answer if _agrees(console, warning) else None
    return answer


def _is_as_shown(
    answer: Answer, settings: dict[str, Any], console: Console, trier: Trier, folder: Path
) -> bool:
    """Whether the answer would still do what was shown.

    If not, the new outcome is shown, and the user decides.
    """
    from asmeant.answers.freshness import changed_since
    from asmeant.records import Candidate

    if not answer.tried_at:
        return True
    path = changed_since(folder, answer.tried_at, [str(folder / change.path) for change in answer.changes])
    if not path:
        return True
    again = trier(Candidate("ask", answer.rank, answer.code))
    if (again.behaviour, again.standing) == (answer.behaviour, answer.standing):
        return True
    change = f"{os.path.relpath(path, folder)} has changed since. Now the command does something else"
    console.print(Lines(visible(f"\n{change}:"), "", "", "bold yellow"))
    console.print(drawn_again(again))
    if settings["yes"]:
        return True
    if not sys.stdin.isatty():
        raise UsageError(f"{visible(change)}, so it is not run. To run it, add --yes.")
    return _agrees(console, "The directory has changed")


def _agrees(console: Console, warning: str) -> bool:
    console.print(Lines(visible(f"{warning}."), "", ""))
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
    """Discards keys that were pressed before the question was shown."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import termios

        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def run_for_real(command: str) -> int:
    """Runs the command, and returns its exit status as a shell reports it."""
    sys.stdout.flush()
    process = subprocess.Popen(["bash", "-c", command])
    while True:
        try:
            status = process.wait()
            return status if status >= 0 else 128 - status
        except KeyboardInterrupt:
            continue  # the command receives the interrupt, too, and ends by itself
