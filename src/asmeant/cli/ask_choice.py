"""Answers -> what the person chooses, run for real exactly as it was shown; or nothing."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli.console import visible
from asmeant.errors import UsageError

if TYPE_CHECKING:
    from rich.console import Console

    from asmeant.answers import Group

INTERRUPTED = 130


def can_be_asked(language: str) -> bool:
    return language == "bash" and sys.stdin.isatty() and sys.stdout.isatty()


def offer(groups: list[Group], settings: dict[str, Any], console: Console) -> None:
    """Runs what the person chooses, exactly as it was shown; or nothing."""
    offered = [group for group in groups if group.best.code.strip()]
    if not offered:
        raise UsageError("There is no answer to run. Ask in other words, or with more --samples.")
    unattended = settings["run_best"] and not sys.stdin.isatty()
    chosen = _allowed(offered[0], settings["yes"]) if unattended else _chosen(offered, settings, console)
    if chosen is None:
        sys.exit(1 if settings["pick"] else 0)
    if hides_something(chosen):
        raise UsageError(
            "This answer has characters that a terminal does not show, so it is not run. See it with --json."
        )
    if settings["pick"]:
        click.echo(chosen)
        return
    sys.stdout.flush()
    sys.exit(_run_for_real(chosen))


def hides_something(code: str) -> bool:
    """Whether a reader could take it for another text: control and format characters, unusual blanks."""
    unusual = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs")
    return any(unicodedata.category(letter) in unusual for letter in code if letter not in " \n\t")


def _allowed(group: Group, yes: bool) -> str:
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
    return answer.code


def _chosen(groups: list[Group], settings: dict[str, Any], console: Console) -> str | None:
    """The answer that the person names by its number; None where they name none."""
    if settings["run_best"]:
        number = "1"
    else:
        verb = "Use" if settings["pick"] else "Run"
        number = _read_line(console, f"{verb} which? [1-{len(groups)}, Enter for none] ")
    if not number.isdecimal() or not 1 <= int(number) <= len(groups):
        return None
    answer = groups[int(number) - 1].best
    is_risky = bool(answer.dangers) or answer.standing != "works"
    if is_risky and not settings["pick"] and not settings["yes"]:
        why = "; ".join(danger.text for danger in answer.dangers) or answer.ending
        if _read_line(console, f"{visible(why)}. Type yes to run it: ").casefold() != "yes":
            return None
    return answer.code


def _read_line(console: Console, prompt: str) -> str:
    console.print(prompt, end="", markup=False, soft_wrap=True)
    try:
        return sys.stdin.readline().strip()
    except KeyboardInterrupt:
        console.print()
        return ""


def _run_for_real(command: str) -> int:
    try:
        status = subprocess.run(["bash", "-c", command], check=False).returncode
    except KeyboardInterrupt:
        return INTERRUPTED
    return status if status >= 0 else 128 - status
