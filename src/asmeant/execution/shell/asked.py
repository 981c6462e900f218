"""A command -> whose words it prints, in whose order, and what that depends on.

Pure: nothing here runs a command.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from asmeant.languages.bash import BashSyntaxError
from asmeant.languages.bash.command import Call, calls
from asmeant.languages.bash.understanding import understand

# Utilities that only pass on what another says.
PASSING = {
    "", "awk", "basename", "bash", "builtin", "cat", "cd", "column", "command", "cut", "dirname", "echo",
    "env", "exec", "fmt", "fold", "gawk", "head", "less", "mawk", "more", "nice", "nl", "nohup", "paste",
    "printf", "rev", "sed", "sh", "sort", "sudo", "tac", "tail", "tee", "time", "timeout", "tr", "uniq",
    "xargs",
}  # fmt: skip
# Utilities that say which files there are, with more or less about each. None has to be asked for an order.
LISTING = {"dir", "du", "file", "find", "ls", "stat", "tree", "vdir"}
# Also in an order that is nobody's wish: that of folders, or of arguments that a glob gave.
WALKING = LISTING | {"diff", "locate", "lsof", "ps", "tar", "unzip", "zipinfo"}
SORTING = {
    "sort": None,
    "ls": ("-t", "-S", "-r", "-X", "-v", "-u", "-c", "--sort", "--reverse"),
    "tac": None,
    "shuf": None,
}
# What an output depends on besides the files, where a utility asks for it.
NEEDS = {"clock": "the clock", "host": "the machine", "network": "the network", "random": "chance"}
# These ask the machine, too, but get the same answer in every sandbox.
FIXED = {
    "chgrp", "chown", "chroot", "disown", "env", "getent", "groups", "hash", "hostname", "id", "jobs", "kill",
    "logname", "printenv", "runuser", "sleep", "su", "sudo", "time", "times", "touch", "tty", "whoami",
}  # fmt: skip
CHANCE = re.compile(r"\$RANDOM|\$\{RANDOM|/dev/u?random")
# What is in quotes or escaped is no glob.
QUOTED = re.compile(r"\\.|'[^']*'|\"(?:\\.|[^\"\\])*\"", re.DOTALL)
GLOB = re.compile(r"\*|\?|\[[^\]\s]+\]")
# Arrays of awk have no order.
KEYS = re.compile(r"\bfor *\( *\w+ +in\b")
READERS = {"cat", "zcat", "bzcat", "xzcat", "tac", "nl"}
DATED = {"touch": ("-t", "-d", "-r", "--date", "--reference"), "tar": ("--mtime",)}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command asks for.

    `sources` are the utilities whose words it prints, `walks` says that their order is nobody's wish, `sorts`
    that it makes one, `reads` that it prints whole files, `counts` that it puts numbers to names, `verbose`
    that it comments on its work, `dates` that it sets times. `needs` is what its output depends on besides
    the files, in words.
    """

    sources: frozenset[str] = frozenset()
    walks: bool = False
    sorts: bool = False
    reads: bool = False
    counts: bool = False
    verbose: bool = False
    dates: bool = False
    needs: str = ""


@lru_cache(maxsize=4096)
def asked(command: str) -> Asked:
    """What is no Bash asks for nothing."""
    try:
        used = tuple(calls(understand(command)))
    except BashSyntaxError:
        return Asked()
    needs = [need for call in used for need in _needs(call)]
    sorts = any(map(_sorts, used))
    by_glob = GLOB.search(QUOTED.sub("", command)) is not None or KEYS.search(command) is not None
    return Asked(
        sources=_sources(used),
        walks=any(map(_walks, used)) or by_glob or (sorts and any(map(_makes_a_set, used))),
        sorts=sorts,
        reads=any(call.name in READERS for call in used),
        counts=any(map(_counts, used)),
        verbose=any(_is_verbose(call) for call in used),
        dates=any(call.flag(*DATED.get(call.name, ())) is not None for call in used),
        needs=next(iter(needs), "chance" if CHANCE.search(command) else ""),
    )


def _sources(used: tuple[Call, ...]) -> frozenset[str]:
    fed = {id(call.nested) for call in used if call.name == "xargs"}  # these get files that are not written
    names = {call.name for call in used if id(call) in fed or not _is_filter(call)} - PASSING
    return frozenset(
        names
        | {call.name for call in used if _lists_variables(call) or (call.name == "uniq" and _counts(call))}
    )


def _is_filter(call: Call) -> bool:
    """Whether it only lets lines of another command through."""
    if not call.name.endswith("grep") or _counts(call):
        return False
    pattern = 0 if call.flag("-e", "-f") is not None else 1
    return len(call.arguments) <= pattern and call.flag("-r", "-R") is None and not call.redirections


def _counts(call: Call) -> bool:
    if call.name == "uniq" or call.name.endswith("grep"):
        return call.flag("-c") is not None
    return call.name in ("wc", "du")


def _lists_variables(call: Call) -> bool:
    return call.name in ("env", "printenv") and not call.parts


def _makes_a_set(call: Call) -> bool:
    return call.name == "uniq" or (call.name == "sort" and call.flag("-u") is not None)


def _walks(call: Call) -> bool:
    if call.name == "diff" or call.name.endswith("grep"):
        return call.flag("-r", "-R") is not None
    return (
        call.name in WALKING
        or _lists_variables(call)
        or (call.known is not None and call.known.order == "any")
    )


def _sorts(call: Call) -> bool:
    flags = SORTING.get(call.name, ())
    return flags is None or call.flag(*flags) is not None


def _is_verbose(call: Call) -> bool:
    found = call.flag("-v", "--verbose")
    return found is not None and found.known is not None and "--verbose" in found.known.names


def _needs(call: Call) -> list[str]:
    effects = call.known.effects if call.known and call.name not in FIXED else frozenset()
    return [words for effect, words in NEEDS.items() if effect in effects]
