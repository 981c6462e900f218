"""Many candidates through one judge, slice by slice, with a bare fork for each program in between."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from throughput import work
from throughput.driver import Driver, write_items
from throughput.nodes import patiently
from throughput.samples import Sample

from asmeant.pipeline import Judge
from asmeant.records import Limits, Task
from soaking import candidates, disturbing, readings
from soaking.log import LETTERS, Log, Slice

SECONDS_BETWEEN_READINGS = 2.0
MUST_FAIL = frozenset({*candidates.HOSTILE, "endless", "memory"})


@dataclass(frozen=True, slots=True)
class Settings:
    """How long a run is, and how it is cut."""

    candidates: int = 600
    slice_size: int = 400
    floor_size: int = 41
    workers: int = 2
    on: str = "local"
    seed: int = 0
    disturb_every: int = 0  # slices; 0 means never
    end: float = float("inf")  # no new slice after this time (time.monotonic)
    limits: Limits = Limits()

    def size(self, number: int) -> int:
        return min(self.slice_size, self.candidates - number * self.slice_size)

    @property
    def slices(self) -> int:
        return -(-self.candidates // self.slice_size)


class Watch:
    """Reads what the processes hold, on a thread of its own, while candidates are judged."""

    def __init__(self, temporary: Path) -> None:
        self._temporary = temporary
        self._readings: list[readings.Reading] = []
        self._is_on = threading.Event()
        self._stop = threading.Event()
        self.cpu_seconds = 0.0
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._stop.wait(SECONDS_BETWEEN_READINGS):
            if self._is_on.is_set():
                self._read()
            self.cpu_seconds = time.thread_time()

    def _read(self) -> None:
        try:
            self._readings.append(readings.read(os.getpid(), self._temporary))
        except (OSError, KeyError):  # something ended while it was looked at
            return

    @contextmanager
    def reading(self) -> Iterator[None]:
        self._readings = []
        self._is_on.set()
        yield
        self._is_on.clear()

    def held(self) -> readings.Reading:
        while not self._readings:  # a slice that was shorter than the time between two readings
            self._read()
        return readings.middle(self._readings)

    def close(self) -> None:
        self._stop.set()
        self._thread.join()


# ── what goes wrong meanwhile ──────────────────────────────────────────────────────────────────────

Disturb = Callable[[int, Collection[int]], Counter[str]]


def kill_processes(chance: Random) -> Disturb:
    """Kills a zygote or one of its descendants, in turns."""

    def disturb(number: int, spared: Collection[int]) -> Counter[str]:
        kind = disturbing.KINDS[number % 2]
        return Counter({kind: 1} if disturbing.kill_one(os.getpid(), kind, chance, spared) else {})

    return disturb


def kill_on_cluster(cluster: Any, chance: Random, node: dict[str, Any]) -> Disturb:
    """Kills processes in which Ray works, and every fourth time a node, which is then replaced."""
    nodes = [patiently(lambda: cluster.add_node(**node))]

    def disturb(number: int, _spared: Collection[int]) -> Counter[str]:
        if number % 4 == 3:
            cluster.remove_node(nodes.pop(), allow_graceful=False)
            nodes.append(patiently(lambda: cluster.add_node(**node)))
            return Counter({"a node": 1})
        kind = ("a worker", *disturbing.KINDS[:2])[number % 4]
        return Counter({kind: 1} if disturbing.kill_of_ray(os.getpid(), kind, chance) else {})

    return disturb


# ── the run ────────────────────────────────────────────────────────────────────────────────────────


def run(
    tasks: Sequence[Task],
    settings: Settings,
    log: Log,
    temporary: Path,
    disturb: Disturb,
    show: Callable[[Slice], None],
) -> None:
    """Judges the slices that the log does not have yet."""
    readings.adopt_orphans()
    finished = {row.number for row in log.rows}
    items = write_items([work.item(task) for task in tasks[: settings.floor_size]], temporary / "items")
    floor = Driver("floor", settings.workers, items)
    items.unlink()
    watch = Watch(temporary)
    process = f"{os.getpid()} at {time.time():.0f}"
    try:
        with Judge(workers=settings.workers, limits=settings.limits, on=settings.on) as judge:
            # What is done once for each task (a deadline is measured) is not counted.
            for _ in judge.decide((task, task.references[0]) for task in tasks):
                pass
            for number in range(settings.slices):
                if number in finished:
                    continue
                if time.monotonic() > settings.end:
                    return
                row = _slice(number, process, tasks, settings, judge, floor, watch, disturb)
                log.add(row)
                show(row)
    finally:
        watch.close()
        floor.close()


def _slice(
    number: int,
    process: str,
    tasks: Sequence[Task],
    settings: Settings,
    judge: Judge,
    floor: Driver,
    watch: Watch,
    disturb: Disturb,
) -> Slice:
    made = list(candidates.candidates(tasks, settings.size(number), f"{settings.seed} {number}"))
    is_disturbed = settings.disturb_every and number % settings.disturb_every == settings.disturb_every - 1
    disturbances: Counter[str] = Counter()
    letters = [""] * len(made)
    with watch.reading():
        begun, cpu = time.monotonic(), _cpu_seconds(watch)
        for count, verdict in enumerate(judge.decide((sample.task, sample.code) for sample in made), 1):
            letters[verdict.rank] = LETTERS[verdict.status]
            if is_disturbed and count == len(made) // 2:
                disturbances = disturb(number // settings.disturb_every, [floor.process.pid])
        seconds, cpu_seconds = time.monotonic() - begun, _cpu_seconds(watch) - cpu
    bare = floor.run(settings.floor_size)
    return Slice(
        number=number,
        process=process,
        candidates=len(made),
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        floor_candidates=len(bare.right),
        floor_seconds=bare.seconds,
        floor_cpu_seconds=bare.cpu_seconds,
        kinds=dict(Counter(sample.kind for sample in made)),
        letters="".join(letters),
        disturbances=dict(disturbances),
        held=asdict(watch.held()),
        wrong=sum(_is_wrong(sample, letter) for sample, letter in zip(made, letters, strict=True)),
    )


def _cpu_seconds(watch: Watch) -> float:
    return readings.cpu_seconds(os.getpid()) - watch.cpu_seconds


def _is_wrong(sample: Sample, letter: str) -> bool:
    """Whether that verdict cannot be: of programs that were only changed or cut off, none is known."""
    if sample.kind == "right":
        return letter != "p"
    return sample.kind in MUST_FAIL and letter != "f"
