"""Trials that are asked for -> how each ended. For each the zygote forks a child, and waits for it.

Imported last (packing.py): this is what runs between two forks.
"""

from __future__ import annotations

import importlib
import json
import os
import socket
import sys
import time
from typing import Any, Dict, List

from . import state, turns
from .box import clear_box
from .limits import resources
from .messages import framed, receive_with_files, send, send_bytes
from .watching import watch

Job = Dict[str, Any]


def serve(control: socket.socket, settings: Job) -> None:
    while True:
        job, files = receive_with_files(control)
        if job is None:
            return
        if "end" in job:
            continue  # the trial had just ended by itself
        if "modules" in job:
            send(control.fileno(), {"missing": [name for name in job["modules"] if not installed(name)]})
        else:
            send_bytes(control.fileno(), trial(job, files, control, settings))


def trial(limits: Job, files: List[int], control: socket.socket, settings: Job) -> bytes:
    """Runs one child to its end, or to its deadline; afterwards nothing that it started is left."""
    begun = time.monotonic()
    role, box = settings["role"], settings["box"]
    turn = files.pop() if limits["turns"] else -1
    # What can be done on this side of the fork is: a child pays for every page that it touches first.
    limits["resources"] = resources(limits)
    pid = os.fork()
    if pid == 0:
        try:
            os.close(control.detach())  # what is the zygote's own is out of a child's reach
            settings["run_child"](limits, box, files, turn)
        finally:
            os._exit(0)  # not sys.exit: what the candidate left to run at exit must not run
    for end in files:
        os.close(end)
    own_turn = turns.TURN[role]
    status, fault = watch(
        pid, control, limits, begun, settings["isolated"], lambda: turn < 0 or turns.read(turn) == own_turn
    )
    seconds = time.monotonic() - begun
    if turn >= 0:
        os.close(turn)
    clean = state.is_as_first() and (role != "candidates" or clear_box(box))
    # Written out, as json.dumps touches more pages than all else here.
    text = b'{"status": %d, "fault": %b, "clean": %b, "seconds": %.4f}'
    words = json.dumps(fault).encode() if fault else b"null"
    return framed(text % (status, words, b"true" if clean else b"false", seconds))


def installed(name: str) -> bool:
    util = importlib.import_module("importlib.util")  # large, and most programs need no library
    try:
        return name in sys.modules or util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
