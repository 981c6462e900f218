"""Command -> what it did. A zygote for commands: each gets a fresh view of its starting tree, and is watched.

Process 1 of its world, like the zygote for programs, and no line of a candidate runs in it. It keeps the
right to mount, which a command never has: commands are started by a thread that has given everything up.
"""

from __future__ import annotations

import base64
import contextlib
import os
import queue
import resource
import signal
import struct
import threading
import time
from typing import Any, Dict, Tuple

from . import beneath, calls, ids, isolation, kernel, state, views
from .changes import Looking
from .command import inherit_limits, limit_child, watch
from .kernel import check, libc
from .messages import receive, send
from .zygote import silence

Job = Dict[str, Any]
Observed = Dict[str, Any]

NEW_ROOT_OF_THREAD = 0x200  # CLONE_FS
# To change owner and mode of its own files, and to read and write them whatever their mode is.
KEPT = 1 << 0 | 1 << 1 | 1 << 3 | 1 << 4
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "USER": "root",
    "LOGNAME": "root",
    "SHELL": "/bin/bash",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "TERM": "dumb",
}
# What Python ignores must not be ignored by what a command starts: `yes | head` ends by it.
USUAL_SIGNALS = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT)
FIRST_PROCESS = 100
# So many views are kept ready: the trees of a check are looked at in turn.
MOST_READY = 8


def main() -> None:
    jobs, answers = os.dup(0), os.dup(1)
    silence()
    settings = receive(jobs)
    if settings is None:
        return
    try:
        prepare(settings)
    except BaseException as error:
        send(answers, {"fault": f"{type(error).__name__}: {error}"})
        return
    state.remember()
    send(answers, {"ready": True, "missing": [], "ids": settings["ids"]})
    ready = ReadyViews()
    while True:
        job = receive(jobs)
        if job is None:
            return
        send(answers, dict(answer(job, jobs, ready), clean=state.is_as_first()))
        ready.renew(job)


def prepare(settings: Job) -> None:
    beneath.reach(settings)
    as_root = isolation.new_world(settings["live"], 0, ids=ids.IDS)
    if as_root:
        os.setgroups([])
    os.setresgid(0, 0, 0)
    os.setresuid(0, 0, 0)
    check(libc.prctl(kernel.PR_SET_DUMPABLE, 1, 0, 0, 0), "dumpable")  # else its own /proc is closed to it
    settings["ids"] = ids.mapped_ids()
    beneath.build(settings)
    if not settings["live"]:
        isolation.raise_loopback()
    # And the zygote, who waits outside, and the starters.
    isolation.keep_limits(settings["processes"] + 2 + MOST_READY)
    threading.stack_size(1 << 18)
    check(libc.prctl(kernel.PR_SET_DUMPABLE, 0, 0, 0, 0), "dumpable")
    views.plant("", [])
    views.close_view(views.open_view("", 1))  # now, so that what is missing is told before any command


def answer(job: Job, jobs: int, ready: ReadyViews) -> Observed:
    if "entries" in job:
        views.plant(job["tree"], job["entries"])
        ready.forget_trees()
    elif not views.known(job["tree"]):
        return {"lacks": job["tree"]}
    return {"outcome": run(job, jobs, ready.launcher(job), MOST_READY - len(ready.launchers))}


class ReadyViews:
    """Unused views, each kept for the next command that begins in its tree. The least recent makes room."""

    def __init__(self) -> None:
        self.launchers: Dict[Any, CommandLauncher] = {}

    def launcher(self, job: Job) -> CommandLauncher:
        key = key_of(job)
        launcher = self.launchers.pop(key, None)
        while launcher is None and len(self.launchers) >= MOST_READY:
            self.launchers.pop(next(iter(self.launchers))).close()
        self.launchers[key] = launcher = launcher or CommandLauncher(job)
        return launcher

    def renew(self, job: Job) -> None:
        """A fresh view in place of the one that a command changed, while the answer is read."""
        launcher = self.launchers.get(key_of(job))
        if launcher is not None and launcher.used:
            launcher.close()
            self.launchers[key_of(job)] = CommandLauncher(job)

    def forget_trees(self) -> None:
        """Without the views of trees that made room for others."""
        for key in [key for key in self.launchers if not views.known(key[0])]:
            self.launchers.pop(key).close()


