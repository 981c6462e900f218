"""Command -> what it would do in a folder of this machine. A zygote whose views are copy-on-write throughout.

Every directory at the top of the machine is the lower layer of an overlay, and so is the folder itself: a
command sees the files of its user, with that user's rights, and what it writes is gone with the view. There
is no network, and no socket of another process can be reached. Standard input is a terminal at which nobody
sits: a command that reads from it gets the end of input, and that is noted.
"""

from __future__ import annotations

import contextlib
import os
import stat
import struct
import termios
import threading
import time
from typing import Any, Dict, List, NamedTuple, Optional, Set, Tuple

from . import calls, isolation, state, views
from .changes import Looking, State
from .command import inherit_limits, limit_child, watch
from .isolation import MS_BIND, MS_NODEV, MS_NOSUID, MS_RDONLY, MS_REC, MS_REMOUNT, bind, check, libc, mount
from .messages import receive, send
from .readings import text_of
from .shell import KEPT, NEW_ROOT_OF_THREAD, USUAL_SIGNALS
from .views import Overlay, lower_names, lower_place, lower_stat
from .zygote import silence

Job = Dict[str, Any]
Seen = Dict[str, Any]

# What others keep open lies in /run.
NOT_SHOWN = ("/proc", "/dev", "/sys", "/run", "/old")
MOST_FILES = 65_536
MOST_CHANGES = 2_000
WATCH_SECONDS = 0.05
END_OF_INPUT = b"\x04"
READ = {"x86_64": 0, "aarch64": 63}
ALL_IDS = "0 0 65534\n"
SOCKET = (41, 198)


class Terminal(NamedTuple):
    """One that nobody sits at."""

    master: int
    slave: int
    settings: List[Any]


class World(NamedTuple):
    folder: str
    as_root: bool
    lower: Dict[str, str]  # a path of the machine -> where it is kept, read-only
    terminal: Optional[Terminal]
    writable: Set[str]  # paths of the machine in which the user may write
    read_only: Set[str]  # those on a file system that nobody can write to


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
        as_root = isolation.new_world(False, isolation.OUTSIDE_ID, ALL_IDS)
    else:
        as_root = isolation.new_world(False, os.geteuid())
    check(libc.prctl(isolation.PR_SET_DUMPABLE, 1, 0, 0, 0), "dumpable")
    lower = build(folder, as_root)
    isolation.raise_loopback()
    isolation.keep_limits(settings["processes"] + 4)
    threading.stack_size(1 << 18)
    check(libc.prctl(isolation.PR_SET_DUMPABLE, 0, 0, 0, 0), "dumpable")
    world = World(folder, as_root, lower, terminal, writable, read_only)
    FolderView(world, 1).close()  # now, so that what is missing is told before any command
    return world


def open_terminal() -> Optional[Terminal]:
    try:
        master, slave = os.openpty()
    except OSError:  # a machine without terminals
        return None
    os.set_blocking(master, False)
    return Terminal(master, slave, termios.tcgetattr(slave))


# ── this machine, read-only ────────────────────────────────────────────────────────────────────────


def build(folder: str, as_root: bool) -> Dict[str, str]:
    """The zygote's own root; where the directories of the machine are kept in it."""
    mount("none", "/", None, MS_REC | isolation.MS_PRIVATE)
    mount("zygote", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755")
    os.mkdir("/tmp/old")
    check(libc.pivot_root(b"/tmp", b"/tmp/old"), "pivot_root")
    os.chdir("/")
    os.umask(0o022)
    for path in ("/parts", "/base", "/lower", "/space", "/view", "/proc"):
        os.mkdir(path)
    mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | isolation.MS_NOEXEC)
    views.build_parts()
    views.build_base(False)
    close_to_root()
    lower = keep_machine(folder)
    isolation.tune(False, "/proc")
    check(libc.umount2(b"/old", isolation.MNT_DETACH), "umount")
    return lower


