"""What the kernel's counters say about a trial: working, waiting, and being held up by the machine."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from asmeant.execution import assemble
from asmeant.execution.guest import cgroup, readings, usage
from asmeant.execution.guest.usage import Process, Reading, Usage, too_long
from asmeant.execution.sandbox import NamespaceSandbox, SubprocessSandbox
from asmeant.execution.shell import ShellRunner
from asmeant.records import Candidate, Limits
from asmeant.seams import Sandbox
from asmeant.testing import make_task

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def process(
    cpu: float, delay: float = 0.0, children: float = 0.0, blocked: float = 0.0, runnable: bool = False
) -> Process:
    return Process(cpu, children, blocked, runnable, {1: (cpu, delay)})


def total(*readings: Reading, span: float = 1.0) -> Usage:
    """What comes of readings that were taken at equal distances."""
    used = Usage(0.0)
    for number, reading in enumerate(readings, start=1):
        used.add(number * span, reading)
    return used


ONE = [
    ("works all the time", [process(1.0)], (1.0, 0.0)),
    ("waits all the time", [process(0.0)], (0.0, 1.0)),
    ("half and half", [process(0.5)], (0.5, 0.5)),
    ("is held up by others", [process(0.25, delay=0.75)], (0.25, 0.0)),
    ("is held up and waits", [process(0.25, delay=0.25)], (0.25, 0.5)),
    ("reads from a disk", [process(0.25, blocked=0.5)], (0.25, 0.25)),
    ("two work at a time", [process(1.0), process(1.0)], (2.0, 0.0)),
    ("two work in turns", [process(0.5), process(0.5)], (1.0, 0.0)),
    ("two are held up in turns", [process(0.1, delay=0.5), process(0.1, delay=0.5)], (0.2, 0.0)),
    ("many hold up each other", [process(0.01, delay=0.19)] * 20, (0.2, 0.8)),
]


@pytest.mark.parametrize(("processes", "expected"), [row[1:] for row in ONE], ids=[row[0] for row in ONE])
def test_a_second_is_worked_or_waited_or_the_machines_fault(
    processes: Sequence[Process], expected: tuple[float, float]
) -> None:
    used = total(Reading(dict(enumerate(processes, start=2))))
    assert (used.cpu_seconds, used.waited_seconds) == pytest.approx(expected)


def test_a_child_that_ended_is_counted_once() -> None:
    used = total(
        Reading({2: process(0.1), 3: process(0.9)}),
        Reading({2: process(0.1, children=1.5)}),
        Reading({2: process(0.1, children=1.5)}),
    )
    assert used.cpu_seconds == pytest.approx(1.6)


def test_an_orphan_that_ended_is_counted_once() -> None:
    used = total(Reading({2: process(0.1), 3: process(0.9)}), Reading({2: process(0.1)}, reaped=1.0))
    assert used.cpu_seconds == pytest.approx(1.1)


def test_what_was_read_of_a_child_that_nobody_waited_for_stays_counted() -> None:
    used = total(Reading({2: process(0.0), 3: process(0.9)}), Reading({2: process(0.0), 4: process(0.9)}))
    assert used.cpu_seconds == pytest.approx(1.8)


def test_times_in_ticks_do_not_add_up_to_more_than_there_was() -> None:
    # Each child has 13 ms and ends between two readings; its parent is told of whole ticks only.
    steps = [
        Reading({2: process(0.0, children=int(1.3 * number) / 100), 3 + number: process(0.013)})
        for number in range(100)
    ]
    assert total(*steps, span=0.013).cpu_seconds == pytest.approx(1.3, abs=0.03)


def test_a_delay_that_is_told_late_takes_back_what_was_taken_for_waiting() -> None:
    used = total(
        Reading({2: process(0.0)}), Reading({2: process(0.0)}), Reading({2: process(0.1, delay=2.9)})
    )
    assert used.waited_seconds == pytest.approx(0.0)


def test_work_before_does_not_make_up_for_waiting_after() -> None:
    busy = Reading({number: process(1.0) for number in range(2, 10)})
    used = total(busy, busy)
    assert used.waited_seconds == pytest.approx(1.0)


def test_it_does_not_wait_while_others_work_for_it() -> None:
    used = Usage(0.0)
    used.add(1.0, Reading({2: process(0.5)}), its_turn=False)
    assert (used.cpu_seconds, used.waited_seconds) == (0.5, 0.0)


@pytest.mark.parametrize(
    ("runnable", "crowded", "expected"),
    [(True, True, (0.0, 1.0)), (False, True, (1.0, 0.0)), (True, False, (1.0, 0.0))],
)
def test_where_processes_come_and_go_who_is_held_up_does_not_wait(
    runnable: bool, crowded: bool, expected: tuple[float, float]
) -> None:
    used = Usage(0.0, newest=5)
    used.add(1.0, Reading({2: process(0.0, runnable=runnable)}, newest=9, crowded=crowded))
    assert (used.waited_seconds, used.unknown_seconds) == pytest.approx(expected)


def test_a_kernel_without_delays_is_asked_who_is_runnable() -> None:
    used = total(Reading({2: process(0.3, runnable=True)}, delays=False))
    assert (used.waited_seconds, used.unknown_seconds) == pytest.approx((0.0, 0.7))


def test_it_ends_with_a_plain_reason() -> None:
    used = Usage(0.0)
    assert too_long(used, 3) is None
    used.cpu_seconds, used.waited_seconds = 3.01, 0.0
    assert too_long(used, 3) == "used more than 3 s of CPU time"
    used.cpu_seconds, used.waited_seconds = 2.9, 6.1
    assert too_long(used, 3) == "waited for more than 6 s without working"
    used.waited_seconds, used.unknown_seconds = 0.0, usage.UNKNOWN * 3 + 0.1
    assert too_long(used, 3) == "its processes came and went for more than 30 s"


# ── what this machine says ──


@linux_only
def test_a_reading_of_this_process_tells_its_work() -> None:
    source = readings.Source(os.getpid(), alone=False)
    before = readings.take_reading(source)
    begun = time.process_time()
    while time.process_time() - begun < 0.1:
        pass
    after = readings.take_reading(source)
    assert before is not None
    assert after is not None
    worked = after.processes[os.getpid()].cpu - before.processes[os.getpid()].cpu
    assert worked == pytest.approx(0.1, abs=0.05)
    assert after.processes[os.getpid()].runnable


@linux_only
def test_who_gave_way_is_not_held_up() -> None:
    with_nice = ["S", *["0"] * 50]
    with_nice[readings.NICE] = str(readings.OWN_PRIORITY[0] + 5)
    idle = ["S", *["0"] * 50]
    idle[readings.NICE], idle[readings.POLICY] = str(readings.OWN_PRIORITY[0]), "5"
    usual = [*idle]
    usual[readings.POLICY] = "0"
    assert [readings.gave_way(words) for words in (with_nice, idle, usual)] == [True, True, False]


# ── trials ──

SANDBOXES: dict[str, Sandbox] = {"namespaces": NamespaceSandbox(), "subprocess": SubprocessSandbox()}
BURN = """
import os, signal, threading, time
def burn(seconds, clock=time.process_time):
    begun = clock()
    while clock() - begun < seconds:
        pass
