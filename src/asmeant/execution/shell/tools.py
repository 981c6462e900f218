"""A command -> which tools it needs that are not here: from its words and the machine, not from its run."""

from __future__ import annotations

import os
import re
from functools import cache, lru_cache

from asmeant.execution.worlds.commands import BuiltCommands
from asmeant.languages.bash import BashSyntaxError
from asmeant.languages.bash.command import Call, calls
from asmeant.languages.bash.knowledge import utility
from asmeant.languages.bash.understanding import understand

NAME = re.compile(r"[\w.+-]+")
PATH = ("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin")
BUILTINS = {
    ".", ":", "[", "[[", "alias", "bg", "bind", "break", "builtin", "caller", "cd", "command", "compgen",
    "complete", "compopt", "continue", "declare", "dirs", "disown", "echo", "enable", "eval", "exec",
    "exit", "export", "false", "fc", "fg", "getopts", "hash", "help", "history", "jobs", "kill", "let",
    "local", "logout", "mapfile", "popd", "printf", "pushd", "pwd", "read", "readarray", "readonly",
    "return", "set", "shift", "shopt", "source", "suspend", "test", "time", "times", "trap", "true", "type",
    "typeset", "ulimit", "umask", "unalias", "unset", "wait",
}  # fmt: skip


@lru_cache(maxsize=4096)
def _calls(command: str) -> tuple[Call, ...] | None:
    """The utilities that it uses; None if it is not Bash."""
    try:
        return tuple(calls(understand(command)))
    except BashSyntaxError:
        return None


@lru_cache(maxsize=4096)
def missing_tools(
    command: str, is_reference: bool = False, world: BuiltCommands | None = None
) -> tuple[str, ...]:
    """The tools that a command calls and that are not installed, in its order: in the world, or here.

    A name that we do not know of is missing in a reference; a candidate made it up.
    """
    names = dict.fromkeys(_name(call) for call in _calls(command) or ())
    missing = [name for name in names if name and not is_installed(name, world)]
    if is_reference:
        return tuple(name for name in missing if NAME.fullmatch(name) and f"{name}()" not in command)
    return tuple(name for name in missing if utility(name) is not None)


def _name(call: Call) -> str:
    """As it is written: `egrep` may be there where `grep` is not."""
    if call.written is None or not call.written.is_literal:
        return ""
    return call.written.value.rsplit("/", 1)[-1]


@cache
def is_installed(name: str, world: BuiltCommands | None = None) -> bool:
    if name in BUILTINS:
        return True
    if world is not None:
        return world.has_tool(name)
    return any(os.access(f"{folder}/{name}", os.X_OK) for folder in PATH)


def gives_away(command: str) -> bool:
    """Whether it gives files to other users, of whom there may be none."""
    return any(_name(call) in ("chown", "chgrp") for call in _calls(command) or ())


def asks_clock(command: str) -> bool:
    """Whether it may say another thing a second later."""
    used = _calls(command)
    return used is None or any(call.known is not None and "clock" in call.known.effects for call in used)
