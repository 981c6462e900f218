"""How many candidates a second a `Judge` decides, beside `asmeant run` on the same candidates.

    python benchmarks/judge.py [--rounds 5] [--candidates 600] [--workers 2] [--json FILE]

Both decide the references of the sample tasks in Python, one after the other in each round. The ratio is
taken within a round, so that a busy machine slows both sides. What starting takes is not counted.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

from asmeant import Judge, Task, load_tasks
from asmeant.execution import Place, load_sandbox
from asmeant.execution.sandbox import default_sandbox
from asmeant.pipeline import Plan, begin_run
from asmeant.seams import Sandbox
from asmeant.testing import FakeModel
from asmeant.workers import Threads


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="how often each side runs")
    parser.add_argument("--candidates", type=int, default=600, help="how many are judged in a round")
    parser.add_argument("--workers", type=int, default=2, help="programs at a time")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    options = parser.parse_args()
    tasks = numbered_tasks(options.candidates)
    rates: dict[str, list[float]] = {"run": [], "judge": []}
    sandbox = load_sandbox(default_sandbox(), Place())
    with Judge(workers=options.workers, sandbox=sandbox) as court:
        run_rate(tasks[: options.workers * 4], sandbox, options.workers)  # starts the processes
        for _ in range(options.rounds):
            rates["run"].append(run_rate(tasks, sandbox, options.workers))
            rates["judge"].append(judge_rate(tasks, court))
    ratio = statistics.median(judge / run for judge, run in zip(rates["judge"], rates["run"], strict=True))
    for name, values in rates.items():
        print(f"{name:<6} {statistics.median(values):8.1f} candidates a second")
    print(f"judge / run: {ratio:.2f}")
    if options.json:
        Path(options.json).write_text(json.dumps({"rates": rates, "ratio": ratio}) + "\n")


def numbered_tasks(count: int) -> list[Task]:
    """The sample tasks in Python, as often as needed, each with an id of its own."""
    tasks = [task for task in load_tasks("sample") if task.code_language == "python"]
    return [replace(task, id=f"{number}") for number, task in enumerate(islice(cycle(tasks), count))]


def run_rate(tasks: list[Task], sandbox: Sandbox, workers: int) -> float:
    model = FakeModel({task.id: task.references[0] for task in tasks})
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(
            tasks=tuple(tasks),
            model=model,
            folder=Path(folder) / "run",
            sandbox=sandbox,
            workers=Threads(workers),
        )
        with begin_run(plan) as run:
            began = time.perf_counter()
            passed = sum(verdict.status == "passed" for verdict in run.decide(run.generate()))
            seconds = time.perf_counter() - began
    assert passed == len(tasks), f"{passed} of {len(tasks)} references passed"
    return len(tasks) / seconds


def judge_rate(tasks: list[Task], court: Judge) -> float:
    began = time.perf_counter()
    pairs = ((task, task.references[0]) for task in tasks)
    passed = sum(verdict.status == "passed" for verdict in court.decide(pairs))
    assert passed == len(tasks), f"{passed} of {len(tasks)} references passed"
    return len(tasks) / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