def close_to_root() -> None:
    """What only root may do to the machine: write to closed files of /proc, and change devices."""
    for name in os.listdir("/parts/proc"):
        place = f"/parts/proc/{name}"
        if name.isdigit() or os.path.islink(place) or os.stat(place).st_mode & stat.S_IROTH:
            continue
        if not os.path.isdir(place):
            mount("/old/dev/null", place, None, MS_BIND)
    for name in isolation.DEVICES:
        # A device can be written to all the same: only its owner and its mode are kept as they are.
        mount("none", f"/parts/dev/{name}", None, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID)


def keep_machine(folder: str) -> Dict[str, str]:
    shown = [path for path in tops("/old") if is_shown(path)]
    lower = {}
    for number, path in enumerate([*shown, folder]):
        place = f"/lower/{number}"
        try:
            bind("/old" + path, place)
        except OSError:
            if path == folder:
                raise
            continue
        os.makedirs("/base" + path, exist_ok=True)
        lower[path] = place
    return lower


def tops(root: str) -> List[str]:
    return [f"/{name}" for name in sorted(os.listdir(root))]


def is_read_only(path: str) -> bool:
    with contextlib.suppress(OSError):
        return bool(os.statvfs(path).f_flag & os.ST_RDONLY)
    return False


def is_shown(path: str) -> bool:
    return (
        path not in NOT_SHOWN
        and path not in views._parts
        and not os.path.islink("/old" + path)
        and os.path.isdir("/old" + path)
        and os.access("/old" + path, os.R_OK | os.X_OK)
    )


# ── a view ─────────────────────────────────────────────────────────────────────────────────────────


class FolderView:
    """The machine once more, for one command. `layers` are its overlays, by where they are mounted."""

    def __init__(self, world: World, disk_mb: int) -> None:
        self.space, self.root = views.new_place("/space"), views.new_place("/view")
        room = f"size={disk_mb}m,nr_inodes={MOST_FILES},mode=755"
        mount("space", self.space, "tmpfs", MS_NOSUID | MS_NODEV, room)
        self.layers: Dict[str, Overlay] = {}
        self.lay("", "/base", world)
        for path, lower in world.lower.items():
            if path in world.read_only:
                mount(lower, self.root + path, None, MS_BIND | MS_REC)
                continue
            try:
                self.lay(path, lower, world)
            except OSError as error:
                # Other file systems are mounted below it: it can be read, but not be written to.
                if path == world.folder:
                    raise OSError(
                        f"no copy-on-write view of {path}, in which another disk may be mounted"
                    ) from error
                if path != "/tmp":  # every command needs one that it can write to
                    mount(lower, self.root + path, None, MS_BIND | MS_REC)
        for path in views._parts:
            mount("/parts" + path, self.root + path, None, MS_BIND | MS_REC)

    def lay(self, path: str, lower: str, world: World) -> None:
        """An overlay. Its top directory has the attributes of the upper layer, so they are copied."""
        place = f"{self.space}/{len(os.listdir(self.space))}"
        upper, work = place + "/upper", place + "/work"
        os.makedirs(upper)
        os.mkdir(work)
        now = os.stat(lower)
        mode = stat.S_IMODE(now.st_mode)
        with contextlib.suppress(OSError):
            os.chown(upper, now.st_uid, now.st_gid)
        os.chmod(upper, mode if not path or path in world.writable else mode & 0o555)
        os.utime(upper, ns=(now.st_atime_ns, now.st_mtime_ns))
        options = f"lowerdir={lower},upperdir={upper},workdir={work},userxattr"
        mount("view", self.root + path, "overlay", MS_NOSUID | MS_NODEV, options)
        self.layers[path] = Overlay(None, [lower], self.space, self.root + path, upper, os.stat(upper))

    def changes(self, begun: float, ended: float) -> Tuple[List[Dict[str, Any]], bool]:
        """What is not what it was, and whether there is more than is told."""
        changes: List[Dict[str, Any]] = []
        cut = False
        for path, layer in self.layers.items():
            if layer.changed():
                looking = Glance(layer, begun, ended)
                looking.left = MOST_CHANGES - len(changes)
                looking.look()
                for change in looking.changes:
                    changes.append(
                        dict(change, path=path + ("" if change["path"] == "/" else change["path"]))
                    )
                cut = cut or looking.cut
        return sorted(changes, key=lambda change: str(change["path"])), cut

    def is_full(self) -> bool:
        room = os.statvfs(self.space)
        return room.f_bavail == 0 or room.f_favail == 0

    def close(self) -> None:
        views.clear(self.root)
        views.clear(self.space)


