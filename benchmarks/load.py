"""Whether verdicts depend on how busy the machine is: the same programs, idle and under load, line for line.

    python benchmarks/load.py [--load 8] [--seconds 1] [--suites humaneval mbupp] [--limit 164] [--quick]

Programs near the limits (work, waiting, threads, many short processes, commands in Bash) run first on the
machine as it is and then beside so many processes that never pause. So do the references of the suites, where
the released data is there. Exit status 1 where a verdict differs.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from asmeant.datasets import load_tasks
from asmeant.errors import DataError
from asmeant.execution import assemble
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.execution.shell import ShellRunner
from asmeant.records import Candidate, Check, Limits, Scaffold, Task

BURN = """
import os, subprocess, threading, time
def burn(seconds, clock=time.process_time):
    begun = clock()
    while clock() - begun < seconds:
        pass
"""
# What each does before it answers; S is the limit in CPU seconds.
PROGRAMS = {
    "works 0.8 of the limit": "burn(0.8 * S)",
    "works 1.3 of the limit": "burn(1.3 * S)",
    "works 0.8 in four processes": """
        for _ in range(4):
            if os.fork() == 0:
                burn(0.2 * S)
                os._exit(0)
        for _ in range(4):
            os.wait()""",
    "works 1.6 in four processes": """
        for _ in range(4):
            if os.fork() == 0:
                burn(0.4 * S)
                os._exit(0)
        for _ in range(4):
            os.wait()""",
    "works 0.8 in threads": """
        for _ in range(4):
            thread = threading.Thread(target=burn, args=(0.2 * S, time.thread_time))
            thread.start()
            thread.join()""",
    "starts many short processes": """
        begun = time.process_time() + sum(os.times()[2:4])
        while time.process_time() + sum(os.times()[2:4]) - begun < 0.7 * S:
            subprocess.run(['true'])""",
    "two processes take turns": """
        (there, mine), (here, its) = os.pipe(), os.pipe()
        child = os.fork()
        for _ in range(400):
            if child == 0:
                os.read(there, 1)
                burn(0.0005 * S)
                os.write(its, b'x')
            else:
                os.write(mine, b'x')
                os.read(here, 1)
                burn(0.0005 * S)
        if child == 0:
            os._exit(0)
        os.wait()""",
    "sleeps 1.6 times the limit": "time.sleep(1.6 * S)",
    "sleeps 2.5 times the limit": "time.sleep(2.5 * S)",
    "works and sleeps in turns": """
        for _ in range(20):
            burn(0.03 * S)
            time.sleep(0.05 * S)""",
    "waits for a lock": "lock = threading.Lock()\n        lock.acquire()\n        lock.acquire()",
    "waits for a pipe": "os.read(os.pipe()[0], 1)",
}
COMMANDS = {
    "bash works in many processes": "for i in $(seq {count}); do ls | sort | head -n 1; done; echo done",
    "bash works too long": "while :; do :; done",
    "bash sleeps a little": "sleep {little}; echo done",
    "bash sleeps too long": "sleep {long}",
    "bash leaves a process behind": "echo late > >(cat > file); exit 3",
}


class Line(NamedTuple):
    """One verdict: what it is about, how it ended, and how long that took by the clock."""

    name: str
    ending: str
    reason: str
    clock: float


def main() -> int:
    options = arguments()
    console = Console()
    idle = list(lines(options))
    with busy(options.load):
        loaded = list(lines(options))
    differing = [(one, other) for one, other in zip(idle, loaded, strict=True) if one[:3] != other[:3]]
    near = len(PROGRAMS) + len(COMMANDS)
    shown = list(zip(idle, loaded, strict=True))[:near]
    console.print(drawn(f"Load {options.load}, limit {options.seconds:g} s of CPU time", shown))
    clocks = " and ".join(f"{sum(line.clock for line in run[near:]):.1f} s" for run in (idle, loaded))
    console.print(f"and {len(idle) - near} references of suites ({clocks} by the clock)")
    if differing:
        console.print(drawn("Differing verdicts", differing))
    console.print(f"{len(differing)} of {len(idle)} verdicts differ")
    return 1 if differing else 0


def arguments() -> argparse.Namespace:
    words = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    words.add_argument("--load", type=int, default=8, help="busy processes beside the programs")
    words.add_argument(
        "--seconds", type=float, default=1.0, help="CPU seconds of the programs near the limit"
    )
    words.add_argument(
        "--suites", nargs="*", default=["humaneval", "mbupp"], help="whose references run, too"
    )
    words.add_argument("--limit", type=int, default=164, help="so many references of each suite")
    words.add_argument("--quick", action="store_true", help="no suites and half the limit: a smoke test")
    options = words.parse_args()
    if options.quick:
        options.suites, options.seconds = [], 0.5
    return options


@contextmanager
def busy(count: int) -> Iterator[None]:
    """So many processes that never pause, at the priority of everyone."""
    workers = [multiprocessing.Process(target=never_pause, daemon=True) for _ in range(count)]
    for worker in workers:
        worker.start()
    time.sleep(0.2)
    try:
        yield
    finally:
        for worker in workers:
            worker.kill()
            worker.join()


def never_pause() -> None:
    while True:
        pass


def lines(options: argparse.Namespace) -> Iterator[Line]:
    limits = Limits(seconds=options.seconds, memory_mb=1024)
    sandbox, runner = NamespaceSandbox(), ShellRunner()
    try:
        yield from observed(sandbox, near_the_limit(options.seconds), limits)
        for name, command in COMMANDS.items():
            few, many = 1.5 * options.seconds, 3 * options.seconds
            text = command.format(count=int(80 * options.seconds), little=few, long=many)
            begun = time.monotonic()
            outcome = runner.run(text, limits=limits)
            changes = ", ".join(map(str, outcome.changes))
            reason = f"{outcome.reason}{outcome.stdout.strip()} {changes}".strip()
            yield Line(name, outcome.ending, reason, time.monotonic() - begun)
        for suite in options.suites:
            tasks = islice(references(suite), options.limit)
            yield from observed(sandbox, ((task, task.references[0]) for task in tasks), Limits(seconds=3))
    finally:
        sandbox.pool.close()
        runner.close()


def near_the_limit(seconds: float) -> Iterator[tuple[Task, str]]:
    for name, body in PROGRAMS.items():
        check = Check("answers", ("assert candidate(2) == 4",))
        code = f"{BURN}S = {seconds}\ndef double(x):\n        {body.strip()}\n        return 2 * x\n"
        yield Task(name, "twice `x`", scaffold=Scaffold(entry="double"), checks=(check,)), code


def observed(sandbox: NamespaceSandbox, pairs: Iterable[tuple[Task, str]], limits: Limits) -> Iterator[Line]:
    for task, code in pairs:
        begun = time.monotonic()
        seen = list(sandbox.run([assemble(task, Candidate(task.id, 0, code))], limits))
        took = (time.monotonic() - begun) / len(seen)
        for one in seen:
            yield Line(f"{task.id} {one.check}".removesuffix(" answers"), one.ending, one.reason, took)


def references(suite: str) -> Iterator[Task]:
    """None where the released data is not there."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    try:
        yield from load_tasks(suite, data=Path(os.environ.get("ASMEANT_DATA") or beside))
    except DataError as error:
        print(f"{suite} is left out: {error}", file=sys.stderr)


def drawn(title: str, pairs: Iterable[tuple[Line, Line]]) -> Table:
    table = Table("program", "idle", "s", "under load", "s", "same", title=title)
    for one, other in pairs:
        texts = [f"{line.ending}: {line.reason}".removesuffix(": ") for line in (one, other)]
        clocks = [f"{line.clock:.1f}" for line in (one, other)]
        table.add_row(
            one.name, texts[0], clocks[0], texts[1], clocks[1], "yes" if one[:3] == other[:3] else "NO"
        )
    return table


if __name__ == "__main__":
    sys.exit(main())
