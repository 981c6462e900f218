"""Groups of commands. For an unknown command, the error names the closest one or lists all.

The type of path arguments is here, too.
"""

from __future__ import annotations

from typing import Any

import click

from asmeant.errors import UnknownNameError, UsageError
from asmeant.stores import is_url


class Group(click.Group):
    """A group that lists its commands in the order in which they were added."""

    def kind(self, context: click.Context) -> str:
        """What the commands of this group are called in a message."""
        return f"command of {context.command_path}"

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(context, args[0]) is None and not context.resilient_parsing:
            names, listing = self.list_commands(context), f"{context.command_path} --help"
            raise UnknownNameError(self.kind(context), args[0], names, listing)
        name, command, rest = super().resolve_command(context, args)
        for parameter in command.params if command else ():
            if type(parameter.type) is click.Path:
                parameter.type = LocalPath(parameter.type)
        return name, command, rest


class LocalPath(click.Path):
    """A path on this machine. It rejects URLs, which would be taken for a folder called `s3:`."""

    def __init__(self, path: click.Path) -> None:
        vars(self).update(vars(path))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and is_url(value):
            name = param.get_error_hint(ctx) if param and ctx else "this"
            raise UsageError(
                f"{value} is a URL, and {name} is a path of this machine. "
                "Only runs, and folders of runs, may be on a store."
            )
        return super().convert(value, param, ctx)
