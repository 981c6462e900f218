"""How long the pages of `asmeant serve` take on a folder of many candidates, beside reading the index once.

    python benchmarks/pages.py [--candidates 100000] [--runs 6] [--requests 30] [--folder DIR]

Makes runs with made-up verdicts, lets each be indexed, and asks for every page in turn: the median and the
Makes runs with made-up verdicts, lets each be indexed, and asks for every page in turn: the median and the
of this process, in which the application runs, before and after all requests. Exit status 1 where the first
page or that of a run has a median above 200 ms.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from asmeant.analysis.run_index import place_of, refresh
from asmeant.records import Candidate, Cause, Observation, Run, Sampling, Verdict
from asmeant.runs import RunFolder
from asmeant.testing import make_task

MOST_MS = 200.0
PER_TASK = 100
LIBRARIES = ("numpy", "pandas", "re", "os", "collections")
LANGUAGES = ("en", "es", "ja", "ru")


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds of one page."""

    name: str
    median: float
    slowest: float


def make_run(path: Path, candidates: int, seed: int) -> RunFolder:
    """A run in which a quarter of the candidates passed."""
    chance = random.Random(seed)
    count = min(PER_TASK, candidates)
    tasks = [
        replace(
            make_task(f"task-{number:05}"),
            intent=f"Sort list number {number} by its second column",
            intent_language=LANGUAGES[number % 4],
            scaffold=replace(make_task("t").scaffold, libraries=(LIBRARIES[number % 5],)),
        )
        for number in range(max(1, candidates // count))
    ]
    files = RunFolder(path)
    with files:
        files.begin(Run(path.name, "made-up", f"model-{seed}", sampling=Sampling(count=count)), tasks)
        for task in tasks:
            codes = [f"import {LIBRARIES[rank % 5]}\nreturn sorted(x, key={rank})\n" for rank in range(count)]
            files.append(*(Candidate(task.id, rank, code, reply=code) for rank, code in enumerate(codes)))
            observation = Observation(task.id, 0, "all", stderr="Traceback\n" * 5)
            files.append(*(replace(observation, rank=rank) for rank in range(count)))
            files.append(*(_verdict(task.id, rank, chance) for rank in range(count)))
    return files


def _verdict(task_id: str, rank: int, chance: random.Random) -> Verdict:
    if chance.random() < 0.25:
        return Verdict(task_id, rank, "passed", ("all",))
    cause = Cause("exception", "KeyError", "'a'", "probe", "candidate")
    return Verdict(task_id, rank, "failed", reason="probe 1: KeyError: 'a'", cause=cause)


def timed(name: str, ask: Callable[[], object], requests: int) -> Timing:
    seconds = []
    for _ in range(requests):
        begun = time.perf_counter()
        ask()
        seconds.append(time.perf_counter() - begun)
    return Timing(name, 1000 * statistics.median(seconds), 1000 * max(seconds))


def timings(folder: Path, requests: int) -> Iterator[Timing]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from starlette.testclient import TestClient

    from asmeant.web.app import create_app
    from asmeant.web.settings import Settings

    app = create_app(Settings(folder=folder))
    name = sorted(path.name for path in folder.iterdir() if (path / "run.json").exists())[0]
    pages = {
        "runs": "/",
        "a run": f"/runs/{name}",
        "its last page": f"/runs/{name}?page=99999",
        "filtered": f"/runs/{name}?status=failed&language=ja&library=pandas",
        "searched": f"/runs/{name}?q=number+77",
        "a task": f"/runs/{name}/task?id=task-00000&status=failed",
        "leaderboard": "/leaderboard",
    }
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:

        def ask(address: str) -> None:
            answer = client.get(address)
            assert answer.status_code == 200, (address, answer.status_code)

        ask("/")
        for label, address in pages.items():
            yield timed(label, lambda address=address: ask(address), requests)  # type: ignore[misc]


def drawn(measured: list[Timing], floor: Timing) -> Table:
    table = Table("page", "median ms", "slowest ms", "times the floor", title="Pages")
    for item in [*measured, floor]:
        times = "" if item is floor else f"{item.median / floor.median:.1f}"
        table.add_row(item.name, f"{item.median:.1f}", f"{item.slowest:.1f}", times)
    return table


def memory_mb() -> float:
    """What this process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--candidates", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=6)
    parser.add_argument("--requests", type=int, default=30)
    parser.add_argument("--folder", type=Path, help="Keep the runs here, and use those that are there.")
    options = parser.parse_args()
    console = Console(width=100)
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        size = options.candidates // options.runs
        begun = time.perf_counter()
        for number in range(options.runs):
            path = folder / f"run-{number}"
            if not (path / "run.json").exists():
                make_run(path, size, number)
            refresh(RunFolder(path))
        made = time.perf_counter() - begun
        index = place_of(RunFolder(folder / "run-0"))
        floor = timed("floor: the index file is read", index.read_bytes, options.requests)
        before = memory_mb()
        measured = list(timings(folder, options.requests))
        console.print(drawn(measured, floor))
        console.print(
            f"{options.candidates:,} candidates in {options.runs} runs, made and indexed in {made:.0f} s; "
            f"index {index.stat().st_size / 2**20:.1f} MB a run; memory {before:.0f} -> {memory_mb():.0f} MB"
        )
    return int(any(item.median > MOST_MS for item in measured if item.name in ("runs", "a run")))


if __name__ == "__main__":
    sys.exit(main())
