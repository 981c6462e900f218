"""Programs and their probes in one ordinary Python process each: what asmeant must agree with.

    python tests/execution/plain.py MODULES < items.json > outcomes.json

An item holds source, setup, entry, probes, files and any_function. Its outcome is empty where every probe held,
else what went wrong. Only for programs that harm nothing: there are no walls here.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import select
import signal
import sys
import tempfile
import types
from typing import Any

Item = dict[str, Any]
MODULE = "candidate_module"
SECONDS = 20


def main() -> None:
    for name in sys.argv[1:]:
        importlib.import_module(name)
    sys.path[0] = ""
    json.dump([outcome(item) for item in json.load(sys.stdin)], sys.stdout)


def outcome(item: Item) -> str:
    """Of a child in an empty folder: whatever it does to its process or its folder ends with it."""
    reading, writing = os.pipe()
    with tempfile.TemporaryDirectory() as folder:
        pid = os.fork()
        if pid == 0:
            try:
                os.close(reading)
                _alone(item, folder, writing)
            finally:
                os._exit(0)
        os.close(writing)
        ended, _, _ = select.select([reading], [], [], SECONDS)
        told = os.read(reading, 4096).decode() if ended else "it takes too long"
        os.close(reading)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return (told or "it ended before its probes").removesuffix("held")


def _alone(item: Item, folder: str, writing: int) -> None:
    os.setsid()
    os.chdir(folder)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    for name, content in item["files"].items():
        with open(name, "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write(content)
    tell, leave = os.write, os._exit
    try:
        run(item)
        told = b"held"
    except BaseException as error:
        told = f"{type(error).__name__}: {error}".encode("utf-8", "replace")[:2000]
    tell(writing, told)
    leave(0)


def run(item: Item) -> None:
    module = sys.modules[MODULE] = types.ModuleType(MODULE)
    names = module.__dict__
    exec(compile(item["source"], "<candidate>", "exec"), names)
    callables = _callables(names) if item["any_function"] else [names.get(item["entry"])]
    exec(compile(item["setup"], "<setup>", "exec"), names)
    errors = []
    for function in callables:
        names["candidate"] = function
        if item["any_function"]:
            names[item["entry"]] = function
        try:
            for probe in item["probes"]:
                exec(compile(probe, "<probe>", "exec"), names)
        except Exception as error:
            errors.append(error)
        else:
            return
    raise errors[-1]


def _callables(names: Item) -> list[Any]:
    """What a reader of the program would call: what it defines or imports, and methods of its classes."""
    values = [value for name, value in names.items() if callable(value) and not name.startswith("__")]
    for kind in [value for value in values if isinstance(value, type) and value.__module__ == MODULE]:
        with contextlib.suppress(TypeError):
            made = kind()
            values += [getattr(made, name) for name in vars(kind) if not name.startswith("_")]
    return values


if __name__ == "__main__":
    main()