def double(x):
    {body}
    return 2 * x
"""
WORKED, WAITED = "used more than 1 s of CPU time", "waited for more than 2 s without working"
ORPHANS = (
    "ends = os.pipe()\n    if os.fork() == 0:\n"
    "        [os.fork() or (burn(0.45), os._exit(0)) for _ in range(3)]\n        os._exit(0)\n"
    "    os.close(ends[1])\n    os.read(ends[0], 1)"
)
TRIALS = [
    ("below the limit", "burn(0.85)", ""),
    ("a little above the limit", "burn(1.12)", WORKED),
    ("above the limit, and it finished", "burn(1.01)", WORKED),
    ("in children that it waits for", "[os.fork() or (burn(0.45), os._exit(0)) for _ in range(3)]\n"
     "    [os.wait() for _ in range(3)]", WORKED),
    ("in orphans", ORPHANS, WORKED),
    ("in children that nobody waits for", "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
     "    for _ in range(300): os.fork() or (burn(0.05), os._exit(0)); time.sleep(0.06)", WORKED),
    ("in threads one after the other", "for _ in range(4):\n"
     "        thread = threading.Thread(target=burn, args=(0.3, time.thread_time)); thread.start(); thread.join()", WORKED),
    ("it handles the signal", "signal.signal(signal.SIGXCPU, signal.SIG_IGN); burn(9)", WORKED),
    ("sleeps below the limit", "time.sleep(1.7)", ""),
    ("sleeps above the limit", "time.sleep(2.4)", WAITED),
    ("is stopped", "os.kill(os.getpid(), signal.SIGSTOP)", WAITED),
]  # fmt: skip


def seen(sandbox: Sandbox, code: str, seconds: float = 1.0) -> tuple[str, str]:
    task = make_task()
    (one,) = sandbox.run([assemble(task, Candidate(task.id, 0, code))], Limits(seconds=seconds))
    return one.ending, one.reason


@linux_only
@pytest.mark.parametrize("where", list(SANDBOXES))
@pytest.mark.parametrize(("body", "reason"), [row[1:] for row in TRIALS], ids=[row[0] for row in TRIALS])
@pytest.mark.every(2)
def test_the_limit_is_kept_exactly_for_all_processes(where: str, body: str, reason: str) -> None:
    if body == ORPHANS and where == "subprocess":
        pytest.skip("without walls nobody sees the orphans of a trial")
    assert seen(SANDBOXES[where], once(body)) == (("timed out", reason) if reason else ("finished", ""))


def once(body: str) -> str:
    """Done in the first of the two calls of the check."""
    indented = body.replace("\n    ", "\n        ")
    return BURN.format(body=f"if x == 2:\n        {indented}")


@pytest.fixture
def loaded() -> Iterator[None]:
    workers = [multiprocessing.get_context("spawn").Process(target=_work, daemon=True) for _ in range(6)]
    for worker in workers:
        worker.start()
    time.sleep(0.5)
    yield
    for worker in workers:
        worker.kill()
        worker.join()


def _work() -> None:
    while True:
        pass


@linux_only
@pytest.mark.thorough
@pytest.mark.usefixtures("loaded")
def test_a_busy_machine_changes_no_verdict() -> None:
    walls = SANDBOXES["namespaces"]
    assert seen(walls, once("burn(0.85)")) == ("finished", "")
    assert seen(SANDBOXES["subprocess"], once("burn(0.8)")) == ("finished", "")
    assert seen(walls, once("time.sleep(1.7)")) == ("finished", "")
    assert seen(walls, once("time.sleep(2.4)")) == ("timed out", WAITED)
    children = "for _ in range(8):\n        os.fork() or (burn(0.1), os._exit(0))\n        os.wait()"
    assert seen(walls, once(children)) == ("finished", "")
    runner = ShellRunner()
    try:
        command = "for i in $(seq 60); do ls / | sort | head -n 1 > /dev/null; done; echo done > >(cat)"
        outcome = runner.run(command, limits=Limits(seconds=1))
        assert (outcome.ending, outcome.reason, outcome.stdout) == ("finished", "", "done\n")
        outcome = runner.run("sleep 3", limits=Limits(seconds=1))
        assert (outcome.ending, outcome.reason) == ("timed out", WAITED)
        outcome = runner.run("while :; do :; done | cat", limits=Limits(seconds=0.3))
        assert (outcome.ending, outcome.reason) == ("timed out", "used more than 0.3 s of CPU time")
    finally:
        runner.close()


# ── control groups ──

MOUNTS = "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n41 31 0:38 {root} {target} rw,relatime - cgroup2 cgroup2 rw\n"
GROUPS = [
    ("/", "/sys/fs/cgroup", "/user.slice/my.scope", "/sys/fs/cgroup/user.slice/my.scope"),
    ("/", "/sys/fs/cgroup/unified", "/", "/sys/fs/cgroup/unified/"),
    ("/docker/abc", "/sys/fs/cgroup", "/docker/abc/inner", "/sys/fs/cgroup/inner"),
    ("/docker/abc", "/sys/fs/cgroup", "/elsewhere", None),
]


@pytest.mark.parametrize(("root", "target", "own", "expected"), GROUPS)
def test_the_group_of_a_process_is_a_folder(
    tmp_path: Path, root: str, target: str, own: str, expected: str | None
) -> None:
    (tmp_path / "mountinfo").write_text(MOUNTS.format(root=root, target=target))
    (tmp_path / "cgroup").write_text(f"9:name=systemd:/x\n0::{own}\n")
    assert cgroup.parent_group(str(tmp_path / "mountinfo"), str(tmp_path / "cgroup")) == expected


def test_without_leave_there_is_no_group(tmp_path: Path) -> None:
    assert cgroup.parent_group(str(tmp_path / "none"), str(tmp_path / "none")) is None
    assert cgroup.make(1, None) is None
    assert cgroup.make(1, str(tmp_path / "none")) is None
    assert cgroup.cpu_seconds() is None


def test_a_counter_of_all_outranks_what_was_seen_of_each() -> None:
    used = total(Reading({2: process(0.1)}, total=7.0), Reading({2: process(0.2)}, total=7.9))
    assert (used.cpu_seconds, used.waited_seconds) == pytest.approx((1.0, 0.9 + 0.1))


@linux_only
def test_a_group_counts_those_whom_nobody_waits_for_and_is_removed() -> None:
    parent = cgroup.parent_group()
    if parent is None or not os.access(parent, os.W_OK) or os.geteuid() != 0:
        pytest.skip("no control group of version 2 that we may add to")
    sandbox = NamespaceSandbox()
    code = once(
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "    for _ in range(3000): os.fork() or (burn(0.003), os._exit(0)); time.sleep(0.004)"
    )
    try:
        assert seen(sandbox, code) == ("timed out", WORKED)
        (zygote,) = next(iter(sandbox.pool._idle.values()))
        (number,) = Path(f"/proc/{zygote.process.pid}/task/{zygote.process.pid}/children").read_text().split()
        assert (Path(parent) / f"{cgroup.PREFIX}{number}").is_dir()
        # The counter is the zygote's own.
        links = "[os.readlink(f'/proc/self/fd/{end}') for end in range(64) if os.path.exists(f'/proc/self/fd/{end}')]"
        assert "cpu.stat" not in seen(sandbox, once(f"raise ValueError(str({links}))"))[1]
    finally:
        sandbox.pool.close()
    assert not (Path(parent) / f"{cgroup.PREFIX}{number}").exists()