def key_of(job: Job) -> Tuple[str, str, int]:
    return job["tree"], job["working_directory"], job["disk_mb"]


class CommandLauncher:
    """A view, and a thread that lives in it and can do nothing but start commands."""

    def __init__(self, job: Job) -> None:
        self.view = views.open_view(job["tree"], job["disk_mb"])
        self.used = False
        self.orders: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        number_from(1)  # so that its number is none that a command would get
        threading.Thread(target=self.live, args=(job["working_directory"],), daemon=True).start()

    def live(self, folder: str) -> None:
        try:
            check(libc.unshare(NEW_ROOT_OF_THREAD), "unshare")
            os.chroot(self.view.root)
            os.chdir(folder)
            header = struct.pack("Ii", 0x20080522, 0)
            check(libc.capset(header, struct.pack("IIIIII", KEPT, KEPT, 0, 0, 0, 0)), "capset")
            check(libc.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
            calls.forbid(libc)
        except OSError as error:
            self.answers.put(error)
            return
        for command, files in iter(self.orders.get, None):
            try:
                self.answers.put(spawn(command, files))
            except Exception as error:  # whatever it is, who waits for an answer must get one
                self.answers.put(error)

    def start(self, command: str, files: Tuple[int, int, int]) -> int:
        self.orders.put((command, files))
        number_or_error = self.answers.get()
        if isinstance(number_or_error, Exception):
            raise number_or_error
        return int(number_or_error)

    def close(self) -> None:
        self.orders.put(None)
        views.close_view(self.view)


def spawn(command: str, files: Tuple[int, int, int]) -> int:
    """Not fork: what this process has in memory need not be copied for a process that will not use it."""
    return os.posix_spawn(
        "/bin/bash",
        ["bash", "-c", command],
        ENVIRONMENT,
        file_actions=[(os.POSIX_SPAWN_DUP2, end, number) for number, end in enumerate(files)],
        setsid=True,
        setsigdef=USUAL_SIGNALS,
    )


def number_from(first: int) -> None:
    """The same process numbers on every run, where the kernel can be told."""
    with contextlib.suppress(OSError):
        kernel.write("/proc/sys/kernel/ns_last_pid", str(first - 1))


# ── one command ────────────────────────────────────────────────────────────────────────────────────


def run(job: Job, jobs: int, place: CommandLauncher, unused_places: int) -> Observed:
    pipes = [os.pipe(), os.pipe()]
    stdin = standard_input(job["stdin"], place.view)
    inherit_limits(job)
    number_from(FIRST_PROCESS)
    begun, clock = time.time(), time.monotonic()
    beneath.set_clock(job["clock"])
    try:
        pid = place.start(job["command"], (stdin, pipes[0][1], pipes[1][1]))
    except Exception as error:
        for end in (stdin, *pipes[0], *pipes[1]):
            os.close(end)
        place.used = True
        return {"ending": "not run", "reason": f"the shell did not start: {error}"}
    for end in (stdin, pipes[0][1], pipes[1][1]):
        os.close(end)
    limit_child(pid, job)
    limit_processes(pid, unused_places)
    ends = [pipes[0][0], pipes[1][0]]
    try:
        outcome = watch(pid, ends, job, clock, jobs)
    finally:
        for end in ends:
            os.close(end)
    place.used = place.view.changed()
    looking = Looking(place.view, begun, time.time(), job["clock"])
    if place.used:
        looking.look()
    return dict(outcome, changes=looking.changes, changes_cut=looking.cut)


def limit_processes(pid: int, unused_places: int) -> None:
    """As many for each command, however many starters there are beside its own."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        most = resource.getrlimit(resource.RLIMIT_NPROC)[0] - unused_places
        resource.prlimit(pid, resource.RLIMIT_NPROC, (most, most))


def standard_input(text: str, view: views.Overlay) -> int:
    if not text:
        return os.open(view.root + "/dev/null", os.O_RDONLY)
    # In its own space: a command could write to it.
    end = os.open(view.space, os.O_TMPFILE | os.O_RDWR, 0o600)
    left = memoryview(base64.b64decode(text))
    while left:
        left = left[os.write(end, left) :]
    os.lseek(end, 0, os.SEEK_SET)
    return end
