"""A thousand clients at once for a minute: is any verdict lost, and does the server's memory stay flat?

    python benchmarks/api_load.py [--clients 1000] [--seconds 60] [--workers 2] [--json FILE]

Each client posts a batch of 1 to 4 candidates, reads all verdicts, and posts the next one. Every batch must
come back with each verdict once, and with the right one. A server that is full says so (429), and the client
comes back. The memory is that of the server's process, without the processes of programs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from asmeant.client import AsyncClient, Batch, Submission
from asmeant.testing import make_task

CODES = {"x + x": "passed", "x": "failed", "2 * x": "passed", "": "failed"}
# At first connections are opened and processes started; from then on memory should stay as it is.
SETTLED = 1 / 3


@dataclass
class Tally:
    batches: int = 0
    verdicts: int = 0
    lost: int = 0
    wrong: int = 0
    latencies: list[float] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--clients", type=int, default=1000, help="clients at a time")
    parser.add_argument("--seconds", type=float, default=60, help="how long they post")
    parser.add_argument("--workers", type=int, default=2, help="programs at a time")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    options = parser.parse_args()
    with server(options.workers) as (address, process_id):
        tally = asyncio.run(load(address, process_id, options.clients, options.seconds))
    settled = tally.memory_mb[int(len(tally.memory_mb) * SETTLED) :]
    figures = {
        "clients": options.clients,
        "seconds": options.seconds,
        "batches": tally.batches,
        "verdicts": tally.verdicts,
        "lost": tally.lost,
        "wrong": tally.wrong,
        "seconds of a batch, median": round(statistics.median(tally.latencies), 2),
        "seconds of a batch, most": round(max(tally.latencies), 2),
        "memory at the start, MB": round(tally.memory_mb[0]),
        "memory when settled, MB": round(settled[0]),
        "memory at the end, MB": round(settled[-1]),
    }
    for name, value in figures.items():
        print(f"{name:<28} {value}")
    if options.json:
        Path(options.json).write_text(json.dumps(figures) + "\n")
    sys.exit(1 if tally.lost or tally.wrong else 0)


async def load(address: str, process_id: int, clients: int, seconds: float) -> Tally:
    tally = Tally()
    end = time.monotonic() + seconds
    async with AsyncClient(address, patience_seconds=600) as client:
        watching = asyncio.create_task(watch_memory(process_id, tally))
        await asyncio.gather(
            *(post_until(end, client, random.Random(number), tally) for number in range(clients))
        )
        watching.cancel()
    tally.memory_mb.append(memory_mb(process_id))
    return tally


async def post_until(end: float, client: AsyncClient, chance: random.Random, tally: Tally) -> None:
    task = make_task()
    while time.monotonic() < end:
        codes = chance.choices(list(CODES), k=chance.randint(1, 4))
        batch = Batch(tuple(Submission(task.id, code) for code in codes), (task,))
        began = time.monotonic()
        statuses: dict[int, str] = {}
        async for decided in client.verdicts(batch):
            tally.lost += decided.rank in statuses
            statuses[decided.rank] = decided.verdict.status
        tally.latencies.append(time.monotonic() - began)
        tally.batches += 1
        tally.verdicts += len(statuses)
        tally.lost += len(codes) - len(statuses)
        tally.wrong += sum(statuses.get(rank) != CODES[code] for rank, code in enumerate(codes))


async def watch_memory(process_id: int, tally: Tally) -> None:
    while True:
        tally.memory_mb.append(memory_mb(process_id))
        await asyncio.sleep(1)


def memory_mb(process_id: int) -> float:
    status = Path(f"/proc/{process_id}/status").read_text()
    match = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(match[1]) / 1024 if match else 0.0


@contextmanager
def server(workers: int) -> Iterator[tuple[str, int]]:
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "asmeant", "serve", folder, "--port", "0", "--workers", str(workers)]
        process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
        assert process.stderr is not None
        try:
            match = re.search(r"at (http\S+)", process.stderr.readline())
            assert match
            yield match[1], process.pid
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
