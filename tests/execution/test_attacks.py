"""Programs written with this source in hand, to be passed without being right: none passes, none is undecided.

The attacks stand in attacks/*.py, the tasks that they are tried on in attacks/tasks/*.py. They run behind walls only.
That the tasks are right is shown without a sandbox; and that an attack is one, for those that harm nothing: it
passes wherever judge and judged share a process.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import socket
import threading
import time
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

import asmeant
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.judging import judge
from asmeant.records import Task, Verdict
from tests.execution import corpus, programs
from tests.execution.corpus import Case
from tests.execution.test_honest_programs import NOTHING, outcomes

TASKS = {name: case for name, case in corpus.read("attacks/tasks").items() if not case.missing}
ATTACKS = corpus.read("attacks")
HERE = {name: case for name, case in ATTACKS.items() if not case.missing}
# Tables of attacks that harm nothing but a judge in their own process.
DECEPTIVE = ("lying", "lying_builtins", "lying_libraries", "patches", "patches_of_libraries", "shadows")
SECRET = f"secret-of-{os.getpid()}"


def tasks_of(attack: Case) -> list[Case]:
    """Those that it names, by name or pattern."""
    return [
        task
        for name, task in TASKS.items()
        if any(fnmatch(name, pattern) for pattern in attack.words("against"))
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every third attack, on one of its tasks, another for each; all on all of them with --thorough."""
    if {"attack", "task"} <= set(metafunc.fixturenames):
        cases = []
        thorough = metafunc.config.getoption("--thorough")
        for number, attack in enumerate(list(HERE.values())[:: 1 if thorough else 3]):
            tasks = tasks_of(attack)
            chosen = tasks if thorough else [tasks[number % len(tasks)]]
            cases += [pytest.param(attack, task, id=f"{attack.name}-{task.name}") for task in chosen]
        metafunc.parametrize(("attack", "task"), cases)


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, object]]:
    """What an attacker would find out about this machine beforehand, by the word that stands for it."""
    folder = tmp_path_factory.mktemp("outside")
    folder.chmod(0o755)
    (folder / "secret.txt").write_text(SECRET)
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield {
            "@SECRET@": folder / "secret.txt",
            "@WORD@": SECRET,
            "@NICE@": os.getpriority(os.PRIO_PROCESS, 0),
            "@PID@": os.getpid(),
            "@PORT@": server.getsockname()[1],
            "@PACKAGE@": Path(asmeant.__file__).parent,
        }


@pytest.fixture(scope="module")
def sandbox(warm_sandbox: NamespaceSandbox) -> NamespaceSandbox:
    return warm_sandbox


def verdict_of(sandbox: NamespaceSandbox, attack: Case, task: Task, code: str) -> Verdict:
    return judge(task, 0, programs.observe(sandbox, code, task, attack.limits))


def filled(code: str, facts: dict[str, object]) -> str:
    for word, fact in facts.items():
        code = code.replace(word, str(fact))
    return code


def is_decided(verdict: Verdict) -> bool:
    """Undecided is only what needs a library that really is not here, and it counts as not passed."""
    missing = verdict.missing_libraries
    return verdict.status != "undecided" or (
        bool(missing) and all(importlib.util.find_spec(name.partition(".")[0]) is None for name in missing)
    )


def test_it_does_not_pass_and_the_next_program_is_not_touched(
    sandbox: NamespaceSandbox, facts: dict[str, object], attack: Case, task: Case
) -> None:
    asked, (reference,) = task.task, task.task.references
    expected = attack.headers.get("expect", "failed")
    begun = time.monotonic()
    for first in attack.parts.get("first", ()):
        verdict_of(
            sandbox, attack, asked, filled(first, facts) if first.strip() != "reference" else reference
        )
    verdict = verdict_of(sandbox, attack, asked, filled(attack.code, facts))
    seconds = time.monotonic() - begun
    after = verdict_of(sandbox, task, asked, reference)
    assert is_decided(verdict), verdict.reason
    assert (verdict.status == "passed") == (expected == "passed"), verdict
    assert after.status == "passed", f"the next program: {after.reason}"
    assert SECRET not in str(verdict)
    # The judge is not held up: a few deadlines for the trials, and starts of zygotes on a busy machine.
    assert seconds < 6 * attack.limits.seconds + 40


