"""Runs inside a world: programs come as lines of JSON, how each ended goes back. Only for references."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import signal
import sys
import tempfile
import traceback
from typing import Any


def main(shims: str, settings: str) -> None:
    spec = importlib.util.spec_from_file_location("shims", shims)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with open(settings, encoding="utf-8") as file:  # noqa: PTH123
        given = json.load(file)
    module.install(given["answers"], False)
    for name in given["preload"]:
        importlib.import_module(name)
    for program in given["programs"]:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
            child = os.fork()
            if child == 0:
                live(program, scratch, given["seconds"])
            _, status = os.waitpid(child, 0)
        sys.__stdout__.write(json.dumps([program["id"], status]) + "\n")  # type: ignore[union-attr]
        sys.__stdout__.flush()  # type: ignore[union-attr]


def live(program: dict[str, Any], scratch: str, seconds: int) -> None:
    signal.alarm(seconds)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.chdir(scratch)
    os.environ["HOME"] = scratch
    sys.path.insert(0, "")
    try:
        names: dict[str, Any] = {"__name__": "candidate_module"}
        exec(program["source"], names)
        exec(program["setup"], names)
        names["candidate"] = names[program["entry"]]
        for probe in program["probes"]:
            exec(probe, names)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
