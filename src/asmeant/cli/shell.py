"""bash try, bash same: what a command does to files, and whether two do the same. In a sandbox."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import numbers, options
from asmeant.cli.console import terminal
from asmeant.errors import UsageError
from asmeant.records import Limits, to_json

if TYPE_CHECKING:
    from asmeant.execution.shell import Outcome, ShellRunner, Tree
    from asmeant.execution.shell.outcome import Sameness
    from asmeant.execution.worlds.commands import BuiltCommands
    from asmeant.records import Expectation

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
tree_option = click.option(
    "--tree",
    "folder",
    type=click.Path(path_type=Path, exists=True),
    help="The files: an archive or a listing of what is at /, or a folder to work in.",
)
world_option = click.option(
    "--world",
    default="",
    help="'bash' for the Bash world, 'this' for this machine's tools. Default: the Bash world, if built.",
)
seconds_option = click.option("--seconds", type=numbers.SECONDS, default=15.0, show_default=True)


@click.command("try")
@click.argument("command")
@tree_option
@seconds_option
@world_option
@options.json_option
def try_(command: str, folder: Path | None, seconds: float, world: str, as_json: bool) -> None:
    """Run COMMAND on a copy of a file tree, in a sandbox, and show what it does.

    None of your files is changed: the command works on a temporary view of them.
    """
    from asmeant.execution.shell import ShellRunner

    runner = ShellRunner(world=_world(world))
    try:
        outcome = runner.run(command, _tree(folder), Limits(seconds=seconds))
    finally:
        runner.close()
    if as_json:
        click.echo(to_json({"command": command, "outcome": outcome}))
    else:
        _show(outcome)


@click.command()
@click.argument("intent")
@click.argument("commands", metavar="COMMAND...", nargs=-1, required=True)
@options.json_option
def expect(intent: str, commands: tuple[str, ...], as_json: bool) -> None:
    """Print what a check expects that is made from INTENT and one or more right commands.

    It says which kind of answer the output is, what of it matters, and why. A tasks file gets this for each
    check that does not state it; write it into the check to correct it.
    """
    from asmeant.languages.bash.expecting import expectation
    from asmeant.reports.expectation import in_words

    expects = expectation(commands, intent)
    if as_json:
        click.echo(to_json(expects))
        return
    click.echo(in_words(expects))
    for reason in expects.because:
        click.echo(f"  {reason}")


@click.command()
@click.argument("reference")
@click.argument("candidate")
@tree_option
@click.option("--intent", default="", help="The intent. It may say which columns of a listing are wanted.")
@seconds_option
@world_option
@options.json_option
def same(
    reference: str,
    candidate: str,
    folder: Path | None,
    intent: str,
    seconds: float,
    world: str,
    as_json: bool,
) -> None:
    """Print whether CANDIDATE does the same as REFERENCE, each in its own view of the same files.

    Without --tree, both start in an empty folder, where commands that read files hardly differ.

    The exit status is 0 if they do the same, and 1 if they do not, or if it cannot be decided.
    """
    from asmeant.execution.shell import ShellRunner
    from asmeant.execution.shell.sandbox import is_same_command
    from asmeant.languages.bash.expecting import expectation

    if is_same_command(reference, candidate):
        click.echo(to_json({"same": True, "reason": "the same command"}) if as_json else "the same command")
        return
    runner = ShellRunner(world=_world(world))
    try:
        sameness = _compared(
            runner,
            reference,
            candidate,
            expectation((reference,), intent),
            _tree(folder),
            Limits(seconds=seconds),
        )
    finally:
        runner.close()
    if as_json:
        click.echo(to_json(sameness))
    elif sameness.same:
        click.echo(sameness.reason or "the same")
    elif sameness.undecided:
        click.echo(f"undecided: {sameness.undecided}")
    else:
        click.echo(f"not the same: {sameness.reason}")
    if folder is None and not as_json:
        click.echo("Compared in an empty folder. Name the files that they work on with --tree.", err=True)
    sys.exit(0 if sameness.same else 1)


def _world(name: str) -> BuiltCommands | None:
    from asmeant.execution.worlds.commands import built_commands, usual_commands
    from asmeant.execution.worlds.world import COMMANDS

    if name not in ("", "this", COMMANDS):
        raise UsageError(
            f"'{name}' is not a world for commands. Use '{COMMANDS}', or 'this' for this machine's tools."
        )
    return built_commands() if name == COMMANDS else usual_commands() if name == "" else None


def _compared(
    runner: ShellRunner, reference: str, candidate: str, expects: Expectation, tree: Tree, limits: Limits
) -> Sameness:
    from asmeant.execution.shell.outcome import Sameness
    from asmeant.execution.shell.runner import ONE_USER
    from asmeant.execution.shell.sandbox import ShellSandbox
    from asmeant.execution.shell.tools import gives_away, missing_tools

    for command in (reference, candidate):
        for name in missing_tools(command, world=runner.world):
            return Sameness(False, "", f"{name} is not installed here")
    outcome = runner.run(candidate, tree, limits)
    if not runner.has_users and (gives_away(reference) or gives_away(candidate)):
        return Sameness(False, "", ONE_USER)
    return ShellSandbox(runner).compared(reference, outcome, expects, tree, limits)


def _tree(folder: Path | None) -> Tree:
    from asmeant.execution.shell import grow
    from asmeant.execution.shell.archives import read_entries

    entries = read_entries(folder) if folder else ()
    if folder is not None and folder.is_file():
        return grow(entries, "/")
    return grow(replace(entry, path=entry.path.lstrip("/")) for entry in entries)


def _show(outcome: Outcome) -> None:
    console = terminal()
    if outcome.stdout:
        click.echo(plain(outcome.stdout), nl=not outcome.stdout.endswith("\n"))
    if outcome.stderr:
        console.print(plain(outcome.stderr.rstrip("\n")), style="red", markup=False, highlight=False)
    ended = f"exit status {outcome.exit_status}"
    status = ended if outcome.ending == "finished" else f"{outcome.ending}: {outcome.reason}"
    console.print(status, style="dim", markup=False, highlight=False)
    for change in outcome.changes:
        console.print(plain(f"{change.path}  {change}"), style="bold", markup=False, highlight=False)


def plain(text: str) -> str:
    """The output of a command without characters that control a terminal."""
    return CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