class Glance(Looking):
    """What was deleted is not read: it may be large, and its path says enough."""

    left = MOST_CHANGES

    def add(self, path: str, before: Optional[State], after: Optional[State]) -> None:
        self.cut = self.cut or len(self.changes) >= self.left
        super().add(path, before, after)

    def gone_within(self, path: str) -> None:
        for name in () if self.cut else lower_names(self.view, path):
            self.gone(f"{path}/{name}")

    def gone(self, path: str) -> None:
        was = lower_stat(self.view, path)
        if was is None or self.cut:
            return
        before: Dict[str, Any] = {
            "kind": "directory" if stat.S_ISDIR(was.st_mode) else "file",
            "mode": stat.S_IMODE(was.st_mode),
            "time": int(was.st_mtime),
            "size": was.st_size,
        }
        if stat.S_ISLNK(was.st_mode):
            before.update(kind="link", target=os.readlink(lower_place(self.view, path)))
        self.add(path, before, None)
        if stat.S_ISDIR(was.st_mode):
            with contextlib.suppress(OSError):
                self.gone_within(path)


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

    def live() -> None:
        try:
            check(libc.unshare(NEW_ROOT_OF_THREAD), "unshare")
            os.chroot(view.root)
            kept = KEPT if world.as_root else 0
            header = struct.pack("Ii", 0x20080522, 0)
            check(libc.capset(header, struct.pack("IIIIII", kept, kept, 0, 0, 0, 0)), "capset")
            check(libc.prctl(isolation.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
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
    """A socket that is a file leads out of every namespace: to an agent, a database, a daemon."""
    machine = os.uname().machine
    if machine not in calls.ARCHITECTURES:
        return
    audit, column = calls.ARCHITECTURES[machine]
    tests = calls.tests_of(calls.Rule(SOCKET, never=((0, (calls.UNIX,)),)))
    calls.install(
        libc,
        [
            (calls.LOAD, 0, 0, 4),
            (calls.EQUAL, 1, 0, audit),
            calls.DENY,
            calls.THE_NUMBER,
            (calls.EQUAL, 0, len(tests) + 1, SOCKET[column]),
            *tests,
            calls.THE_NUMBER,
            calls.ALLOW,
        ],
    )


class Attendant:
    """Gives the end of input to whoever reads from the terminal, and notes that somebody did."""

    def __init__(self, terminal: Optional[Terminal]) -> None:
        self.terminal = terminal
        self.was_asked = False
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.attend, daemon=True)
        if terminal is not None:
            self.device = os.fstat(terminal.slave).st_rdev
            self.thread.start()

    def attend(self) -> None:
        while self.terminal is not None and not self.done.wait(WATCH_SECONDS):
            if any(self.waits(pid) for pid in os.listdir("/proc") if pid.isdigit() and pid != "1"):
                self.was_asked = True
                with contextlib.suppress(OSError):
                    os.write(self.terminal.master, END_OF_INPUT)
            self.drain()

    def waits(self, pid: str) -> bool:
        """Whether a process is in the middle of reading from the terminal: as the kernel says."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            words = text_of(f"/proc/{pid}/syscall").split()
            if int(words[0]) == READ.get(os.uname().machine):
                return os.stat(f"/proc/{pid}/fd/{int(words[1], 16)}").st_rdev == self.device
        return False

    def drain(self) -> None:
        """What is written to the terminal must not fill it up."""
        if self.terminal is not None:
            with contextlib.suppress(OSError):
                while os.read(self.terminal.master, 65536):
                    pass

    def leave(self) -> None:
        self.done.set()
        if self.terminal is None:
            return
        self.thread.join()
        self.drain()
        termios.tcsetattr(self.terminal.slave, termios.TCSANOW, self.terminal.settings)
        termios.tcflush(self.terminal.slave, termios.TCIOFLUSH)
