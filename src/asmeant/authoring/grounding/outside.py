"""A command -> what it needs that no file can give it. Pure: it is read from its typed tree."""

from __future__ import annotations

from collections.abc import Iterator

from asmeant.languages.bash.command import Call, Sequence, walk
from asmeant.languages.bash.effects import effects
from asmeant.languages.bash.understanding import understand

# Times that no file can be given: when its status changed, and when it was made.
UNSETTABLE = ("-ctime", "-cmin", "-cnewer", "-newerct", "-newerBt", "-newercm", "-newercc", "-used")
# Files belong to whoever is root in the sandbox, and to nobody else.
OWNED = ("-user", "-group", "-uid", "-gid", "-nouser", "-nogroup")
OWNING = frozenset({"chown", "chgrp"})


def beyond_files(command: str) -> tuple[str, str]:
    """The reason why files alone cannot decide it, and a detail; both empty where they can.

    Raises BashSyntaxError if it is no Bash.
    """
    return next(_reasons(understand(command)), ("", ""))


def _reasons(tree: Sequence) -> Iterator[tuple[str, str]]:
    calls = [node for node in walk(tree) if isinstance(node, Call)]
    if "network" in effects(tree):
        yield "depends on the network", ""
    if "waits" in effects(tree):
        yield "waits for somebody", ""
    for call in calls:
        for flag in call.flags:
            if call.name == "find" and flag.name in UNSETTABLE:
                yield "asks when a file was made or its status changed", flag.name
            if call.name == "find" and flag.name in OWNED:
                yield "asks who owns a file", flag.name
        if call.name in OWNING:
            yield "asks who owns a file", call.name
