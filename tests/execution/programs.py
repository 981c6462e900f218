"""Program files -> tasks and candidates: the headers of tests/execution/{hostile,honest}/*.py, and the shapes of checks.

A program file opens with lines of `# key: value`:

    why       what it tries, or what others break
    checks    the shapes of checks below that it is tried with; for an honest program one shape
    expect    the endings that are right (hostile); an honest program must finish
    limits    Limits that differ from the default, as `seconds=0.5, memory_mb=256`
    kind      forgery, isolation or resources (hostile)
    needs     libraries without which an honest program is skipped
    known     why it cannot be prevented: then it may also finish
"""

from __future__ import annotations

import ctypes
import os
import platform
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import get_args

from asmeant.execution import assemble
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.records import Candidate, Check, Ending, Limits, Observation, Scaffold, Task, to_json
from asmeant.seams import Sandbox

HERE = Path(__file__).parent
IO_PRIORITY = ctypes.CDLL(None).syscall({"x86_64": 252, "aarch64": 31}.get(platform.machine(), 39), 1, 0)
ENDINGS = get_args(Ending)
RIGHT = "def double(x):\n    return 2 * x\n"
ENTRY = Scaffold(entry="double")
PAIRS = "for x, y in [(2, 4), (-3, -6), (0, 0), (7, 14)]:\n"


# The program after: it answers right only if it finds everything as if it were the first.
NEXT = f"""
import ctypes, fcntl, os, resource, signal, socket, stat, struct, time
def double(x):
    for place in (".", "/tmp", "/dev/shm"):
        assert os.listdir(place) == [], place
    assert sorted(os.listdir("/box")) == ["shm", "tmp", "work"]
    for place in ("/box", "/box/work", "/box/tmp", "/box/shm"):
        found = os.lstat(place)
        assert stat.S_ISDIR(found.st_mode), place
        assert stat.S_IMODE(found.st_mode) == (0o777 if place == "/box" else 0o755), place
        assert max(abs(moment - time.time()) for moment in (found.st_mtime, found.st_atime)) < 3600, place
        assert os.listxattr(place) == [], place
        folder = os.open(place, os.O_RDONLY)
        try:
            assert fcntl.ioctl(folder, 0x80086601, bytes(8)) == bytes(8), place
        except OSError:
            pass
        os.close(folder)
    room = os.statvfs("/box")
    assert (room.f_files - room.f_ffree, room.f_blocks - room.f_bfree) == (4, 0)
    assert len([name for name in os.listdir("/proc") if name.isdigit()]) == 2
    assert os.getpriority(os.PRIO_PROCESS, 0) == {os.getpriority(os.PRIO_PROCESS, 0)}
    assert os.sched_getscheduler(0) == os.SCHED_OTHER
    assert len(os.sched_getaffinity(0)) == {len(os.sched_getaffinity(0))}
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0) and os.umask(0o22) == 0o22
    number = {{"x86_64": 252, "aarch64": 31}}.get(os.uname().machine)
    assert number is None or ctypes.CDLL(None).syscall(number, 1, 0) == {IO_PRIORITY}
    for kind in ("shm", "sem", "msg"):
        assert len(open("/proc/sysvipc/" + kind).readlines()) == 1, kind
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] >= 256
    assert "LD_PRELOAD" not in os.environ and os.environ["HOME"] == os.getcwd() == "/box/work"
    assert socket.gethostname() == "sandbox"
    assert resource.getrlimit(resource.RLIMIT_AS) == (4096 << 20, 4096 << 20)
    return 2 * x
"""


def _task(*probes: str, scaffold: Scaffold = ENTRY, reference: str = RIGHT) -> Task:
    return Task(
        "double", "twice `x`", references=(reference,), scaffold=scaffold, checks=(Check("all", probes),)
    )


