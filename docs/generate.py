"""The command line -> docs/reference/command-line.md. Run it after a change; a test keeps the two equal."""

from __future__ import annotations

from pathlib import Path

import click

from asmeant.cli import VERBS, asmeant

PAGE = Path(__file__).with_name("reference") / "command-line.md"
WIDTH = 100
HEAD = """\
# The command line

*Written by `python docs/generate.py`, from the help texts. Change those, not this page.*

This page has the help text of every command. Tables go to standard output, progress and errors to
standard error. With `--json` a command prints one line of JSON and no progress. See also the
[exit codes](exit-codes.md).

| variable | meaning |
|---|---|
| `ASMEANT_DATA` | the folder to read released datasets from, unless `--data` is given |
| `ASMEANT_CACHE` | the folder for downloads, indexes and copies of stored runs; default: the user's cache |
| `ASMEANT_WORLDS` | the folder in which worlds are built; default: in the user's data folder |
| `ASMEANT_API_KEY` | the key for a model server; default: `OPENAI_API_KEY` |
| `ASMEANT_TOKEN` | the token for a server of asmeant, unless one is given to `Judge` |
| `ASMEANT_SERVE_TOKEN` | the token that callers of `asmeant serve` must send, unless `--token` is given |
| `ASMEANT_USERS` | the file of users of `asmeant serve`, unless `--users` is given |
| `ASMEANT_PROJECT` | the authoring project of `asmeant serve`, unless `--project` is given |
| `ASMEANT_MODEL` | the model of `asmeant ask`, unless `--model` is given |
"""


def page() -> str:
    root = click.Context(asmeant, info_name="asmeant", terminal_width=WIDTH, **asmeant.context_settings)
    sections = [HEAD, _section("asmeant", asmeant.get_help(root))]
    for name in VERBS:
        verb = asmeant.get_command(root, name)
        assert verb is not None
        context = click.Context(verb, parent=root, info_name=name)
        sections.append(_section(f"asmeant {name}", verb.get_help(context)))
        for part, command in verb.commands.items() if isinstance(verb, click.Group) else ():
            within = click.Context(command, parent=context, info_name=part)
            sections.append(_section(f"asmeant {name} {part}", command.get_help(within)))
    return "\n".join(sections)


def _section(title: str, text: str) -> str:
    return f"## {title}\n\n```text\n{text.rstrip()}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
