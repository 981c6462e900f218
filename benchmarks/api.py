"""How many candidates a second a server judges, beside a local `Judge` and one process for each request.

    python benchmarks/api.py [--rounds 3] [--batches 4] [--workers 2] [--json FILE]

All three judge references of the sample tasks in Python, no program twice, in batches of 64, one after the
other in each round. Ratios are taken within a round, so that a busy machine slows all of them. What starting
takes is not counted. CPU is that of all processes together, of the client as well as of the server: on a busy
machine it is the fairer ratio.

- local: a `Judge` in this process.
- server: `Judge("http://...")`, which sends each batch over loopback to `asmeant serve`.
- process a request: each program is posted to a server that starts a Python for it, runs its text, and
  answers with the exit status. It isolates nothing and verifies nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle, islice
from pathlib import Path
from threading import Thread

import httpx
from throughput.accounting import Spread, cpu_seconds, ratios

from asmeant import Judge, Task, load_tasks
from asmeant.execution import assemble
from asmeant.languages import python
from asmeant.records import Candidate

BATCH = 64
GOAL = 0.8


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=3, help="how often each side runs")
    parser.add_argument("--batches", type=int, default=4, help="batches of 64 in a round")
    parser.add_argument("--workers", type=int, default=2, help="programs at a time")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    options = parser.parse_args()
    pairs = different_programs()
    with ExitStack() as stack:
        local = stack.enter_context(Judge(workers=options.workers))
        remote = stack.enter_context(Judge(stack.enter_context(server(options.workers))))
        programs = stack.enter_context(process_server())
        sides: dict[str, Callable[[], int]] = {
            "local": lambda: passed(local, list(islice(pairs, BATCH))),
            "server": lambda: passed(remote, list(islice(pairs, BATCH))),
            "process a request": lambda: passed_in_processes(
                programs, list(islice(pairs, BATCH)), options.workers
            ),
        }
        figures = measured(sides, options.rounds, options.batches)
    report(figures)
    if options.json:
        Path(options.json).write_text(
            json.dumps({name: asdict(value) for name, value in figures.items()}) + "\n"
        )


def different_programs() -> Iterator[tuple[Task, str]]:
    """References of the sample, each time written a little differently: the same program is not run again."""
    tasks = [task for task in load_tasks("sample") if task.code_language == "python"]
    for number, task in enumerate(cycle(tasks)):
        reference = task.references[0]
        if reference.startswith("def "):
            yield task, f"{reference}\n\n_{number} = None\n"
        elif python.parses(f"({reference})"):
            yield task, f"({reference}, {number})[0]"


@dataclass
class Figures:
    """Of each round: candidates a second by the clock, and a second of CPU."""

    rates: list[float] = field(default_factory=list)
    cpu_rates: list[float] = field(default_factory=list)


def measured(sides: dict[str, Callable[[], int]], rounds: int, batches: int) -> dict[str, Figures]:
    for side in sides.values():
        side()  # starts the processes
    figures = {name: Figures() for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            began, cpu = time.perf_counter(), cpu_seconds(os.getpid())
            count = sum(side() for _ in range(batches))
            assert count == batches * BATCH, f"{name}: {count} of {batches * BATCH} references passed"
            figures[name].rates.append(count / (time.perf_counter() - began))
            figures[name].cpu_rates.append(count / (cpu_seconds(os.getpid()) - cpu))
    return figures


def report(figures: dict[str, Figures]) -> None:
    local = figures["local"]
    print(
        f"| in batches of {BATCH} | candidates/s | to the local judge | CPU ms a candidate | to it by CPU |"
    )
    print("|---|---|---|---|---|")
    for name, value in figures.items():
        clock, cpu = ratios(value.rates, local.rates), ratios(value.cpu_rates, local.cpu_rates)
        milliseconds = 1000 / statistics.median(value.cpu_rates)
        rate = statistics.median(value.rates)
        print(f"| {name} | {rate:.0f} | {shown(clock)} | {milliseconds:.1f} | {shown(cpu)} |")
    print(f"\nThe goal for the server is {GOAL} or more.")


def shown(value: Spread) -> str:
    return f"{value.median:.2f} ({value.least:.2f} to {value.most:.2f})"


def passed(judge: Judge, pairs: list[tuple[Task, str]]) -> int:
    return sum(verdict.status == "passed" for verdict in judge.decide(pairs))


@contextmanager
def server(workers: int) -> Iterator[str]:
    """The address of `asmeant serve` in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "asmeant", "serve", folder, "--port", "0", "--workers", str(workers)]
        process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        try:
            match = re.search(r"at (http\S+)", process.stderr.readline())
            assert match
            yield match[1]
        finally:
            process.terminate()
            process.wait()


# ── one process for each request ──


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        source = self.rfile.read(int(self.headers["content-length"]))
        done = subprocess.run([sys.executable, "-"], input=source, capture_output=True, check=False)
        answer = json.dumps({"status": done.returncode}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Nothing is printed for a request."""


@contextmanager
def process_server() -> Iterator[str]:
    made = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{made.server_address[1]}"
    made.shutdown()


def passed_in_processes(address: str, pairs: list[tuple[Task, str]], workers: int) -> int:
    with httpx.Client() as client, ThreadPoolExecutor(workers) as pool:

        def post(pair: tuple[Task, str]) -> bool:
            answer = client.post(address, content=source_of(*pair), timeout=60)
            return bool(answer.json()["status"] == 0)

        return sum(pool.map(post, pairs))


def source_of(task: Task, code: str) -> str:
    """A program that ends with 0 where one check of the task holds."""
    program = assemble(task, Candidate(task.id, 0, code))
    name = task.scaffold.entry or "candidate"
    probes = "\n".join(task.checks[0].probes)
    return f"{program.source}\n{task.scaffold.setup}\ncandidate = globals().get({name!r})\n{probes}\n"


if __name__ == "__main__":
    main()
