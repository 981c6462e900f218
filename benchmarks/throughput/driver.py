"""One system in a process of its own, so that none carries the memory of another. Told when to begin.

    python driver.py SYSTEM WORKERS FILE [real]      the file holds the items

Each line of input is a number of items to take, from the first on, over and over; each line of output is how
long that took and which of them were found right.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from throughput import accounting
from throughput.items import Item
from throughput.systems import OF_REAL_WORK, SYSTEMS


@dataclass(frozen=True, slots=True)
class Round:
    """What one system did in one round."""

    seconds: float
    cpu_seconds: float
    right: tuple[bool, ...]

    @property
    def per_second(self) -> float:
        return len(self.right) / self.seconds

    @property
    def cpu_ms(self) -> float:
        return 1000 * self.cpu_seconds / len(self.right)


def together(parts: Sequence[Round]) -> Round:
    """Several turns of one system as one round."""
    return Round(
        sum(part.seconds for part in parts),
        sum(part.cpu_seconds for part in parts),
        tuple(right for part in parts for right in part.right),
    )


class MissingError(Exception):
    """The system is not installed here."""


class Driver:
    def __init__(self, system: str, workers: int, items: Path, real: bool = False) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, system, str(workers), str(items), *(["real"] if real else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        ready = json.loads(self._line())
        if "missing" in ready:
            self.close()
            raise MissingError(ready["missing"])

    def run(self, count: int) -> Round:
        assert self.process.stdin is not None
        before = accounting.cpu_seconds(self.process.pid)
        self.process.stdin.write(f"{count}\n")
        self.process.stdin.flush()
        said = json.loads(self._line())
        used = accounting.cpu_seconds(self.process.pid) - before
        return Round(said["seconds"], used, tuple(said["right"]))

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("A system that was to be measured died; what it said is above.")
        return line

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def write_items(items: Sequence[Item], path: Path) -> Path:
    path.write_bytes(pickle.dumps(tuple(items)))
    return path


def main() -> None:
    name, workers, file, *real = sys.argv[1:]
    # What a program prints must not mix with what this says.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

    def say(message: dict[str, object]) -> None:
        print(json.dumps(message), file=answers, flush=True)

    items: tuple[Item, ...] = pickle.loads(Path(file).read_bytes())
    try:
        judge = (OF_REAL_WORK if real else SYSTEMS)[name].connect(int(workers))
    except ImportError as error:
        say({"missing": str(error)})
        return
    say({"ready": name})
    for line in sys.stdin:
        taken = list(islice(cycle(items), int(line)))
        begun = time.perf_counter()
        right = judge(taken)
        say({"seconds": time.perf_counter() - begun, "right": right})


if __name__ == "__main__":
    main()