# What `double` must meet, in the shapes that suites have: MBUPP and HumanEval ask for literals; ODEX loops, is near,
# uses unittest, mocks and libraries beside the candidate.
SHAPES: Mapping[str, Task] = {
    "literal": _task("assert candidate(2) == 4", "assert candidate(-3) == -6"),
    "rounded": _task("assert round(candidate(2)) == 4"),
    "loop": _task(PAIRS + "    assert candidate(x) == y"),
    "near": _task("answer = candidate(2)\nassert abs(answer - 4) < 1e-6"),
    "close": _task(
        PAIRS + "    assert abs(candidate(x) - y) < 1e-6",
        "assert all(candidate(x) == 2 * x for x in range(5))",
        "answer = candidate(2)\nassert isinstance(answer, int)",
        "assert len({candidate(1), candidate(2)}) == len(sorted([1, 2])) == 2",
    ),
    "library": _task("import math\n" + PAIRS + "    assert math.isclose(candidate(x), y)"),
    "unknown_library": _task(
        "import colorsys\nfor x in (2, 3):\n"
        "    assert colorsys.rgb_to_hsv(candidate(x), 2 * x, 2 * x) == (0.0, 0.0, 2 * x)"
    ),
    "raises": _task("try:\n    candidate(None)\n    assert False\nexcept TypeError:\n    pass"),
    "unittest": _task(
        "import unittest\n"
        "class Tests(unittest.TestCase):\n"
        "    def test(self):\n"
        "        for x, y in [(2, 4), (-3, -6)]:\n"
        "            self.assertEqual(candidate(x), y)\n"
        "Tests('test').debug()"
    ),
    "mock": _task(
        "from unittest import mock\n"
        "told = mock.Mock()\n"
        "told(candidate(2))\n"
        "told.assert_called_once_with(4)\n"
        "assert told.call_args_list == [mock.call(4)]"
    ),
    "helper": _task(
        PAIRS + "    assert near(candidate(x), y)",
        scaffold=Scaffold(entry="double", setup="def near(a, b, most=1e-6):\n    return abs(a - b) < most\n"),
    ),
    "items": _task(
        "for n in (2, 3):\n    assert list(candidate(n)) == list(range(n))", reference="double = range\n"
    ),
    "contains": _task(
        "assert 2 in candidate(2)",
        "assert 'a' not in candidate(2)",
        reference="def double(x):\n    return [x, x]\n",
    ),
    # With a library, an answer that is not plain data may be looked at where it is.
    "with_library": _task(
        "assert candidate(2) == 4",
        "assert candidate(-3) == -6",
        scaffold=Scaffold(entry="double", libraries=("decimal",)),
    ),
    "many": Task(
        "double",
        "twice `x`",
        references=(RIGHT,),
        scaffold=Scaffold(entry="double", any_function=True),
        checks=(
            Check("original", ("assert double(2) == 4", "assert double(-3) == -6")),
            Check("text", ("assert double('2') == '4'",)),
            Check(
                "pair", ("assert double((2, 3)) == (4, 6)", "for x in (1, 2):\n    assert double(x) == 2 * x")
            ),
        ),
    ),
}


@dataclass(frozen=True)
class ProgramFile:
    """One file of hostile/ or honest/."""

    name: str
    code: str
    headers: Mapping[str, str]

    @property
    def shapes(self) -> list[str]:
        return _words(self.headers.get("checks", "literal"))

    @property
    def expected(self) -> list[str]:
        return _words(self.headers.get("expect", "finished"))

    @property
    def limits(self) -> Limits:
        wanted = dict(pair.split("=") for pair in _words(self.headers.get("limits", "")))
        numbers = {name: float(value) if name == "seconds" else int(value) for name, value in wanted.items()}
        return replace(Limits(seconds=5, memory_mb=1024), **numbers)  # type: ignore[arg-type]


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def read(folder: str) -> dict[str, ProgramFile]:
    found = {}
    for path in sorted((HERE / folder).glob("*.py")):
        code = path.read_text(encoding="utf-8")
        headers: dict[str, str] = {}
        for line in code.splitlines():
            match = re.match(r"# (\w+): (.*)", line)
            if match is None:
                break
            headers[match[1]] = match[2]
        found[path.stem] = ProgramFile(path.stem, code, headers)
    return found


def observe(sandbox: Sandbox, code: str, task: Task, limits: Limits = Limits(seconds=5)) -> list[Observation]:
    """What is seen; whatever it is, it can be written down and read again."""
    seen = list(sandbox.run([assemble(task, Candidate(task.id, 0, code))], limits))
    assert [item.check for item in seen] == [check.name for check in task.checks]
    for item in seen:
        assert item.ending in ENDINGS
        to_json(item)
    return seen


def others_alive(sandbox: NamespaceSandbox) -> list[str]:
    """Every process that zygotes at rest still have, beyond the five that each consists of."""
    children: dict[int, list[int]] = {}
    names: dict[int, str] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            head, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue
        pid = int(stat.parent.name)
        names[pid] = head.partition("(")[2]
        children.setdefault(int(rest.split()[1]), []).append(pid)

    def below(pid: int) -> list[int]:
        return [found for child in children.get(pid, []) for found in (child, *below(child))]

    zygotes = [zygote.process.pid for idle in sandbox.pool._idle.values() for zygote in idle]
    return [f"{names[pid]} ({pid})" for zygote in zygotes for pid in below(zygote)[4:]]


def gone(pids: list[int], within: float = 5.0) -> bool:
    deadline = time.monotonic() + within
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def places() -> list[Path]:
    """Where a program that got out could leave a file."""
    return [Path(place) for place in ("/", "/tmp", "/var/tmp", "/dev/shm", "/usr", "/usr/lib", "/etc", "/root",
            "/opt", "/var", str(Path.home()), str(Path.cwd()))]  # fmt: skip
