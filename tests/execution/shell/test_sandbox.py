"""Programs in Bash, with the checks of their tasks: what is observed, and what cannot be."""

from __future__ import annotations

import sys
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.datasets import sample
from asmeant.errors import SandboxError
from asmeant.execution import assemble
from asmeant.execution.sandbox import NamespaceSandbox, SubprocessSandbox
from asmeant.execution.shell import Outcome, ShellRunner, Tree
from asmeant.execution.shell.sandbox import ShellSandbox
from asmeant.judging import judge
from asmeant.records import Candidate, Check, Limits, Observation, Scaffold, Task, Verdict

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")

TASK = Task(
    "count",
    "Print how many lines `a.txt` has",
    code_language="bash",
    references=("wc -l < a.txt",),
    checks=(Check("number", same_outcome_as="wc -l < a.txt"),),
    scaffold=Scaffold(files={"a.txt": "one\ntwo\n", "d/b.txt": "x\n"}),
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[NamespaceSandbox]:
    sandbox = NamespaceSandbox()
    yield sandbox
    sandbox.pool.close()


def _observed(
    sandbox: NamespaceSandbox, code: str, task: Task = TASK, limits: Limits = Limits()
) -> Observation:
    return next(sandbox.run([assemble(task, Candidate(task.id, 0, code))], limits))


def _wants(command: str, tree: str = "", working_directory: str = "", clock: str = "") -> Task:
    scaffold = replace(TASK.scaffold, tree=tree, working_directory=working_directory, clock=clock)
    return replace(TASK, checks=(Check("all", same_outcome_as=command),), scaffold=scaffold)


SEEN = [
    ("the same words", "wc -l < a.txt", "wc -l < a.txt", "finished", True, ""),
    ("other words", "wc -l < a.txt", "grep -c '' a.txt", "finished", True, ""),
    ("wrong", "wc -l < a.txt", "echo 3", "failed", False, ""),
    ("the same files", "sort -r a.txt > b", "tac a.txt > b", "finished", True, ""),
    ("other files", "sort -r a.txt > b", "cp a.txt b", "failed", False, "/root/b"),
    ("no files", "rm -r d", ":", "failed", False, "/root/d"),
    ("not a command", "echo x", "no-such-tool x", "failed", False, "prints nothing"),
    ("the same but for its spelling", "cpio -o", "cpio  '-o'", "finished", True, "the same command"),
    ("a complaint that is made up", "wc -l < a.txt", "echo 'bash: ls: command not found' >&2", "failed", False, "prints nothing"),
    ("a tool that is not here", "echo x", "fortune", "not run", None, "not installed here: fortune"),
    ("a null byte", "echo x", "echo \0", "failed", False, "null byte"),
    ("kills itself", "echo x", "kill -9 $$", "killed", False, "SIGKILL"),
    ("the reference misses a tool", "fortune a.txt", "echo x", "not run", None, "the reference cannot be run here: fortune is not installed"),
    ("the reference misses a tool that is not known", "no-such-tool a.txt", "echo x", "not run", None, "the reference cannot be run here: no-such-tool is not installed"),
    ("both miss a tool", "fortune a.txt", "cowsay x", "not run", None, "the reference cannot be run here: fortune is not installed"),
    ("the reference dies", "kill -9 $$", "echo x", "not run", None, "the reference did not finish: killed"),
    ("the reference goes by chance", "cat /proc/sys/kernel/random/uuid", "echo x", "failed", False, "line 1"),
    ("both go by chance", "cat /proc/sys/kernel/random/uuid", "tail -n 1 /proc/sys/kernel/random/uuid", "finished", True, ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("reference", "code", "ending", "same", "reason"), [row[1:] for row in SEEN], ids=[row[0] for row in SEEN]
)
def test_outcomes_are_compared(
    sandbox: NamespaceSandbox, reference: str, code: str, ending: str, same: bool | None, reason: str
) -> None:
    seen = _observed(sandbox, code, _wants(reference))
    assert (seen.ending, seen.same_outcome) == (ending, same)
    assert reason in seen.reason


def test_what_was_said_and_changed_is_told(sandbox: NamespaceSandbox) -> None:
    seen = _observed(sandbox, "echo out; echo err >&2; rm a.txt; mkdir new")
    assert (seen.stdout, seen.stderr) == ("out\n", "err\n")
    assert seen.files == {"/root/a.txt": "deleted", "/root/new": "created: directory"}


def test_a_candidate_out_of_time_is_wrong_and_a_reference_out_of_time_decides_nothing(
    sandbox: NamespaceSandbox,
) -> None:
    late = _observed(sandbox, "sleep 50", limits=Limits(seconds=0.2))
    assert (late.ending, late.same_outcome) == ("timed out", False)
    late = _observed(sandbox, "echo", _wants("sleep 50"), Limits(seconds=0.2))
    assert (late.ending, "timed out" in late.reason) == ("not run", True)


def test_a_reference_runs_once_for_all_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []
    run = ShellRunner.run

    def counted(runner: ShellRunner, command: str, tree: Tree, limits: Limits) -> Outcome:
        ran.append(command)
        return run(runner, command, tree, limits)

    monkeypatch.setattr(ShellRunner, "run", counted)
    sandbox = NamespaceSandbox()
    programs = [assemble(TASK, Candidate(TASK.id, rank, "cat a.txt | wc -l")) for rank in range(3)]
    assert all(seen.same_outcome for seen in sandbox.run(programs, Limits()))
    sandbox.pool.close()
    assert ran.count("wc -l < a.txt") == 1


def test_few_references_are_kept(monkeypatch: pytest.MonkeyPatch, sandbox: NamespaceSandbox) -> None:
    monkeypatch.setattr("asmeant.execution.shell.sandbox.MOST_KEPT", 2)
    for number in (1, 2, 3, 1):
        assert _observed(sandbox, f"echo {number}", _wants(f"expr {number}")).same_outcome


def test_a_check_holds_where_it_holds_in_each_of_its_trees(sandbox: NamespaceSandbox, tmp_path: Path) -> None:
    for name, text in (("one", "b\\na\\n"), ("two", "a\\nb\\n")):
        (tmp_path / f"{name}.jsonl").write_text(f'{{"path": "/srv/x", "text": "{text}"}}\n')
    trees = tuple(str(tmp_path / f"{name}.jsonl") for name in ("two", "one"))
    task = replace(TASK, checks=(Check("all", same_outcome_as="sort srv/x", trees=trees),))
    assert _observed(sandbox, "cat srv/x | sort", task).same_outcome is True
    wrong = _observed(sandbox, "cat srv/x", task)
    assert (wrong.same_outcome, wrong.stdout) == (False, "b\na\n")
    assert _observed(sandbox, "sort  srv/x", task).reason == "the same command"
    missing = replace(task.checks[0], trees=(*trees, str(tmp_path / "three.jsonl")))
    assert (
        "No such file or directory"
        in _observed(sandbox, "sort srv/x", replace(task, checks=(missing,))).reason
    )


# ── where it begins ──


def test_a_tree_from_an_archive_with_files_on_top(sandbox: NamespaceSandbox, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("old\n")
    with tarfile.open(tmp_path / "t.tgz", "w:gz") as archive:
        archive.add(tmp_path / "x", "srv/x")
        archive.add(tmp_path / "x", "srv/y")
    seen = _observed(sandbox, "pwd; cat srv/x srv/y a.txt", _wants("true", tree=str(tmp_path / "t.tgz")))
    assert seen.stdout == "/\nold\nold\none\ntwo\n"
    placed = _wants("true", tree=str(tmp_path / "t.tgz"), working_directory="/srv")
    assert _observed(sandbox, "pwd; cat x a.txt", placed).stdout == "/srv\nold\none\ntwo\n"


def test_files_are_as_old_as_at_the_clock(sandbox: NamespaceSandbox, tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_text('{"path": "/srv/x", "time": 1600000000}')
    clocked = _wants("true", tree=str(tmp_path / "t.jsonl"), clock="2020-09-20T00:00:00")
    assert _observed(sandbox, "find srv -type f -mtime +5 -mtime -8", clocked).stdout == "srv/x\n"


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("chown alice a.txt", "chown bob a.txt"),
        ("touch b", "touch b; chown bob b"),
        ("chown bob a.txt", "true"),
    ],
)
def test_owners_are_compared_or_nothing_is_decided(
    sandbox: NamespaceSandbox, monkeypatch: pytest.MonkeyPatch, reference: str, candidate: str
) -> None:
    if sandbox.shell.runner.has_users:
        assert _observed(sandbox, candidate, _wants(reference)).ending == "failed"
        assert _observed(sandbox, f"{reference} && true", _wants(reference)).same_outcome
    monkeypatch.setattr(ShellRunner, "has_users", False)
    observation = _observed(sandbox, candidate, _wants(reference))
    assert (observation.ending, observation.same_outcome) == ("not run", None)
    assert "no other users" in observation.reason


@pytest.mark.parametrize(
    ("scaffold", "reason"),
    [
        (Scaffold(tree="/no/such.tgz"), "No such file or directory"),
        (Scaffold(files={"/usr/x": ""}), "/usr is the machine's own"),
        (Scaffold(files={"a": ""}, clock="yesterday"), "'yesterday' is no time for a clock"),
    ],
)
def test_a_tree_that_cannot_be_made_decides_nothing(
    sandbox: NamespaceSandbox, scaffold: Scaffold, reason: str
) -> None:
    seen = _observed(sandbox, "true", replace(TASK, scaffold=scaffold))
    assert (seen.ending, reason in seen.reason) == ("not run", True)


# ── what is not run ──


def test_probes_are_not_run_beside_a_command(sandbox: NamespaceSandbox) -> None:
    seen = _observed(sandbox, "true", replace(TASK, checks=(Check("all", ("test -f a.txt",)),)))
    assert (seen.ending, "has no probes" in seen.reason) == ("not run", True)


def test_without_walls_no_command_is_run() -> None:
    program = assemble(TASK, Candidate(TASK.id, 0, "wc -l < a.txt"))
    (seen,) = SubprocessSandbox().run([program], Limits())
    assert (seen.ending, "behind walls only" in seen.reason) == ("not run", True)


def test_a_machine_that_cannot_do_this_decides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise SandboxError("The sandbox did not start: no overlay. See: asmeant doctor")

    monkeypatch.setattr(ShellRunner, "run", refuse)
    (seen,) = ShellSandbox(ShellRunner()).observe(assemble(TASK, Candidate(TASK.id, 0, "true")), Limits())
    assert (seen.ending, "no overlay" in seen.reason) == ("not run", True)


# ── the sample ──

BASH_TASKS = [task for task in sample.SAMPLE.load(None, "") if task.code_language == "bash"]


def _verdict(sandbox: NamespaceSandbox, task: Task, code: str) -> Verdict:
    return judge(task, 0, sandbox.run([assemble(task, Candidate(task.id, 0, code))], Limits()))


@pytest.mark.parametrize("task", BASH_TASKS, ids=lambda task: task.id)
def test_references_of_the_sample_pass_and_doing_nothing_fails(sandbox: NamespaceSandbox, task: Task) -> None:
    for reference in task.references:
        assert _verdict(sandbox, task, reference).status == "passed"
    assert _verdict(sandbox, task, ":").status == "failed"
