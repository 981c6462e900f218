"""One program -> its answers. This process runs the candidate, and holds nothing that decides.

It is told what to load and what to do: take steps, each of which gives an answer; or serve, which is to
do what a probe process asks (serving.py). What is said on the channel is one message for each answer, and
last how it ended. Nothing here needs to be trusted: code that tampers with it only gives another answer.
"""

from __future__ import annotations

import errno
import marshal
import os
import resource
import socket
import sys
import types
from os import chdir, write  # as they are, whatever a probe makes of them
from typing import Any, Dict, List, Optional, Tuple

from . import cgroup, errors, messages
from .encoding import Encoder, Room, tagged
from .error_text import cause, describe, forget_lines, remember_line, show
from .functions import MODULE, bound, functions_of
from .names import Names
from .objects import GoneError
from .serving import Server, flush, show_to, visible

Job = Dict[str, Any]
TELL = "_asmeant_tell"
# As often as Python runs a line before it makes it quick.
REHEARSALS = 16
FINISHED = messages.framed(b'{"ending": "finished"}')


def live(limits: Job, box: str, ends: List[int], turn: int) -> None:
    """The life of a child: it is told its job, does it, and is ended."""
    if turn >= 0:
        os.close(turn)
    channel = ends[0]
    confine(limits, box, ends)
    reader = messages.Reader(channel)
    job = reader.receive_job()
    if job is None:
        return
    if job["files"]:
        write_files(job["files"])
    final = attempt(job, reader)
    flush()
    if final is None:
        write(channel, FINISHED)
    else:
        messages.send(channel, final)


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


def resources(limits: Job) -> List[Tuple[int, Tuple[int, int]]]:
    """The limits that the kernel keeps for each process."""
    cpu = cpu_backstop(limits["seconds"])
    memory, disk = limits["memory_mb"] << 20, limits["disk_mb"] << 20
    wanted = (
        (resource.RLIMIT_CPU, cpu, cpu + 1),
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_FSIZE, disk, disk),
    )
    return [(what, (lowered(what, soft), lowered(what, hard))) for what, soft, hard in wanted]


def cpu_backstop(seconds: float) -> int:
    """In whole seconds, for the kernel: a second more than the limit, which is kept by who watches."""
    return int(-(-seconds // 1)) + 1


def lowered(what: int, wanted: int) -> int:
    ceiling = resource.getrlimit(what)[1]
    return wanted if ceiling == resource.RLIM_INFINITY else min(wanted, ceiling)


def rehearse() -> None:
    """Once before the first fork: what Python makes ready when it is used first is then ready in each child.

    A program of ours is run here, in the zygote, and leaves nothing.
    """
    steps = f"{TELL}(twice(2))\n{TELL}([twice('a'), (1.5, None), {{'a': {{True}}}}])"
    code = marshal.dumps(compile(steps, "<probe>", "exec", dont_inherit=True))
    job = {
        "work": "steps", "source": "def twice(number):\n    return number * 2\n", "setup": "",
        "setup_code": b"", "steps": steps, "steps_code": code, "entry": "twice", "function": "twice",
        "files": {}, "assigned": [], "visible": [], "memory_mb": 0,
    }  # fmt: skip
    body = messages.framed(marshal.dumps(job, 2))
    harness, own = socket.socketpair()
    with harness, own:
        for _ in range(REHEARSALS):
            harness.sendall(body)
            reader = messages.Reader(own.fileno())
            attempt(reader.receive_job() or {}, reader)
            flush()
            write(own.fileno(), FINISHED)
            harness.recv(messages.PIECE_BYTES)
    del sys.modules[MODULE]
    forget_lines()


def attempt(job: Job, reader: messages.Reader) -> Optional[Job]:
    """Loads the program and does its job: how that ended, None for well."""
    at = ["the code"]
    try:
        remember_line(job["source"], "<candidate>")
        module = sys.modules[MODULE] = types.ModuleType(MODULE)
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
            Server(reader, module, own, function).serve(job)
        else:
            take_steps(job, reader.end, module, own, function)
        return None
    except GoneError:
        return None
    except MemoryError:
        return {"ending": "out of memory", "at": at[0], "reason": f"needed more than {job['memory_mb']} MB"}
    except BaseException as error:
        remember_line(job["setup"], "<setup>")
        remember_line(job["steps"], "<probe>")
        show(error)
        final = {"ending": "failed", "at": at[0], "reason": describe(error)}
        final.update(cause(error, errors.shown(error)))
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
