"""Command -> what it would do in a folder of this machine. A zygote whose views are copy-on-write throughout.

Every directory at the top of the machine is the lower layer of an overlay, and so is the folder itself: a
command sees the files of its user, with that user's rights, and what it writes is gone with the view. There
is no network, and no socket of another process can be reached. Standard input is a terminal at which nobody
sits: a command that reads from it gets the end of input, and that is noted.
"""

from __future__ import annotations

import os
import struct
import threading
import time
from typing import Any, Dict, List, Tuple

from . import calls, ids, isolation, kernel, landlock, state
from .attendant import Attendant, open_terminal
from .command import inherit_limits, limit_child, watch
from .folder_views import FolderView, World, build, is_read_only, tops
from .kernel import check, libc
from .messages import receive, send
from .shell import KEPT, NEW_ROOT_OF_THREAD, USUAL_SIGNALS
from .zygote import silence

Job = Dict[str, Any]
Seen = Dict[str, Any]

ALL_IDS = "0 0 65534\n"
STREAM, NON_BLOCKING, CLOSED_BY_EXEC = 1, 0x800, 0x80000
STREAMS = tuple(STREAM | one | other for one in (0, NON_BLOCKING) for other in (0, CLOSED_BY_EXEC))
SOCKET_RULES = (
    calls.Rule((41, 198), never=((0, (calls.UNIX,)),)),  # socket
    calls.Rule((53, 199), only=((1, STREAMS),)),  # socketpair
)


def main() -> None:
    jobs, answers = os.dup(0), os.dup(1)
    silence()
    settings = receive(jobs)
    if settings is None:
        return
    try:
        world = prepare(settings, os.environ["ASMEANT_FOLDER"])
    except BaseException as error:
        send(answers, {"fault": f"{type(error).__name__}: {error}"})
        return
    state.remember()
    send(answers, {"ready": True, "missing": []})
    while True:
        job = receive(jobs)
        if job is None:
            return
        send(answers, {"seen": run(job, jobs, world)})


def prepare(settings: Job, folder: str) -> World:
    terminal = open_terminal()
    # Now: in the new world all that belongs to others belongs to one user, who may have the same number.
    writable = {path for path in (*tops("/"), folder) if os.access(path, os.W_OK)}
    read_only = {path for path in (*tops("/"), folder) if is_read_only(path)}
    if os.geteuid() == 0:
        as_root = isolation.new_world(False, ids.OUTSIDE_ID, ALL_IDS)
    else:
        as_root = isolation.new_world(False, os.geteuid())
    check(libc.prctl(kernel.PR_SET_DUMPABLE, 1, 0, 0, 0), "dumpable")
    lower = build(folder, as_root)
    isolation.raise_loopback()
    isolation.keep_limits(settings["processes"] + 4)
    threading.stack_size(1 << 18)
    check(libc.prctl(kernel.PR_SET_DUMPABLE, 0, 0, 0, 0), "dumpable")
    world = World(folder, as_root, lower, terminal, writable, read_only)
    FolderView(world, 1).close()  # now, so that what is missing is told before any command
    return world


# ── one command ────────────────────────────────────────────────────────────────────────────────────


def run(job: Job, jobs: int, world: World) -> Seen:
    try:
        view = FolderView(world, job["disk_mb"])
    except OSError as error:
        return {"ending": "not run", "reason": f"no view of {world.folder} could be made: {error}"}
    try:
        return observe(job, jobs, world, view)
    finally:
        view.close()


def observe(job: Job, jobs: int, world: World, view: FolderView) -> Seen:
    pipes = [os.pipe(), os.pipe()]
    stdin = os.dup(world.terminal.slave) if world.terminal else os.open("/parts/dev/null", os.O_RDONLY)
    inherit_limits(job)
    begun, clock = time.time(), time.monotonic()
    try:
        pid = start(job, (stdin, pipes[0][1], pipes[1][1]), world, view)
    except OSError as error:
        for end in (stdin, *pipes[0], *pipes[1]):
            os.close(end)
        return {"ending": "not run", "reason": f"the shell did not start: {error}"}
    for end in (stdin, pipes[0][1], pipes[1][1]):
        os.close(end)
    limit_child(pid, job)
    ends = [pipes[0][0], pipes[1][0]]
    attendant = Attendant(world.terminal)
    try:
        answer = watch(pid, ends, job, clock, jobs)
    finally:
        for end in ends:
            os.close(end)
        attendant.leave()
    changes, cut = view.changes(begun, time.time())
    return dict(
        answer,
        changes=changes,
        changes_cut=cut,
        wanted_input=attendant.was_asked,
        out_of_room=view.is_full(),
    )


def start(job: Job, files: Tuple[int, int, int], world: World, view: FolderView) -> int:
    """By a thread that lives in the view and has given everything up."""
    answers: List[Any] = []
    writable_places = view.writable_places()

    def live() -> None:
        try:
            check(libc.unshare(NEW_ROOT_OF_THREAD), "unshare")
            os.chroot(view.root)
            kept = KEPT if world.as_root else 0
            header = struct.pack("Ii", 0x20080522, 0)
            check(libc.capset(header, struct.pack("IIIIII", kept, kept, 0, 0, 0, 0)), "capset")
            check(libc.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
            landlock.write_only_below(libc, writable_places)
            calls.forbid(libc)
            forbid_sockets_of_others()
            os.chdir(world.folder)
            answers.append(
                os.posix_spawn(
                    "/bin/bash",
                    ["bash", "-c", job["command"]],
                    job["environment"],
                    file_actions=[(os.POSIX_SPAWN_DUP2, end, number) for number, end in enumerate(files)],
                    setsid=True,
                    setsigdef=USUAL_SIGNALS,
                )
            )
        except OSError as error:
            answers.append(error)

    thread = threading.Thread(target=live)
    thread.start()
    thread.join()
    if isinstance(answers[0], OSError):
        raise answers[0]
    return int(answers[0])


def forbid_sockets_of_others() -> None:
    """A socket that is a file leads out of every namespace: to an agent, a database, a daemon.

    Two that are connected from the start stay so, if they are streams: datagrams can be sent to others.
    """
    machine = os.uname().machine
    if machine not in calls.ARCHITECTURES:
        return
    audit, column = calls.ARCHITECTURES[machine]
    lines = [(calls.LOAD, 0, 0, 4), (calls.EQUAL, 1, 0, audit), calls.DENY, calls.THE_NUMBER]
    for rule in SOCKET_RULES:
        tests = calls.tests_of(rule)
        lines += [(calls.EQUAL, 0, len(tests) + 1, rule.numbers[column]), *tests, calls.THE_NUMBER]
    calls.install(libc, [*lines, calls.ALLOW])
