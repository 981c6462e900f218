"""One tree of errors. A message says what is wrong, what was found, and what to do.

AsmeantError                  the command line prints it as one line and exits with `exit_code`
├── UsageError         2      a wrong call: an unknown name, an impossible setting
│   ├── UnknownNameError      no plug-in has this name; suggests the closest one, or lists all
│   └── MistakenWordError     an argument in the wrong form; knows the replacement
├── PluginError        3      a plug-in cannot be loaded, or returns something invalid
├── DataError          4      data is missing, corrupt or invalid
│   ├── DownloadError         the server cannot be reached, or sent something else
│   └── BashSyntaxError       a source is not Bash; knows the position (in languages.bash)
├── ModelError         5      a model or its server does not answer as it should
│   └── BudgetError    9      the budget in tokens or money is used up
├── SandboxError       6      code cannot be run here
├── ServerError        8      a server of asmeant does not answer, or refuses
└── RunError           7      a run directory cannot be read or written
    └── RunBusyError          another process is writing this run
"""

from __future__ import annotations

from collections.abc import Iterable


class AsmeantError(Exception):
    exit_code = 1


class UsageError(AsmeantError):
    exit_code = 2


class UnknownNameError(UsageError):
    def __init__(self, kind: str, name: str, known: Iterable[str], listing: str) -> None:
        super().__init__(f"No {kind} is called '{name}'. {hint(name, sorted(known))} See: {listing}")


class MistakenWordError(UsageError):
    """An argument in the wrong form. `replacement` is the correct one."""

    def __init__(self, message: str, word: str, replacement: str) -> None:
        super().__init__(message)
        self.word, self.replacement = word, replacement


class PluginError(AsmeantError):
    exit_code = 3


class DataError(AsmeantError):
    exit_code = 4


class DownloadError(DataError):
    pass


class ModelError(AsmeantError):
    exit_code = 5


class BudgetError(ModelError):
    exit_code = 9


class SandboxError(AsmeantError):
    exit_code = 6


class ServerError(AsmeantError):
    exit_code = 8


class RunError(AsmeantError):
    exit_code = 7


class RunBusyError(RunError):
    pass


# ── suggestions ────────────────────────────────────────────────────────────────────────────────────

_MOST_NAMED = 20
_SHORTEST_BEGINNING = 3


def hint(name: str, known: Iterable[str]) -> str:
    """For a message about an unknown name: the closest known name, or else all known names."""
    names = list(known)
    if close := closest(name, names):
        return f"Closest: '{close}'."
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"Known: {', '.join(names[:_MOST_NAMED]) or 'none'}{more}."


def closest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is closest; None if no name is close.

    Two names are close if they differ by at most one typing error for every three letters, or if one is a
    prefix of the other.
    """
    rated = [(_distance(name.lower(), other.lower()), other) for other in known]
    near = [(distance, other) for distance, other in rated if distance is not None]
    return min(near, key=lambda pair: pair[0])[1] if near else None


def _distance(name: str, other: str) -> tuple[int, int] | None:
    """The distance between two names, for sorting; None if they are not close."""
    name, other = _without_common_parents(name, other)
    longest = max(len(name), len(other))
    allowed = min(max(1, longest // 3), longest - 1)
    if abs(len(name) - len(other)) <= allowed and (slips := _slips(name, other)) <= allowed:
        return 0, slips
    begins_alike = name.startswith(other) or other.startswith(name)
    if begins_alike and min(len(name), len(other)) >= _SHORTEST_BEGINNING:
        return 1, longest
    return None


def _without_common_parents(name: str, other: str) -> tuple[str, str]:
    """Ignore common parents: `sample/en/a` and `sample/en/b` are compared as `a` and `b`."""
    parents, others = name.split("/"), other.split("/")
    while len(parents) > 1 and len(others) > 1 and parents[0] == others[0]:
        del parents[0], others[0]
    return "/".join(parents), "/".join(others)


def _slips(name: str, other: str) -> int:
    """The number of deleted, inserted, replaced or swapped letters (Damerau-Levenshtein distance)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for place, letter in enumerate(name, 1):
        before, last, row = row, before, [place]
        for column, wanted in enumerate(other, 1):
            cost = min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != wanted))
            swapped = place > 1 and column > 1 and (letter, wanted) == (other[column - 2], name[place - 2])
            row.append(min(cost, last[column - 2] + 1) if swapped else cost)
    return row[-1]
