"""Why candidates did not pass: as it is set when a program runs, and as it is read from runs of version 0.1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from asmeant.analysis.questions import analyse
from asmeant.causes import EXCEPTIONS, cause_of, from_reason, of_ending, of_report
from asmeant.execution import assemble, refused
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.judging import judge
from asmeant.loaded_run import LoadedRun
from asmeant.records import (
    Candidate,
    Cause,
    CauseKind,
    Check,
    Ending,
    Limits,
    Observation,
    Scaffold,
    Task,
    Verdict,
    from_json,
    to_json,
)
from asmeant.reports.views import views
from asmeant.runs import RunFolder

SMALL = Limits(seconds=2, memory_mb=512)
ASKED = ("assert f(1) == 2", "assert f(2) == 4")
PROBED = ("for x in (1, 2):\n    assert f(x) == 2 * x",)
BESIDE = ("import inspect\nassert f(1) == 2 and len(inspect.getsource(f)) > 1",)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[NamespaceSandbox]:
    sandbox = NamespaceSandbox()
    yield sandbox
    sandbox.pool.close()


def observed(sandbox: NamespaceSandbox, code: str, probes: tuple[str, ...] = ASKED) -> Observation:
    task = Task(
        "t",
        "twice",
        references=("def f(x):\n    return 2 * x\n",),
        scaffold=Scaffold(entry="f"),
        checks=(Check("all", probes),),
    )
    if not code:
        (observation,) = refused(task, Candidate("t", 0, code))
    else:
        (observation,) = sandbox.run([assemble(task, Candidate("t", 0, code))], SMALL)
    assert judge(task, 0, [observation]).cause == observation.cause
    return observation


FAILING: list[tuple[str, CauseKind, str]] = [
    ("", "no code", ""),
    ("def f(x):\n    return 3 * x", "wrong answer", ""),
    ("def f(x):\n    return 2 * x + (x > 1)", "wrong answer", ""),
    ("def f(x):\n    return {}[x]", "exception", "KeyError"),
    ("def f(x):\n    raise type('Odd: one', (Exception,), {})('a: b')", "other", ""),
    ("class Odd(ValueError): pass\ndef f(x):\n    raise Odd('x')", "exception", "Odd"),
    ("def f(x: return", "syntax error", "SyntaxError"),
    ("import nosuchlibraryatall\ndef f(x):\n    return 2 * x", "missing library", "ModuleNotFoundError"),
    ("def f(x):\n    return y", "missing name", "NameError"),
    ("raise ValueError('while loading')", "exception", "ValueError"),
    ("import sys\ndef f(x):\n    sys.exit(0)", "ended itself", "SystemExit"),
    ("import os\ndef f(x):\n    os._exit(0)", "ended itself", ""),
    ("def f(x):\n    while True: pass", "timed out", ""),
    ("def f(x):\n    return len('x' * (1 << 40))", "out of memory", ""),
    ("import os, signal\ndef f(x):\n    os.kill(os.getpid(), signal.SIGKILL)", "killed", ""),
]


@pytest.mark.parametrize(
    ("code", "kind", "exception"), FAILING, ids=[f"{row[1]} {row[2]}" for row in FAILING]
)
@pytest.mark.parametrize("probes", [ASKED, PROBED], ids=["asked", "probed"])
def test_the_cause_is_set_where_it_is_known(
    sandbox: NamespaceSandbox, probes: tuple[str, ...], code: str, kind: CauseKind, exception: str
) -> None:
    cause = observed(sandbox, code, probes).cause
    assert cause is not None
    assert (cause.kind, cause.exception) == (kind, exception)


@pytest.mark.parametrize("code", [row[0] for row in FAILING if row[0] and row[1] != "other"])
def test_a_reason_of_version_0_1_has_the_same_cause(sandbox: NamespaceSandbox, code: str) -> None:
    observation = observed(sandbox, code)
    old = replace(observation, cause=None)
    assert cause_of(old) == observation.cause


def test_nothing_where_something_is_expected(sandbox: NamespaceSandbox) -> None:
    assert observed(sandbox, "def f(x):\n    2 * x").cause == Cause("no answer", stage="probe")


def test_what_passes_has_no_cause(sandbox: NamespaceSandbox) -> None:
    for probes in (ASKED, PROBED, BESIDE):
        observation = observed(sandbox, "def f(x):\n    return x + x", probes)
        assert (observation.ending, observation.cause, cause_of(observation)) == ("finished", None, None)


@pytest.mark.parametrize(
    ("code", "stage", "raised_by"),
    [
        ("1 / 0", "loading", "candidate"),
        ("def f(x):\n    return 1 / 0", "probe", "candidate"),
        ("def f():\n    return 2", "probe", "probe"),
        ("def f(x):\n    return None if x else 1 / 0", "probe", ""),
    ],
)
def test_who_raised_it_and_when(sandbox: NamespaceSandbox, code: str, stage: str, raised_by: str) -> None:
    cause = observed(sandbox, code).cause
    assert cause is not None
    assert (cause.stage, cause.raised_by) == (stage, raised_by)


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("echo hi", None),
        ("printf 'hi\\n'", None),
        ("echo ho", "another outcome"),
        ("nosuchcommandatall", "command not found"),
        ("sleep 30", "timed out"),
        ("kill -9 $$", "killed"),
    ],
)
def test_causes_of_commands(sandbox: NamespaceSandbox, command: str, kind: CauseKind | None) -> None:
    checks = (Check("all", same_outcome_as="echo hi"),)
    task = Task("t", "say hi", code_language="bash", references=("echo hi",), checks=checks)
    (observation,) = sandbox.run([assemble(task, Candidate("t", 0, command))], SMALL)
    assert (observation.cause.kind if observation.cause else None) == kind


# ── reports that nobody can believe ──


@pytest.mark.parametrize("name", ["", "no name", "x" * 200, "\ud800", "a.b"])
def test_a_forged_type_is_no_cause(name: str) -> None:
    assert of_report({"ending": "failed", "exception": name, "reason": "x"}) is None


def test_a_reported_message_can_be_written_down() -> None:
    cause = of_report({"ending": "failed", "exception": "E", "reason": "\ud800", "at": "probe 3"})
    assert cause == Cause("exception", "E", "?", "probe", "probe")
    assert from_json(Cause, to_json(cause)) == cause


@pytest.mark.parametrize("ending", [ending for ending in get_args(Ending) if ending != "finished"])
def test_every_ending_has_a_cause(ending: Ending) -> None:
    cause = of_ending(ending)
    assert cause is not None
    assert cause.kind in get_args(CauseKind)
    assert of_ending("finished") is None


def test_the_list_is_closed() -> None:
    assert {*EXCEPTIONS.values()} <= {*get_args(CauseKind)}
    assert from_reason("words that nobody foresaw") == Cause("other")


# ── a folder that version 0.1 wrote ──

OLD: dict[str, list[dict[str, Any]]] = {
    "tasks.jsonl": [
        {
            "id": "t",
            "intent": "twice",
            "references": ["2 * x"],
            "checks": [{"name": "all", "probes": ["assert f(1) == 2", "assert f(2) == 4"]}],
            "scaffold": {"before": "def f(x):\n    return ", "entry": "f"},
        }
    ],
    "candidates.jsonl": [
        {"task_id": "t", "rank": 0, "code": "2 * x", "reply": "2 * x", "model": "old"},
        {"task_id": "t", "rank": 1, "code": "y", "reply": "y", "model": "old"},
        {"task_id": "t", "rank": 2, "code": "3 * x", "reply": "3 * x", "model": "old"},
    ],
    "observations.jsonl": [
        {"task_id": "t", "rank": 0, "check": "all", "function": "f", "probes_passed": 2},
        {"task_id": "t", "rank": 1, "check": "all", "ending": "failed", "reason": "probe 1: NameError: name 'y' is not defined"},
        {"task_id": "t", "rank": 2, "check": "all", "ending": "failed", "reason": "probe 1: answered 3, expected 2"},
    ],
    "verdicts.jsonl": [
        {"task_id": "t", "rank": 0, "status": "passed", "held": ["all"], "function": "f"},
        {"task_id": "t", "rank": 1, "status": "failed", "reason": "probe 1: NameError: name 'y' is not defined"},
        {"task_id": "t", "rank": 2, "status": "failed", "reason": "probe 1: answered 3, expected 2"},
    ],
}  # fmt: skip


def test_a_run_of_version_0_1_is_still_read(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text(
        '{"id":"x","dataset":"tasks","model":"old","sampling":{"count":3},"versions":{"asmeant":"0.1.0"}}'
    )
    for name, rows in OLD.items():
        (tmp_path / name).write_bytes(b"".join(to_json(row) + b"\n" for row in rows))
    files = RunFolder(tmp_path)
    run = LoadedRun(files)
    assert [attempt.status for attempt in run.attempts()] == ["passed", "failed", "failed"]
    causes = [attempt.cause for attempt in run.attempts()]
    assert [cause.kind if cause else None for cause in causes] == [None, "missing name", "wrong answer"]
    assert [verdict.cause for verdict in files.read(Verdict)] == [None, None, None]
    (view,) = views([files])
    assert view.causes == {("t", 0): "passed", ("t", 1): "undefined name", ("t", 2): "wrong answer"}
    assert "undefined name" in str(analyse("errors", [files]).tables[0].rows)
    assert next(score.value for score in view.scores if score.metric == "pass@1") == pytest.approx(1 / 3)
