"""How long the page of a large run takes, and how large it is.

    python benchmarks/report.py [--tasks 164] [--samples 100] [--rounds 3]

A run of that size is made of the sample's tasks (throughput/samples.py), with verdicts and replies. The floor
is to read all of its records and to write them as JSON, as every page has to. Prints seconds of CPU time,
the ratio to the floor in the same round, and the size of the page beside that of the JSON.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

from throughput import samples, work

from asmeant.loaded_run import LoadedRun
from asmeant.metrics import available
from asmeant.pipeline import named, start_folder
from asmeant.records import Candidate, Cause, Observation, Run, Sampling, Verdict, to_json
from asmeant.reports.page import to_page
from asmeant.reports.views import views
from asmeant.reports.writing import LIKENESS
from asmeant.runs import RunFolder


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tasks", type=int, default=164)
    parser.add_argument("--samples", type=int, default=100, help="of each task")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = make_run(Path(folder), options.tasks, options.samples)
        pages, floors = [], []
        for number in range(options.rounds):
            page, seconds = measured(lambda: to_page(views([files]), available(LIKENESS).metrics))
            text, floor = measured(lambda: everything(files))
            pages.append(seconds)
            floors.append(floor)
            print(f"round {number + 1}: page {seconds:.1f} s, floor {floor:.1f} s of CPU time")
    ratios = [page / floor for page, floor in zip(pages, floors, strict=True)]
    print(
        f"{options.tasks * options.samples:,} candidates: {statistics.median(pages):.1f} s, "
        f"{statistics.median(ratios):.1f} times the floor [{min(ratios):.1f}-{max(ratios):.1f}]; "
        f"{len(page.encode()) / 1e6:.1f} MB, {len(page.encode()) / len(text):.2f} of the records as JSON"
    )


def measured(work: Callable[[], str]) -> tuple[str, float]:
    begun = time.process_time()
    made = work()
    return made, time.process_time() - begun


def everything(files: RunFolder) -> str:
    run = LoadedRun(files)
    attempts = [
        (attempt.candidate, attempt.verdict, list(attempt.observations)) for attempt in run.attempts()
    ]
    return to_json([list(run.tasks.values()), attempts]).decode()


def make_run(folder: Path, tasks: int, each: int) -> RunFolder:
    originals = samples.tasks_for_all(list(work.sample_tasks()))
    chosen = [
        replace(task, id=f"{task.id}-{number}") for number, task in enumerate(islice(cycle(originals), tasks))
    ]
    settings = Run("", "samples", "made up", sampling=Sampling(count=each))
    files = RunFolder(folder)
    with files:
        start_folder(files, named(settings, chosen), chosen)
        for task in chosen:
            made = samples.samples([task], each, seed=len(task.id))
            files.append(*(candidate(sample, rank) for rank, sample in enumerate(made)))
            files.append(*(observation(sample, rank) for rank, sample in enumerate(made)))
            files.append(*(verdict(sample, rank) for rank, sample in enumerate(made)))
    return files


def candidate(sample: samples.Sample, rank: int) -> Candidate:
    reply = f"Here is the function:\n```python\n{sample.code}\n```\nIt does what was asked for."
    return Candidate(sample.task.id, rank, sample.code, reply, "made up", extraction="the only block")


def observation(sample: samples.Sample, rank: int) -> Observation:
    held = sample.kind == "right"
    probes = len(sample.task.checks[0].probes) if held else 0
    return Observation(
        sample.task.id,
        rank,
        sample.task.checks[0].name,
        ending="finished" if held else "failed",
        probes_passed=probes,
        stderr="" if held else f'Traceback (most recent call last):\n  File "<candidate>", line {rank}\n',
        cause=cause(sample),
    )


def verdict(sample: samples.Sample, rank: int) -> Verdict:
    if sample.kind == "right":
        return Verdict(sample.task.id, rank, "passed", (sample.task.checks[0].name,))
    return Verdict(
        sample.task.id, rank, "failed", reason="probe 1: answered 1, expected 2", cause=cause(sample)
    )


def cause(sample: samples.Sample) -> Cause | None:
    if sample.kind == "right":
        return None
    if sample.kind == "cut off":
        return Cause("syntax error", "SyntaxError", stage="loading", raised_by="candidate")
    return Cause("wrong answer", stage="probe")


if __name__ == "__main__":
    main()
