"""bash: explain, parse and tokenize commands, measure how many are understood, try and compare them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli import options
from asmeant.cli.console import progress, terminal
from asmeant.cli.groups import Group
from asmeant.cli.shell import expect, same, try_
from asmeant.errors import DataError, UsageError
from asmeant.records import to_json

if TYPE_CHECKING:
    from collections import Counter

    from rich.tree import Tree

    from asmeant.languages.bash.explain import Explanation

MOST = 10
WIDEST = 100


@click.group(cls=Group)
def bash() -> None:
    """Explain, parse, try and compare Bash commands. Only try and same run them, in a sandbox.

    \b
      asmeant bash explain 'find . -mtime +7 -delete'
      asmeant bash try 'rm *.txt' --tree my-folder
      asmeant bash expect 'List files and their sizes' 'ls -l'
      asmeant bash template 'tar czf all.tgz *.txt'
      asmeant bash coverage my-commands.txt
    """


bash.add_command(try_)
bash.add_command(same)
bash.add_command(expect)


def as_text(
    _context: click.Context, _argument: click.Parameter, value: str | tuple[str, ...]
) -> str | tuple[str, ...]:
    """Rejects bytes that are not text: the shell passes them as lone surrogates, which cannot be printed."""
    for word in [value] if isinstance(value, str) else value:
        half = next((letter for letter in word if "\ud800" <= letter <= "\udfff"), None)
        if half is not None:
            raise UsageError(
                f"The command is not UTF-8 text: it has a byte {ord(half) & 0xFF:#04x}. Encode it as UTF-8."
            )
    return value


command_argument = click.argument("command", metavar="COMMAND", callback=as_text)


@bash.command()
@command_argument
@options.json_option
def explain(command: str, as_json: bool) -> None:
    """Explain a command: in one line, part by part, and with its dangers."""
    from asmeant.languages.bash.explain import explain as explained

    with pointed_out():
        explanation = explained(command)
    if as_json:
        click.echo(to_json(explanation))
    else:
        _print_explanation(explanation)


@bash.command()
@click.argument("commands", metavar="COMMAND...", nargs=-1, required=True, callback=as_text)
@click.option(
    "--normal",
    "form",
    flag_value="normal",
    help="Print the normal form instead, which is the same for all spellings of a command.",
)
@click.option("--long", "form", flag_value="long", help="Print the same command with long flags instead.")
def template(commands: tuple[str, ...], form: str | None) -> None:
    """Print the template of commands: types in place of arguments.

    `-` reads one command per line. A line that is not Bash gives an empty line, and is counted in a message.
    """
    from asmeant.languages.bash.normal import long_form, normal
    from asmeant.languages.bash.template import template as template_of

    write = {"normal": normal, "long": long_form}.get(form or "", template_of)
    if commands == ("-",):
        _write_each(_text(Path("-")).removesuffix("\n").split("\n"), write)
        return
    for command in commands:
        with pointed_out():
            click.echo(write(command))


def _write_each(commands: list[str], write: Callable[[str], str]) -> None:
    """Prints one line for each input line, even for an invalid one, so that the two line up."""
    from asmeant.languages.bash.parsing.reader import BashSyntaxError

    wrong = 0
    for number, command in enumerate(commands, start=1):
        try:
            click.echo(write(command))
        except BashSyntaxError as error:
            wrong += 1
            click.echo()
            click.echo(f"line {number}: {error}", err=True)
    if wrong:
        raise DataError(f"{wrong:,} of {len(commands):,} lines are not Bash. Their lines were left empty.")


@bash.command()
@command_argument
@options.json_option
def parse(command: str, as_json: bool) -> None:
    """Print the typed tree of a command: each part with its type and its position."""
    from asmeant.languages.bash.outline import outline
    from asmeant.languages.bash.understanding import understand

    with pointed_out():
        tree = outline(understand(command))
    if as_json:
        click.echo(to_json(tree))
    else:
        terminal().print(_as_tree(tree), soft_wrap=True)


@bash.command()
@click.argument("text", callback=as_text)
@click.option(
    "--size",
    type=click.Choice(["character", "token", "sub-token"]),
    default="token",
    show_default=True,
    help="The size of the tokens.",
)
@click.option("--intent", is_flag=True, help="The text is an intent, not a command.")
@options.json_option
def tokens(text: str, size: Any, intent: bool, as_json: bool) -> None:
    """Split a command, or an intent, into tokens, one per line."""
    from asmeant.languages.bash.tokens import split

    cut = split(text, size, "intent" if intent else "command")
    click.echo(to_json(cut) if as_json else "\n".join(cut))


@bash.command()
@click.argument("file", metavar="[FILE]", required=False, type=click.Path(path_type=Path, allow_dash=True))
@options.data_option
@options.json_option
def coverage(file: Path | None, data: Path | None, as_json: bool) -> None:
    """Measure how many of the commands in FILE are understood: utilities, flags, whole commands.

    FILE has one command per line; `-` is standard input. Without FILE, the commands of NL2Bash are used.
    """
    from asmeant.languages.bash.coverage import coverage as covered

    commands = _nl2bash(data) if file is None else list(_lines(file))
    with progress("reading commands", len(commands), quiet=as_json) as bar:

        def watched() -> Iterator[str]:
            for command in commands:
                yield command
                bar.advance()

        counts = covered(watched())
    if as_json:
        click.echo(to_json(counts))
        return
    read = counts.commands - counts.not_bash
    click.echo(f"commands      {counts.commands:>7,}   {counts.not_bash:,} of them are not Bash")
    click.echo(f"fully typed   {_share(counts.fully_typed, read)}")
    click.echo(f"utilities     {_known(counts.known_utilities, counts.unknown_utilities)}")
    click.echo(f"flags         {_known(counts.known_flags, counts.unknown_flags)}")


# Output ------------------------------------------------------------------------------------------------


@contextmanager
def pointed_out() -> Iterator[None]:
    """Shows a syntax error with its line and a caret below its position."""
    from asmeant.languages.bash.parsing.reader import BashSyntaxError

    try:
        yield
    except BashSyntaxError as error:
        line = error.source.split("\n")[error.line - 1]
        # Only the part of a long line around the position is shown.
        first = max(0, error.column - 1 - WIDEST // 2)
        click.echo(f"  {line[first : first + WIDEST]}\n  {' ' * (error.column - 1 - first)}^", err=True)
        raise


def _print_explanation(explanation: Explanation) -> None:
    from rich.table import Table
    from rich.text import Text

    console = terminal()
    console.print(Text(explanation.summary, style="bold"), soft_wrap=True)
    console.print()
    table = Table(box=None, show_header=False, pad_edge=False)
    for line in explanation.lines:
        style = {"utility": "bold cyan", "flag": "cyan", "operator": "dim"}.get(line.role, "")
        role = "" if line.role in ("utility", "flag", "operator") else line.role
        table.add_row(
            Text("  " * line.depth + line.text, style=style), Text(role, style="green"), Text(line.meaning)
        )
    console.print(table)
    console.print()
    for name, text in (("template", explanation.template), ("long flags", explanation.long)):
        console.print(Text.assemble((f"{name:<11}", "dim"), text), soft_wrap=True)
    for danger in explanation.dangers:
        mark = Text.assemble(
            (f"{danger.kind:<9} ", "bold red" if danger.kind == "destroys" else "bold yellow")
        )
        console.print(mark + Text(danger.text), soft_wrap=True)


def _as_tree(node: dict[str, Any], tree: Tree | None = None) -> Tree:
    from rich.text import Text
    from rich.tree import Tree as NewTree

    words = [
        node["node"],
        *(str(node[key]) for key in ("name", "type", "text", "kind", "operator") if node.get(key)),
    ]
    if node.get("known") is False:
        words.append("(unknown)")
    label = Text.assemble(
        (words[0], "dim"), " ", " ".join(words[1:]), (f"  {node['start']}-{node['end']}", "dim")
    )
    branch = NewTree(label) if tree is None else tree.add(label)
    for child in node["children"]:
        _as_tree(child, branch)
    return branch


def _share(count: int, total: int) -> str:
    return f"{count:>7,}   {count / total:.2%}" if total else f"{count:>7,}"


def _known(known_uses: Counter[str], unknown_uses: Counter[str]) -> str:
    uses, missing = sum(known_uses.values()), sum(unknown_uses.values())
    examples = ", ".join(f"{name} ({count})" for name, count in unknown_uses.most_common(MOST))
    note = f"\n{'':14}unknown: {len(unknown_uses)}, most often {examples}" if unknown_uses else ""
    return (
        f"{_share(uses, uses + missing)} of {uses + missing:,} uses, {len(known_uses)} different ones{note}"
    )


# Input -------------------------------------------------------------------------------------------------


def _nl2bash(data: Path | None) -> list[str]:
    from asmeant.datasets import load_tasks

    return [reference for task in load_tasks("nl2bash", data=data) for reference in task.references]


def _lines(file: Path) -> Iterator[str]:
    """The lines that are not blank; `-` is standard input."""
    yield from (line for line in _text(file).split("\n") if line.strip())


def _text(file: Path) -> str:
    try:
        content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return content.decode("utf-8")
    except OSError as error:
        raise DataError(
            f"{file} cannot be read: {error.strerror}. Give a file with a command a line."
        ) from None
    except UnicodeDecodeError as error:
        raise DataError(
            f"{file} is not UTF-8 text: byte {error.start} is {error.object[error.start]:#04x}. "
            f"Give a file with a command a line."
        ) from None
