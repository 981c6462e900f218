"""One program -> its answers. This process runs the candidate, and holds nothing that decides.

It is told what to load and what to do: take steps, each of which gives an answer; or serve, which is to
do what a probe process asks (serving.py). What is said on the channel is one message for each answer, and
last how it ended. Nothing here needs to be trusted: code that tampers with it only gives another answer.
"""

from __future__ import annotations

import contextlib
import errno
import marshal
import os
import resource
import sys
import types
from os import chdir, write  # as they are, whatever a probe makes of them
from typing import Any, Dict, List, Optional

from . import cgroup, endless, messages
from .encoding import Encoder, Room, tagged
from .error_text import remember_line
from .functions import MODULE, bound, functions_of
from .messages import GoneError
from .names import Names, show_to, visible
from .printing import flush

Job = Dict[str, Any]
TELL = "_asmeant_tell"
FINISHED = messages.framed(b'{"ending": "finished"}')


def live(limits: Job, box: str, ends: List[int], turn: int) -> None:
    """The life of a child: it is told its job, does it, and is ended."""
    if turn >= 0:
        os.close(turn)
    confine(limits, box, ends)
    do_job(messages.Reader(ends[0]))


def do_job(reader: messages.Reader) -> None:
    job = reader.receive_job()
    if job is None:
        return
    if job["files"]:
        write_files(job["files"])
    final = attempt(job, reader)
    flush()
    if final is None:
        write(reader.end, FINISHED)
    else:
        messages.send(reader.end, final)


def confine(limits: Job, box: str, ends: List[int]) -> None:
    cgroup.close_counter()
    os.setsid()
    chdir(box + "/work")
    os.dup2(ends[1], 1)
    os.dup2(ends[2], 2)
    os.close(ends[1])
    os.close(ends[2])
    for what, most in limits["resources"]:
        try:
            resource.setrlimit(what, most)
        except (ValueError, OSError):  # not every system limits everything
            continue


def write_files(files: Dict[str, str]) -> None:
    for path, text in files.items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def attempt(job: Job, reader: messages.Reader) -> Optional[Job]:
    """Loads the program and does its job: how that ended, None for well."""
    at = ["the code"]
    try:
        remember_line(job["source"], "<candidate>")
        module = sys.modules[MODULE] = types.ModuleType(MODULE)
        if job["loops"]:
            endless.watch(job["loops"], module.__dict__, job["source"], reader.end)
        run(job["source"], "<candidate>", module.__dict__)
        own = dict(module.__dict__)
        if job["work"] == "list":
            return {"ending": "finished", "functions": functions_of(module, job["entry"], job["assigned"])}
        if job["setup"]:
            at[0] = "the setup"
            run(job["setup"], "<setup>", module.__dict__, job["setup_code"])
        at[0] = "probe"
        function = bound(module, job["function"]) if job["entry"] else None
        if job["work"] == "serve":
            from .serving import Server

            Server(reader, module, own, function).serve(job)
        else:
            take_steps(job, reader.end, module, own, function)
        return None
    except GoneError:
        return None
    except MemoryError:
        return {"ending": "out of memory", "at": at[0], "reason": f"needed more than {job['memory_mb']} MB"}
    except BaseException as error:
        return failure(job, at[0], error)


def failure(job: Job, at: str, error: BaseException) -> Job:
    """What is said of an error. Most trials have none, and pay for none of what this needs."""
    from . import error_text

    remember_line(job["setup"], "<setup>")
    remember_line(job["steps"], "<probe>")
    text = error_text.shown(error)
    with contextlib.suppress(BaseException):  # it may be whatever the program has put there
        sys.stderr.write(text)
    final = {"ending": "failed", "at": at, "reason": error_text.describe(error)}
    final.update(error_text.cause(error, text))
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        final["ending"] = "out of memory"
    elif isinstance(error, ImportError):
        final["lacks"] = str(error.name)
    return final


def run(source: str, name: str, names: Dict[str, Any], compiled: bytes = b"") -> None:
    """Runs a source, or what the harness has made of it for all candidates of a task."""
    exec(marshal.loads(compiled) if compiled else compile(source, name, "exec", dont_inherit=True), names)


def take_steps(job: Job, channel: int, module: Any, own: Job, function: Any) -> None:
    """Steps are statements; `TELL(value)` in them gives an answer."""
    encoder = Encoder()

    def tell(value: Any = None) -> None:
        try:
            text = encoder.text(value)
        except RecursionError:
            with Room():
                text = encoder.text(value)
        body = messages.framed(tagged("value", text).encode())
        written = write(channel, body)
        while written < len(body):
            written += write(channel, body[written:])

    shown = frozenset(job["visible"])
    names = Names(
        lambda name: visible(module, own, name),
        lambda name, value: show_to(module, own, name, value, name in shown),
    )
    dict.update(names, {"__name__": MODULE, TELL: tell})
    if job["entry"]:
        module.__dict__.setdefault("candidate", function)
        dict.update(names, {job["entry"]: function, "candidate": function})
    run(job["steps"], "<probe>", names, job["steps_code"])
