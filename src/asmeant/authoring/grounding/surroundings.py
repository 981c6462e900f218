"""A command -> its context: values for its variables before it, and its state printed after it. Pure.

`find "$dir" -mtime +$days` is incomplete: a script or a shell supplies the rest. So each variable that it
does not set itself gets a suitable value, in a line before the command. And `cd /tmp` or `now=$(date)`
changes only its shell: a line after it writes that state to a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from asmeant.authoring.grounding.words import values
from asmeant.languages.bash import parse
from asmeant.languages.bash.command import Argument, Call, walk
from asmeant.languages.bash.syntax import ParameterExpansion
from asmeant.languages.bash.syntax import walk as walk_syntax
from asmeant.languages.bash.understanding import understand

# Set in every sandbox, or by the shell itself.
SET = frozenset({"HOME", "PWD", "OLDPWD", "PATH", "IFS", "SHELL", "RANDOM", "BASH", "LANG", "TERM"})
SET |= frozenset("?$!#-_")
NUMBERS = frozenset({"Number", "Quantity", "Timespan", "Size", "Process", "Port", "Job"})
WORDS = frozenset({"Pattern", "Regex", "Name", "Unknown", "Variable"})
TEXT = "alpha beta;gamma-4.2.1.txt:three,5"
_SETTING = r"\b{name}\+?=|\b(?:for|select)\s+{name}\b|\b(?:read|mapfile|readarray|getopts)\b[^|;&]*\b{name}\b"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The line before the command, and the command after that line was read.

    `after` writes the state of the shell if the command changes only that, and `shown` is a command that
    writes the same: for `x=$(ls)` it is `ls > FILE`.

    `unknown` is a variable without a suitable value, such as one that names the program to run.
    """

    before: str = ""
    command: str = ""
    unknown: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    after: str = ""
    shown: str = ""

    @property
    def reads_input(self) -> bool:
        """Whether it does nothing without lines on its standard input."""
        return self.shown.startswith(SHOW_READ)

    def reading(self, file: str) -> Surroundings:
        """The same with a file as standard input."""
        return replace(self, before=f"{self.before}exec < {file}\n")


def surroundings(command: str) -> Surroundings:
    """The context of a command. Raises BashSyntaxError if it is not Bash."""
    missing = list(_missing(command))
    arguments = [node for node in walk(understand(command)) if isinstance(node, Argument)]
    chosen: dict[str, str] = {}
    for node in missing:
        value = _value(node.name, _type(node, arguments))
        if value is None:
            return Surroundings(command=command, unknown=f"${node.name}")
        chosen.setdefault(node.name, value)
    after, shown = _state(command)
    filled_in = _filled_in(command, missing, chosen)
    return Surroundings(_before(chosen), filled_in, values=chosen, after=after, shown=shown)


# Commands that print what these change in their shell, and the file for the output.
STATES = {"cd": "pwd", "pushd": "pwd", "shopt": "shopt", "set": "set -o", "umask": "umask", "alias": "alias"}
STATE_FILE = "/root/shell_state"
# It also shows what `read` left empty.
SHOW_READ = "declare -p"


def _state(command: str) -> tuple[str, str]:
    """The line after a command that ends in a change of its shell, and a command that writes the same."""
    last = understand(command).commands[-1:]
    if not last or not isinstance(last[0], Call) or last[0].redirections:
        return "", ""
    call, written = last[0], ""
    if call.name in STATES and (call.arguments or call.flags):
        shown = STATES[call.name]
    elif call.name == "read":
        names = [word.value for word in call.arguments] + values(call, "-a")
        shown = f"{SHOW_READ} {' '.join(names or ['REPLY'])}"
    elif not call.name and call.assignments:
        assigned = call.assignments[-1]
        shown = f"printf '%s\\n' \"${{{assigned.name}[@]}}\""
        if assigned.value is not None and assigned.value.is_substitution:
            inner = assigned.value.inner[0].body
            written = f"{{ {command[inner.start : inner.end]}; }}"
    else:
        return "", ""
    return f"\n{shown} > {STATE_FILE}", f"{written or shown} > {STATE_FILE}"


def _missing(command: str) -> Iterator[ParameterExpansion]:
    """The positions of variables that only a script or shell would know."""
    for node in walk_syntax(parse(command).body):
        if isinstance(node, ParameterExpansion) and node.name and node.name not in SET:
            is_set = re.search(_SETTING.format(name=re.escape(node.name)), command)
            if not is_set and not node.operator.startswith((":-", "-", ":=", "=")):
                yield node


def _type(node: ParameterExpansion, arguments: Sequence[Argument]) -> str:
    """The type of the smallest argument that contains a variable."""
    around = [item for item in arguments if item.start <= node.start and node.end <= item.end]
    return min(around, key=lambda item: item.end - item.start).type if around else "Text"


def _value(name: str, kind: str) -> str | None:
    word = re.sub(r"\W", "", name).lower() or "all"
    if kind in ("Program", "Command", "Script", "Hostname", "Url"):
        return None
    if kind in ("Username", "Groupname", "Owner"):
        return f"{word}_owner"
    if kind in NUMBERS:
        return "3"
    if kind in ("Path", "Directory") or re.search(r"dir|folder|path", word):
        return f"{word}_folder"
    if kind == "File":
        return f"{word}_file"
    return f"{word}_word" if kind in WORDS else "644" if kind == "Permission" else TEXT


def _before(values: Mapping[str, str]) -> str:
    lines = [f"{name}='{value}'" for name, value in values.items() if name.isidentifier()]
    numbers = [int(name) for name in values if name.isdigit() and name != "0"]
    if numbers or not values.keys().isdisjoint("@*"):
        last = max(numbers, default=2)
        others = values.get("@", values.get("*", "other_file"))
        lines.append("set -- " + " ".join(f"'{values.get(str(n), others)}'" for n in range(1, last + 1)))
    return "; ".join(lines) + "\n" if lines else ""


def _filled_in(command: str, missing: list[ParameterExpansion], values: Mapping[str, str]) -> str:
    """The command with values instead of variables, to derive its needs."""
    for node in sorted(missing, key=lambda item: item.start, reverse=True):
        is_bare = command[node.start : node.end] in (f"${node.name}", f"${{{node.name}}}")
        if is_bare and values[node.name] != TEXT:
            command = command[: node.start] + values[node.name] + command[node.end :]
    return command
