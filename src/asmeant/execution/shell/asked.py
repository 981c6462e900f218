"""A command, or an intent -> what of an output was asked for: an order, folders; and what it depends on.

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
# Words of an intent that ask for an order, or for the ends of one.
ORDERING = re.compile(
    r"\b(sort|order|rank|reverse|ascend|descend|alphabetic|largest|smallest|biggest|longest|shortest|newest|"
    r"oldest|latest|most recent|top|first|last|maximum|minimum|highest|lowest|"
    r"orden|clasific|invers|ascendente|alfab[eé]tic|mayor|menor|primer|[uú]ltim|"
    r"m[aá]s (grande|peque|recient|antigu|larg|cort))"
    r"|順|並べ|並び|ソート|最大|最小|最新|最古|最初|最後|最長|最短|上位|下位|先頭|末尾|大きい|小さい|新しい|古い"
    r"|сорт|упоряд|поряд|обратн|возраст|убыва|алфавит|наибол|наимен|крупн|сам(ый|ая|ое|ые|ого|ых)|перв|последн",
    re.IGNORECASE,
)
FILES = re.compile(r"\bfiles?\b|archivo|fichero|ファイル|файл", re.IGNORECASE)
# Folders that are looked for, or listed: not those in which files are.
FOLDERS = re.compile(
    r"\b(director(y|ies)|folders?|everything|entries|contents?|hierarchy|paths|objects|items)\b"
    r"|directorios?|carpetas?|フォルダ|ディレクトリ|каталог|папк|директори",
    re.IGNORECASE,
)
# `in the /etc directory`, `under folder x`, `the directory tree`: where, and not what.
WHERE = re.compile(
    r"\b(in|under|from|of|within|inside|below|to|through|across|beneath)\s+(?:[\w'\"/.-]+\s+){0,3}?"
    r"(director(y|ies)|folders?)(\s+(tree|hierarchy))?\b(\s+and\s+(all\s+)?(its\s+)?sub-?(directories|folders))?"
    r"|\b(director(y|ies)|folders?)\s+(tree|['\"/])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command asks for.

    `sources` are the utilities whose words it prints, `walks` says that their order is nobody's wish, `sorts`
    that it makes one, `verbose` that it comments on its work. `needs` is what its output depends on besides
    the files, in words.
    """

    sources: frozenset[str] = frozenset()
    walks: bool = False
    sorts: bool = False
    verbose: bool = False
    needs: str = ""


@lru_cache(maxsize=4096)
def asked(command: str) -> Asked:
    """What is no Bash asks for nothing."""
    try:
        used = tuple(calls(understand(command)))
    except BashSyntaxError:
        return Asked()
    needs = [need for call in used for need in _needs(call)]
    return Asked(
        sources=frozenset(call.name for call in used) - PASSING,
        walks=any(map(_walks, used)) or "*" in command,
        sorts=any(map(_sorts, used)),
        verbose=any(_is_verbose(call) for call in used),
        needs=next(iter(needs), "chance" if CHANCE.search(command) else ""),
    )


def asks_for_order(intent: str) -> bool:
    return ORDERING.search(intent) is not None


def asks_for_files(intent: str) -> bool:
    """Whether files are asked for, and folders are not."""
    return FILES.search(intent) is not None and FOLDERS.search(WHERE.sub(" ", intent)) is None


def _walks(call: Call) -> bool:
    if call.name == "diff" or call.name.endswith("grep"):
        return call.flag("-r", "-R") is not None
    return call.name in WALKING or (call.known is not None and call.known.order == "any")


def _sorts(call: Call) -> bool:
    flags = SORTING.get(call.name, ())
    return flags is None or call.flag(*flags) is not None


def _is_verbose(call: Call) -> bool:
    found = call.flag("-v", "--verbose")
    return found is not None and found.known is not None and "--verbose" in found.known.names


def _needs(call: Call) -> list[str]:
    effects = call.known.effects if call.known and call.name not in FIXED else frozenset()
    return [words for effect, words in NEEDS.items() if effect in effects]
