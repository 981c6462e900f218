"""Whether asmeant holds up: many candidates, hostile ones too, while processes are killed and disks fill.

    python benchmarks/soak.py steady [--candidates 2000] [--windows 10] [--workers 2] [--json FILE]
    python benchmarks/soak.py killed [--candidates 400] [--every 3] [--workers 2] [--on WHERE] [--json FILE]

`steady` sends candidates through one judge and reads, all the time, what its processes hold of the machine:
memory, processes, open files, namespaces, mounts and temporary space. It prints a row for each part of the
work (window), what grew from the second window to the last, and how the speed changed. CPU time per
candidate says more than seconds where the machine does other work, too.

`killed` judges a run twice: once undisturbed, and once while a zygote, one of its descendants or the whole
command is killed every few seconds, and the disk of the run is filled. The command is started again until
the run is finished. It prints what was done to it, and in how many verdicts the two differ.

With --lock, work is done only while that file is locked, for --hold seconds at a time: for machines that
others use as well.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table
from soaking import candidates, disturbing, readings
from throughput import samples, work

from asmeant.datasets import load_tasks
from asmeant.errors import DataError
from asmeant.pipeline import Judge
from asmeant.records import Candidate, Limits, Run, Sampling, Task, Verdict
from asmeant.runs import RunFolder

LIMITS = Limits(seconds=3.0, memory_mb=256, disk_mb=16)
SECONDS_BETWEEN_READINGS = 1.0
DISK_MB = 64
# Processes whose parent was killed end by themselves within so many seconds.
SECONDS_TO_END = 10.0


def main() -> None:
    options = arguments()
    console = Console()
    tasks = load(console)
    soak = steady if options.what == "steady" else killed
    report = soak(tasks, options, console)
    if options.json:
        Path(options.json).write_text(json.dumps(report, indent=1) + "\n")


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("what", choices=("steady", "killed"), nargs="?", default="steady")
    parser.add_argument("--candidates", type=int, default=600)
    parser.add_argument("--windows", type=int, default=6, help="parts of the work that are compared")
    parser.add_argument("--minutes", type=float, default=1e6, help="no new candidates after so long")
    parser.add_argument("--workers", type=int, default=2, help="programs at a time")
    parser.add_argument("--every", type=float, default=3.0, help="seconds between two disturbances")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--on", help="where to work, as for asmeant judge --on")
    parser.add_argument("--lock", type=Path, help="work only while this file is locked")
    parser.add_argument(
        "--hold", type=float, default=240.0, help="seconds for which the lock is held at most"
    )
    parser.add_argument("--json", metavar="FILE", help="write all figures there")
    return parser.parse_args(words)


def load(console: Console) -> list[Task]:
    folder = Path(os.environ.get("ASMEANT_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
    try:
        tasks = list(load_tasks("humaneval", data=folder))
    except DataError:
        console.print(f"There is no HumanEval in {folder}: the sample's tasks are used.")
        tasks = list(work.sample_tasks())
    return samples.tasks_for_all(tasks)


# ── a machine that others use ──────────────────────────────────────────────────────────────────────


class Turns:
    """Holds a lock for some time, and lets others have it in between."""

    def __init__(self, path: Path | None, hold_seconds: float) -> None:
        self._file = path.open("a") if path else None
        self._hold_seconds = hold_seconds
        self._since = 0.0
        self.waited = 0.0
        self._lock()

    def next(self) -> None:
        if self._file is not None and time.monotonic() - self._since > self._hold_seconds:
            fcntl.flock(self._file, fcntl.LOCK_UN)
            time.sleep(1)
            self._lock()

    def _lock(self) -> None:
        if self._file is not None:
            begun = time.monotonic()
            fcntl.flock(self._file, fcntl.LOCK_EX)
            self._since = time.monotonic()
            self.waited += self._since - begun

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


# ── steady ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Window:
    """A part of the work."""

    candidates: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    statuses: Counter[str] = field(default_factory=Counter)
    held: readings.Reading | None = None

    @property
    def per_second(self) -> float:
        return self.candidates / self.seconds

    @property
    def cpu_ms(self) -> float:
        return 1000 * self.cpu_seconds / self.candidates


class Watch:
    """Reads what the processes hold, on a thread of its own."""

    def __init__(self, temporary: Path) -> None:
        self._temporary = temporary
        self._readings: list[readings.Reading] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        while not self._stop.wait(SECONDS_BETWEEN_READINGS):
            try:
                self._readings.append(readings.read(os.getpid(), self._temporary))
            except (OSError, KeyError):  # something ended while it was looked at
                continue

    def take(self) -> readings.Reading:
        while not self._readings:
            time.sleep(0.1)
        taken, self._readings = self._readings, []
        return readings.middle(taken)

    def close(self) -> None:
        self._stop.set()
        self._thread.join()


def steady(tasks: list[Task], options: argparse.Namespace, console: Console) -> dict[str, object]:
    kinds: Counter[str] = Counter()
    with own_temporary_folder() as temporary:
        turns = Turns(options.lock, options.hold)
        end = time.monotonic() + 60 * options.minutes

        def pairs() -> Iterator[tuple[Task, str]]:
            for sample in candidates.candidates(tasks, options.candidates, options.seed):
                if time.monotonic() > end:
                    return
                kinds[sample.kind] += 1
                turns.next()
                yield sample.task, sample.code

        windows = list(measured(pairs(), turns, temporary, options, console))
        turns.close()
        left = readings.read(os.getpid(), temporary)
    first, last = windows[min(1, len(windows) - 1)], windows[-1]
    assert first.held is not None
    assert last.held is not None
    grown = readings.growth(first.held, last.held)
    slower = round(100 * (last.cpu_ms / first.cpu_ms - 1), 1)
    console.print(drawn(windows))
    console.print(f"Kinds: {dict(kinds)}", highlight=False)
    console.print(
        f"From the second window to the last: {grown}; CPU per candidate {slower:+} %", highlight=False
    )
    console.print(
        f"When the judge is closed: {left.processes:.0f} process, {left.temporary_files:.0f} temporary "
        f"files, {left.open_files:.0f} open files", highlight=False,
    )  # fmt: skip
    rows = [
        asdict(window) | {"held": asdict(window.held), "statuses": dict(window.statuses)}
        for window in windows
        if window.held
    ]
    return {"kinds": kinds, "windows": rows, "grown": grown, "slower_percent": slower, "left": asdict(left)}


def measured(
    pairs: Iterator[tuple[Task, str]],
    turns: Turns,
    temporary: Path,
    options: argparse.Namespace,
    console: Console,
) -> Iterator[Window]:
    size = max(1, options.candidates // options.windows)
    with Judge(workers=options.workers, limits=LIMITS) as judge:
        watch, window = Watch(temporary), Window()
        begun, waited, cpu = time.monotonic(), turns.waited, readings.cpu_seconds(os.getpid())
        for number, verdict in enumerate(judge.decide(pairs), 1):
            window.candidates += 1
            window.statuses[verdict.status] += 1
            if number % size == 0:
                window.seconds = time.monotonic() - begun - (turns.waited - waited)
                window.cpu_seconds = readings.cpu_seconds(os.getpid()) - cpu
                window.held = watch.take()
                speed = f"{window.per_second:.1f}/s, {window.cpu_ms:.1f} CPU ms each"
                console.print(f"{number:,}: {speed}, {window.held}", highlight=False)
                yield window
                window = Window()
                begun, waited, cpu = time.monotonic(), turns.waited, readings.cpu_seconds(os.getpid())
        watch.close()


@contextmanager
def own_temporary_folder() -> Iterator[Path]:
    """What this process and its children leave behind is then seen."""
    with tempfile.TemporaryDirectory(prefix="asmeant-soak-") as folder:
        before, tempfile.tempdir = tempfile.tempdir, folder
        os.environ["TMPDIR"] = folder
        try:
            yield Path(folder)
        finally:
            tempfile.tempdir = before
            del os.environ["TMPDIR"]


def drawn(windows: Sequence[Window]) -> Table:
    table = Table(title="What the processes held (medians of each window)")
    names = ("candidates", "per second", "CPU ms each", "own MB", "all MB", "processes", "open files")
    for name in (*names, "namespaces", "mounts", "temporary MB", "passed", "failed", "undecided"):
        table.add_column(name, justify="right")
    done = 0
    for window in windows:
        done += window.candidates
        held = window.held
        assert held is not None
        table.add_row(
            f"{done:,}", f"{window.per_second:.1f}", f"{window.cpu_ms:.1f}", f"{held.own_mb:.0f}",
            f"{held.tree_mb:.0f}", f"{held.processes:.0f}", f"{held.open_files:.0f}",
            f"{held.namespaces:.0f}", f"{held.mounts:.0f}", f"{held.temporary_mb:.1f}",
            *(str(window.statuses[status]) for status in ("passed", "failed", "undecided")),
        )  # fmt: skip
    return table


# ── killed ─────────────────────────────────────────────────────────────────────────────────────────


def killed(tasks: list[Task], options: argparse.Namespace, console: Console) -> dict[str, object]:
    turns = Turns(options.lock, options.hold)
    chance = Random(options.seed)
    disturbances: Counter[str] = Counter()
    starts = 0
    with own_temporary_folder() as folder, disturbing.small_disk(folder / "disk", DISK_MB) as is_small:
        if not is_small:
            console.print("No disk of its own could be made (it needs root): it is not filled.")
        calm = prepare(RunFolder(folder / "calm"), tasks, options)
        finish_calmly(calm, options, turns)
        disturbed = prepare(RunFolder(folder / "disk" / "run"), tasks, options)
        while len(verdicts(disturbed)) < options.candidates:
            starts += 1
            turns.next()
            disturb(disturbed, options, chance, disturbances, is_small, starts)
            console.print(
                f"start {starts}: {len(verdicts(disturbed))} of {options.candidates} verdicts; "
                f"{dict(disturbances)}", highlight=False,
            )  # fmt: skip
        expected, found = verdicts(calm), verdicts(disturbed)
        lines = sum(1 for _ in disturbed.read(Verdict))
        shutil.rmtree(calm.path)
        shutil.rmtree(disturbed.path)
        left = readings.read(os.getpid(), folder)
    turns.close()
    differing = sorted(key for key in expected if expected[key] != found.get(key))
    report: dict[str, object] = {
        "candidates": options.candidates, "starts": starts, "disturbances": dict(disturbances),
        "verdicts": len(found), "lines": lines, "differing": differing,
        "statuses": Counter(found.values()), "temporary_files_left": left.temporary_files,
    }  # fmt: skip
    console.print(report, highlight=False)
    return report


def prepare(files: RunFolder, tasks: list[Task], options: argparse.Namespace) -> RunFolder:
    """A run with candidates and nothing decided."""
    used = {task.id: task for task in tasks}
    count = -(-options.candidates // len(used))
    ranks: Counter[str] = Counter()
    run = Run("soak", "tasks", "soak", sampling=Sampling(count=count), limits=LIMITS)
    with files:
        files.begin(run, used.values())
        for sample in candidates.candidates(tasks, options.candidates, options.seed):
            files.append(Candidate(sample.task.id, ranks[sample.task.id], sample.code))
            ranks[sample.task.id] += 1
    return files


def command(files: RunFolder, options: argparse.Namespace) -> list[str]:
    words = [sys.executable, "-m", "asmeant", "judge", str(files.path), "--workers", str(options.workers)]
    return [*words, *(["--on", options.on] if options.on else []), "--world", "this", "--json"]


def finish_calmly(files: RunFolder, options: argparse.Namespace, turns: Turns) -> None:
    turns.next()
    subprocess.run(command(files, options), check=True, capture_output=True)


def verdicts(files: RunFolder) -> dict[tuple[str, int], str]:
    return {(verdict.task_id, verdict.rank): verdict.status for verdict in files.read(Verdict)}


def disturb(
    files: RunFolder,
    options: argparse.Namespace,
    chance: Random,
    done: Counter[str],
    is_small: bool,
    start: int,
) -> None:
    """One start of the command, disturbed until it ends. Every third is only killed at its descendants."""
    nowhere = subprocess.DEVNULL
    process = subprocess.Popen(command(files, options), stdout=nowhere, stderr=nowhere)
    kinds = disturbing.KINDS[: 2 if start % 3 == 0 else 4 if is_small else 3]
    while process.poll() is None:
        try:
            process.wait(options.every * chance.uniform(0.5, 1.5))
        except subprocess.TimeoutExpired:
            kind = chance.choice(kinds)
            if kind != "a full disk":
                members = disturbing.members(process.pid)
                done[kind] += disturbing.kill_one(process.pid, kind, chance)
                if kind == "the parent":
                    process.wait()
                    done["processes left behind"] += len(disturbing.survivors(members, SECONDS_TO_END))
                continue
            filler = disturbing.fill(files.path.parent, DISK_MB)
            done[kind] += 1
            with suppress_timeout():
                process.wait(options.every)
            filler.unlink(missing_ok=True)


@contextmanager
def suppress_timeout() -> Iterator[None]:
    try:
        yield
    except subprocess.TimeoutExpired:
        return


if __name__ == "__main__":
    main()
