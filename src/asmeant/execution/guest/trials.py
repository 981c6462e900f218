"""Trials that are asked for -> how each ended. For each the zygote forks a child, and waits for it.

Imported last (packing.py): this is what runs between two forks.
"""

from __future__ import annotations

import json
import os
import socket
import sys
from os import close, fork
from time import monotonic
from typing import Any, Dict, List

from . import state
from .box import clear_box
from .limits import resources
from .messages import framed, receive_with_files, send, send_bytes
from .watching import Watcher

Job = Dict[str, Any]


def serve(control: socket.socket, settings: Job) -> None:
    watcher = Watcher(control, settings["role"], settings["isolated"])
    while True:
        job, files = receive_with_files(control)
        if job is None:
            return
        if "end" in job:
            continue  # the trial had just ended by itself
        if "modules" in job:
            send(control.fileno(), {"missing": [name for name in job["modules"] if not installed(name)]})
        else:
            send_bytes(control.fileno(), trial(job, files, watcher, settings))


def trial(limits: Job, files: List[int], watcher: Watcher, settings: Job) -> bytes:
    """Runs one child to its end, or to its deadline; afterwards nothing that it started is left."""
    begun = monotonic()
    box = settings["box"]
    turn = files.pop() if limits["turns"] else -1
    # What can be done on this side of the fork is: a child pays for every page that it touches first.
    limits["resources"] = resources(limits)
    pid = fork()
    if pid == 0:
        try:
            os.close(watcher.control.detach())  # what is the zygote's own is out of a child's reach
            settings["run_child"](limits, box, files, turn)
        finally:
            os._exit(0)  # not sys.exit: what the candidate left to run at exit must not run
    for end in files:
        close(end)
    status, fault, cpu_seconds, waited_seconds = watcher.watch(pid, limits, begun, turn)
    seconds = monotonic() - begun
    if turn >= 0:
        close(turn)
    clean = state.is_as_first() and (settings["role"] != "candidates" or clear_box(box))
    # Written out, as json.dumps touches more pages than all else here.
    text = (
        b'{"status": %d, "fault": %b, "clean": %b, "seconds": %.4f, "cpu_seconds": %.4f,'
        b' "waited_seconds": %.4f}'
    )
    words = json.dumps(fault).encode() if fault else b"null"
    times = (seconds, cpu_seconds, waited_seconds)
    return framed(text % (status, words, b"true" if clean else b"false", *times))


def installed(name: str) -> bool:
    """Found out without importing anything: a zygote stays as it is."""
    path, whole = None, ""
    for part in name.split("."):
        whole = f"{whole}.{part}" if whole else part
        if whole in sys.modules:
            path = getattr(sys.modules[whole], "__path__", None)
            continue
        spec = spec_of(whole, path)
        if spec is None:
            return False
        path = spec.submodule_search_locations
    return True


def spec_of(name: str, path: Any) -> Any:
    for finder in sys.meta_path:
        try:
            spec = finder.find_spec(name, path)
        except (AttributeError, ImportError, ValueError):  # of a finder that is old, or of an odd name
            continue
        if spec is not None:
            return spec
    return None
