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

Tables go to standard output, progress and errors to standard error. With `--json` a verb prints one
line of JSON and no progress. What each exit status means: [exit codes](exit-codes.md).

| variable | is |
|---|---|
| `ASMEANT_DATA` | the folder to read released datasets from, where `--data` is not given |
| `ASMEANT_CACHE` | the folder for what is downloaded; otherwise the user's cache |
| `ASMEANT_WORLDS` | the folder in which worlds are built; otherwise among the user's data |
| `ASMEANT_API_KEY` | the key for a model server; where it is not set, `OPENAI_API_KEY` |
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
