"""`Judge` and `judge`: verdicts without a model and without a folder."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from asmeant import Judge, evaluate, judge
from asmeant.decisions import Decision
from asmeant.errors import AsmeantError, UsageError
from asmeant.records import Candidate, Check, Limits, Observation, Task, Verdict
from asmeant.testing import FakeSandbox, make_task

CODES = ["x + x", "x", "2 * x", "1/0", "", "def double(x):\n    return x * 2"]
STATUSES = ["passed", "failed", "passed", "failed", "failed", "passed"]


@pytest.fixture(scope="module")
def court() -> Iterator[Judge]:
    with Judge(workers=2) as court:
        yield court


def test_verdicts_come_in_the_order_of_the_codes() -> None:
    verdicts = judge(make_task(), CODES)
    assert [verdict.rank for verdict in verdicts] == list(range(6))
    assert [verdict.status for verdict in verdicts] == STATUSES
    assert [verdict.status for verdict in judge(make_task(), "x + x")] == ["passed"]


def test_pairs_of_many_tasks_are_decided_as_they_come(court: Judge) -> None:
    tasks = [make_task("one"), make_task("two")]
    pairs = [(task, code) for code in CODES for task in tasks]
    verdicts = {verdict.rank: verdict for verdict in court.decide(iter(pairs))}
    assert len(verdicts) == 12
    for rank, (task, code) in enumerate(pairs):
        assert verdicts[rank].task_id == task.id
        assert verdicts[rank].status == STATUSES[CODES.index(code)]


def test_only_a_few_pairs_are_taken_ahead(court: Judge) -> None:
    taken: list[int] = []

    def pairs() -> Iterator[tuple[Task, str]]:
        for number in range(1000):
            taken.append(number)
            yield make_task(), f"x + {number}"

    verdicts = court.decide(pairs())
    next(verdicts)
    assert len(taken) < 10


def test_replies_of_a_language_model() -> None:
    reply = "The function doubles:\n```python\ndef double(x):\n    return 2 * x\n```\nThat is all."
    assert judge(make_task(), reply, extract=True)[0].status == "passed"
    assert judge(make_task(), reply)[0].status == "failed"
    assert judge(make_task(), "I cannot.", extract=True)[0].status == "failed"


def test_in_asyncio(court: Judge) -> None:
    async def both() -> list[Verdict]:
        return await asyncio.gather(*(court.adecide(make_task(), code) for code in ("2 * x", "x")))

    assert [verdict.status for verdict in asyncio.run(both())] == ["passed", "failed"]


def test_many_threads_lose_nothing_and_agree_with_a_run(tmp_path: Path) -> None:
    task = make_task()
    codes = [f"x + x + {number % 3} - {number % 2}" for number in range(1000)]

    def quick(source: str) -> bool:
        return source.endswith(("0 - 0", "1 - 1"))

    def decide(start: int) -> dict[int, str]:
        pairs = [(task, code) for code in codes[start::8]]
        return {start + 8 * item.rank: item.status for item in shared.decide(pairs)}

    shared = Judge(workers=4, sandbox=FakeSandbox(quick))
    with shared, ThreadPoolExecutor(8) as pool:
        decided = {rank: status for share in pool.map(decide, range(8)) for rank, status in share.items()}
    statuses = dict.fromkeys(range(1000), "")
    evaluation = evaluate(
        [make_task(f"t{number}") for number in range(1000)],
        lambda task: codes[int(task.id[1:])],
        sandbox=FakeSandbox(quick),
        workers=1,
    )
    for verdict in evaluation.verdicts:
        statuses[int(verdict.task_id[1:])] = verdict.status
    assert decided == statuses


def test_the_share_of_probes() -> None:
    checks = (Check("a", ("assert double(1) == 2", "assert double(2) == 5")), Check("b", ("assert 0",) * 4))
    task = make_task(checks=checks)
    with Judge(workers=1) as court:
        (decision,) = court.decisions([(task, "2 * x")])
    assert decision.verdict.status == "failed"
    assert decision.share_of_probes == 0.5
    nothing = Decision(task, Candidate(task.id, 0, ""), decision.verdict, [])
    assert nothing.share_of_probes == 0.0
    passed = Decision(
        task, Candidate(task.id, 0, ""), Verdict(task.id, 0, "passed"), [Observation("", 0, "b")]
    )
    assert passed.share_of_probes == 1.0


def test_an_error_among_the_pairs_comes_through_and_ends_cleanly() -> None:
    def pairs() -> Iterator[tuple[Task, str]]:
        yield make_task(), "2 * x"
        raise ValueError("no more")

    before = threading.active_count()
    with pytest.raises(ValueError, match="no more"), Judge(workers=2) as court:
        list(court.decide(pairs()))
    until = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < until:
        time.sleep(0.05)
    assert threading.active_count() <= before


def test_closing_ends_what_is_running() -> None:
    court = Judge(workers=1, limits=Limits(seconds=60, deadline="fixed"))
    task = make_task()
    waiting = ThreadPoolExecutor(1).submit(lambda: list(court.decide([(task, "[1 for _ in iter(int, 1)]")])))
    time.sleep(2)
    begun = time.monotonic()
    court.close()
    with pytest.raises(AsmeantError, match="closed"):
        waiting.result(timeout=30)
    assert time.monotonic() - begun < 20
    with pytest.raises(RuntimeError, match="closed"):
        next(court.decide([(task, "x")]))


def test_a_judge_needs_a_worker() -> None:
    with pytest.raises(UsageError, match="1 worker or more, and was given 0"):
        Judge(workers=0)


INTERRUPTED = """
import os, signal, threading
from asmeant import Judge, Limits
from asmeant.testing import make_task

signal.signal(signal.SIGINT, signal.default_int_handler)  # who is started in the background ignores it
endless = [(make_task(), "[1 for _ in iter(int, 1)]")] * 4
threading.Timer(1.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    with Judge(workers=2, limits=Limits(seconds=60)) as court:
        print("begun", flush=True)
        list(court.decide(endless))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_ends_it_at_once() -> None:
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "begun\ninterrupted\n"), done.stderr
    assert time.monotonic() - begun < 30
