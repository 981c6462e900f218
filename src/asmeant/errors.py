"""One tree of errors. A message says what is wrong, what was found, and what to do.

AsmeantError                  the command line prints it as one line and exits with `exit_code`
├── UsageError         2      the call's words are off: an unknown name, an impossible setting
│   └── UnknownNameError      no plug-in is called that; says which names come close
├── PluginError        3      a plug-in is there, but cannot be loaded, or its answer is not what it should be
├── DataError          4      data is missing, corrupt, or not what it should be
│   ├── DownloadError         the data's home cannot be reached, or sent something else
│   └── BashSyntaxError       a source is not Bash; knows the place (in languages.bash)
├── ModelError         5      a model or its server does not answer as it should
├── SandboxError       6      code cannot be run here
└── RunError           7      a run directory cannot be read or written
    └── RunBusyError          another process is writing this run
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class AsmeantError(Exception):
    exit_code = 1


class UsageError(AsmeantError):
    exit_code = 2


class UnknownNameError(UsageError):
    def __init__(self, kind: str, name: str, known: Iterable[str], listing: str) -> None:
        names = sorted(known)
        close = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
        hint = f"Closest: '{close[0]}'." if close else f"Known: {', '.join(names) or 'none'}."
        super().__init__(f"No {kind} is called '{name}'. {hint} See: {listing}")


class PluginError(AsmeantError):
    exit_code = 3


class DataError(AsmeantError):
    exit_code = 4


class DownloadError(DataError):
    pass


class ModelError(AsmeantError):
    exit_code = 5


class SandboxError(AsmeantError):
    exit_code = 6


class RunError(AsmeantError):
    exit_code = 7


class RunBusyError(RunError):
    pass
