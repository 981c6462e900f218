"""Groups of commands: an unknown one names the one that was probably meant, or those there are."""

from __future__ import annotations

import click

from asmeant.errors import UnknownNameError


class Group(click.Group):
    """Commands in the order in which they were added."""

    def kind(self, context: click.Context) -> str:
        """What a command in here is called, in a message."""
        return f"command of {context.command_path}"

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.commands)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(context, args[0]) is None and not context.resilient_parsing:
            names, listing = self.list_commands(context), f"{context.command_path} --help"
            raise UnknownNameError(self.kind(context), args[0], names, listing)
        return super().resolve_command(context, args)
