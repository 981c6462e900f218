"""Whether asmeant holds up: many candidates, hostile ones too, while processes are killed and disks fill.

    python benchmarks/soak.py steady [--candidates 2000] [--log FILE] [--on cluster] [--disturb 5]
    python benchmarks/soak.py table --log FILE [--compare OTHER]
    python benchmarks/soak.py killed [--candidates 400] [--every 3] [--workers 2] [--on WHERE] [--json FILE]

`steady` sends candidates through one judge, in slices. After each slice it runs some references by a bare
fork each (the floor), so that speed can be read in relation to what this machine could do at that time. It
reads what its processes hold: memory, processes, open files, namespaces, mounts and temporary space. Each
slice is a line of the log, which is written at once: the same command goes on where it was stopped, and
`table` shows a run that is still going. With --disturb N, every Nth slice has a process killed in it. On
`cluster`, a Ray of two nodes that is started here, that may be a worker of Ray or a node. --compare counts
the verdicts that differ from those of another log.

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
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table
from soaking import candidates, disturbing, readings
from soaking.log import Log, Part, Slice, differing, longest, part, parts, read, slope_percent
from soaking.steady import Disturb, Settings, kill_on_cluster, kill_processes, run
from throughput import samples, work
from throughput.nodes import ray_cluster

from asmeant.datasets import load_tasks
from asmeant.errors import DataError
from asmeant.records import Candidate, Limits, Run, Sampling, Task, Verdict
from asmeant.runs import RunFolder

LIMITS = Limits(seconds=3.0, memory_mb=256, disk_mb=16)
# An endless program is only stopped: the sooner, the more programs there are.
STEADY_LIMITS = Limits(seconds=1.0, memory_mb=128, disk_mb=8)
FLOOR_SIZE = 41
SLICES_BETWEEN_LINES = 5
DISK_MB = 64
# Processes whose parent was killed end by themselves within so many seconds.
SECONDS_TO_END = 10.0


def main() -> None:
    options = arguments()
    console = Console()
    if options.what == "table":
        report = report_of(Log(Path(options.log)), None, options, console)
    else:
        report = (steady if options.what == "steady" else killed)(load(console), options, console)
    if options.json:
        Path(options.json).write_text(json.dumps(report, indent=1) + "\n")


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    parser.add_argument("what", choices=("steady", "table", "killed"), nargs="?", default="steady")
    parser.add_argument("--candidates", type=int, default=600)
    parser.add_argument("--windows", type=int, default=10, help="parts of the work that are compared")
    parser.add_argument("--slice", type=int, default=400, help="candidates between two turns of the floor")
    parser.add_argument("--disturb", type=int, default=0, help="kill a process in every Nth slice")
    parser.add_argument("--log", metavar="FILE", default="soak.jsonl", help="a line for each slice")
    parser.add_argument("--compare", metavar="FILE", help="the log of another run of the same seed")
    parser.add_argument("--minutes", type=float, default=1e6, help="no new candidates after so long")
    parser.add_argument("--workers", type=int, default=2, help="programs at a time")
    parser.add_argument("--every", type=float, default=3.0, help="seconds between two disturbances")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--on", help="where to work, as for asmeant judge --on; or `cluster` (steady)")
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


def steady(tasks: list[Task], options: argparse.Namespace, console: Console) -> dict[str, object]:
    log = Log(Path(options.log))
    turns = Turns(options.lock, options.hold)
    settings = Settings(
        candidates=options.candidates,
        slice_size=min(options.slice, options.candidates),
        floor_size=min(FLOOR_SIZE, len(tasks)),
        workers=options.workers,
        seed=options.seed,
        disturb_every=options.disturb,
        end=time.monotonic() + 60 * options.minutes,
        limits=STEADY_LIMITS,
    )

    def show(row: Slice) -> None:
        turns.next()
        if row.number % SLICES_BETWEEN_LINES == 0:
            console.print(line(log), highlight=False)

    with own_temporary_folder() as temporary:
        with place(options) as (on, disturb):
            run(tasks, replace(settings, on=on), log, temporary, disturb, show)
        left = readings.read(os.getpid(), temporary)
    turns.close()
    return report_of(log, left, options, console)


@contextmanager
def place(options: argparse.Namespace) -> Iterator[tuple[str, Disturb]]:
    """Where to work, and what can be killed there. `cluster` is a Ray of two nodes on this machine."""
    chance = Random(options.seed)
    if options.on != "cluster":
        yield options.on or "local", kill_processes(chance)
        return
    node = {"num_cpus": 1, "object_store_memory": 100 << 20, "include_log_monitor": False}
    with tempfile.TemporaryDirectory(prefix="ray-", dir="/tmp") as folder:
        # What Ray itself writes (logs, sockets) is not counted.
        os.environ["RAY_TMPDIR"] = folder
        with ray_cluster(1, **node) as cluster:
            yield cluster.address, kill_on_cluster(cluster, chance, node)


def line(log: Log) -> str:
    last = part(log.rows[-SLICES_BETWEEN_LINES:])
    done = sum(row.candidates for row in log.rows)
    return (
        f"{time.strftime('%H:%M:%S')} {done:,}: {last.per_second:.1f}/s, {last.cpu_ms:.1f} CPU ms each, "
        f"to the floor {last.to_floor:.2f}, by CPU {last.to_floor_by_cpu:.2f}, own {last.held.own_mb:.0f} MB"
    )


def report_of(
    log: Log, left: readings.Reading | None, options: argparse.Namespace, console: Console
) -> dict[str, object]:
    """The table of a run, also of one that is not finished: of the process that did most of it."""
    own = longest(log.rows)
    tenths = parts(own, options.windows)
    console.print(drawn(tenths))
    whole = part(log.rows)
    first, last = tenths[0], tenths[-1]
    grown = readings.growth(tenths[min(1, len(tenths) - 1)].held, last.held)
    faster = round(100 * (last.to_floor_by_cpu / first.to_floor_by_cpu - 1), 1)
    report: dict[str, object] = {
        "candidates": whole.candidates, "of one process": sum(row.candidates for row in own),
        "processes": len({row.process for row in log.rows}),
        "kinds": whole.kinds, "statuses": whole.statuses, "disturbances": whole.disturbances,
        "wrong": whole.wrong,
        "grown": grown, "faster_percent": faster, "slope_percent": round(slope_percent(own), 1),
        "left": asdict(left) if left else None, "parts": [asdict(tenth) for tenth in tenths],
    }  # fmt: skip
    if options.compare:
        common, others = differing(log.rows, read(Path(options.compare)))
        report["compared"] = {"verdicts": common, "differing": others}
    for name, value in report.items():
        if name != "parts":
            console.print(f"{name}: {value}", highlight=False)
    return report


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


def drawn(tenths: Sequence[Part]) -> Table:
    table = Table(title="Speed, and what the processes held (medians)")
    names = ("candidates", "per second", "to the floor", "CPU ms each", "to the floor by CPU", "own MB")
    more = ("all MB", "processes", "open files", "namespaces", "mounts", "temporary files", "killed", "wrong")
    for name in (*names, *more):
        table.add_column(name, justify="right")
    done = 0
    for tenth in tenths:
        done += tenth.candidates
        held = tenth.held
        table.add_row(
            f"{done:,}", f"{tenth.per_second:.1f}", f"{tenth.to_floor:.2f}", f"{tenth.cpu_ms:.1f}",
            f"{tenth.to_floor_by_cpu:.3f}", f"{held.own_mb:.1f}", f"{held.tree_mb:.0f}",
            f"{held.processes:.0f}", f"{held.open_files:.0f}", f"{held.namespaces:.0f}",
            f"{held.mounts:.0f}", f"{held.temporary_files:.0f}",
            str(sum(tenth.disturbances.values())), str(tenth.wrong),
        )  # fmt: skip
    return table


# ── killed ─────────────────────────────────────────────────────────────────────────────────────────


def killed(tasks: list[Task], options: argparse.Namespace, console: Console) -> dict[str, object]:
    turns = Turns(options.lock, options.hold)
    chance = Random(options.seed)
    disturbances: Counter[str] = Counter()
    starts = 0
    with own_temporary_folder() as folder:
        with disturbing.small_disk(folder / "disk", DISK_MB) as is_small:
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
            expected, actual = verdicts(calm), verdicts(disturbed)
            lines = sum(1 for _ in disturbed.read(Verdict))
            shutil.rmtree(calm.path)
            shutil.rmtree(disturbed.path)
        shutil.rmtree(folder / "disk")
        left = readings.read(os.getpid(), folder)
    turns.close()
    differing = sorted(key for key in expected if expected[key] != actual.get(key))
    report: dict[str, object] = {
        "candidates": options.candidates, "starts": starts, "disturbances": dict(disturbances),
        "verdicts": len(actual), "lines": lines, "differing": differing,
        "statuses": Counter(actual.values()), "temporary_files_left": left.temporary_files,
    }  # fmt: skip
    console.print(report, highlight=False)
    return report


def prepare(files: RunFolder, tasks: list[Task], options: argparse.Namespace) -> RunFolder:
    """A run with candidates and nothing decided."""
    used = {task.id: task for task in tasks}
    count = -(-options.candidates // len(used))
    ranks: Counter[str] = Counter()
    settings = Run("soak", "tasks", "soak", sampling=Sampling(count=count), limits=LIMITS)
    with files:
        files.begin(settings, used.values())
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