def test_no_trial_leaves_a_trace_for_the_next(sandbox: NamespaceSandbox, facts: dict[str, object]) -> None:
    """Whatever a program can look at is after each of them as it was before."""
    looks_around = (corpus.HERE / "attacks/preludes/snapshot.py").read_text()

    def snapshot(like: Case) -> dict[str, object]:
        (seen,) = programs.observe(sandbox, looks_around, asked, like.limits)
        assert seen.ending == "finished", seen.reason
        told: dict[str, object] = json.loads(seen.stdout)
        return told

    asked = TASKS["number_equal"].task
    traces = {}
    for attack in HERE.values():
        vandals = [code for code in attack.parts.get("first", ()) if code.strip() != "reference"]
        for code in vandals:
            before = snapshot(attack)
            verdict_of(sandbox, attack, asked, filled(code, facts))
            after = snapshot(attack)
            if before != after:
                traces[attack.name] = {key: after[key] for key in after if before[key] != after[key]}
    assert traces == {}


# Where a trial at the same time could be seen: processes, memory, files, sockets.
NEIGHBOURS = (
    "steals_from_memory_of_all",
    "steals_from_files",
    "steals_from_proc",
    "steals_by_unix_sockets",
    "steals_after_a_fork",
)


def test_who_runs_at_the_same_time_is_not_read(sandbox: NamespaceSandbox) -> None:
    task, done = TASKS["planted_loop"], threading.Event()
    right: list[str] = []

    def keep_answering() -> None:
        while not done.is_set():
            right.append(verdict_of(sandbox, task, task.task, task.code).status)

    neighbour = threading.Thread(target=keep_answering)
    neighbour.start()
    try:
        thieves = [HERE[name] for name in NEIGHBOURS]
        statuses = {thief.name: verdict_of(sandbox, thief, task.task, thief.code).status for thief in thieves}
    finally:
        done.set()
        neighbour.join()
    assert set(statuses.values()) == {"failed"}, statuses
    assert set(right) == {"passed"}


# ── the corpus itself ──


def test_each_reference_is_right_in_ordinary_python() -> None:
    told = outcomes([(case.task, case.code) for case in TASKS.values()])
    assert {name: text for name, text in zip(TASKS, told, strict=True) if text} == {}


def test_each_task_asks_for_something() -> None:
    told = outcomes([(case.task, NOTHING) for case in TASKS.values()])
    assert [name for name, text in zip(TASKS, told, strict=True) if not text] == []


@pytest.mark.parametrize("task", list(TASKS.values()), ids=lambda task: task.name)
@pytest.mark.every(3)
def test_the_reference_passes(sandbox: NamespaceSandbox, task: Case) -> None:
    verdict = verdict_of(sandbox, task, task.task, task.code)
    assert verdict.status == "passed", verdict.reason


def test_a_deceptive_attack_passes_where_judge_and_judged_share_a_process() -> None:
    """Else it would be no attack but a program that is wrong."""
    pairs = [
        (attack, task) for attack in HERE.values() if attack.table in DECEPTIVE for task in tasks_of(attack)
    ]
    told = outcomes([(task.task, attack.code) for attack, task in pairs])
    faults: dict[str, list[str]] = {}
    for (attack, _), text in zip(pairs, told, strict=True):
        faults.setdefault(attack.name, []).append(text)
    assert {name: texts for name, texts in faults.items() if all(texts)} == {}


def test_there_are_enough_of_each_class() -> None:
    tables = [case.table for case in ATTACKS.values()]
    assert len(tables) >= 150
    for attack in HERE.values():
        assert tasks_of(attack), f"{attack.name} is tried on no task"
        compile(re.sub("@[A-Z]+@", "1", attack.code), attack.name, "exec")
