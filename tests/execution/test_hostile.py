"""Programs that forge their verdict, climb over the walls or take all there is: each ends as it should.

What they do and how they must end stands in hostile/*.py. None of them runs outside the namespaces.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

import asmeant
from asmeant.errors import SandboxError
from asmeant.execution import assemble
from asmeant.execution.sandbox import NamespaceSandbox, SubprocessSandbox
from asmeant.records import Candidate, Limits, Observation
from tests.execution.programs import (
    NEXT,
    RIGHT,
    SHAPES,
    ProgramFile,
    gone,
    observe,
    others_alive,
    places,
    read,
)

PROGRAMS = read("hostile")
KEY = f"sk-{os.getpid()}-not-to-be-seen"
MARKER = f"asmeant_marker_{os.getpid()}"
SAMPLE_TASKS = sorted((Path(asmeant.__file__).parent / "datasets" / "sample_tasks").glob("*.jsonl"))
# The size and the sum of each file that has references: by these a copy is known, wherever it lies.
ANSWERS = {path.stat().st_size: hashlib.sha256(path.read_bytes()).hexdigest() for path in SAMPLE_TASKS}
# Harmless to the machine, and decided without a wall: by the judge and the witness alone.
ALSO_WITHOUT_WALLS = ("always_equal", "always_equal_int", "exit_zero", "forged_values", "mock_any", "own_builtins",
                      "patched_abs", "patched_testcase", "shadowed_builtins", "skip_test")  # fmt: skip


def _started() -> NamespaceSandbox | str:
    """The sandbox, or why there is none."""
    sandbox = NamespaceSandbox()
    try:
        observe(sandbox, RIGHT, SHAPES["literal"])
    except SandboxError as error:
        return str(error)
    return sandbox


@dataclass
class Outside:
    """A machine worth attacking: who listens on it, and what it would not have known."""

    port: int
    secret: Path
    path: Path
    seen: list[Observation] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)

    def prepared(self, code: str) -> str:
        """The program, with what an attacker would find out beforehand filled in."""
        facts = {
            "PORT": self.port, "MARKER": MARKER, "ABSTRACT": MARKER, "SOCKET": self.path, "SECRET": self.secret,
            "RUNDIR": self.secret.parent, "HOME": Path.home(), "PID": os.getpid(), "PREFIX": sys.prefix,
            "BASE": sys.base_prefix, "CHECKOUT": Path(asmeant.__file__).parents[2], "ANSWERS": ANSWERS,
        }  # fmt: skip
        for name, fact in facts.items():
            # Most stand between double quotes there, and a path may hold such a quote or a backslash.
            text = str(fact) if isinstance(fact, dict) else json.dumps(str(fact), ensure_ascii=False)[1:-1]
            code = code.replace(f"@{name}@", text)
        return code


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outside]:
    folder = tmp_path_factory.mktemp("outside")
    folder.chmod(0o755)
    secret, path = folder / "secret.txt", folder / "socket"
    secret.write_text(KEY)
    plugs = [socket.socket(), socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)]
    plugs[0].bind(("127.0.0.1", 0))
    port = plugs[0].getsockname()[1]
    plugs[1].bind("\0" + MARKER)
    plugs[2].bind(str(path))
    path.chmod(0o777)
    with suppress(OSError):  # a machine may have no IPv6
        plugs.append(socket.socket(socket.AF_INET6))
        plugs[-1].bind(("::1", port))
    there = Outside(port, secret, path)
    for plug in plugs:
        with suppress(OSError):
            plug.listen()
            threading.Thread(target=_listen, args=(plug, there.heard), daemon=True).start()
    datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagrams.bind(("127.0.0.1", port))
    datagrams.setblocking(False)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("OPENAI_API_KEY", "ASMEANT_API_KEY", "GITHUB_TOKEN"):
            patch.setenv(name, KEY)
        yield there
    with suppress(BlockingIOError):
        there.heard.append(f"datagram: {datagrams.recv(100)!r}")
    for plug in (*plugs, datagrams):
        plug.close()


def _listen(plug: socket.socket, heard: list[str]) -> None:
    with suppress(OSError):
        while True:
            plug.accept()
            heard.append(str(plug.getsockname()))


@pytest.fixture(scope="module")
def sandbox(outside: Outside) -> Iterator[NamespaceSandbox]:
    """One for all of them. At the end: no survivor, no file, no connection, no secret told."""
    open_before = len(list(Path("/proc/self/fd").iterdir()))
    started = _started()
    if isinstance(started, str):
        pytest.skip(started)
    yield started
    alive = [zygote.process.pid for idle in started.pool._idle.values() for zygote in idle]
    started.pool.close()
    assert gone(alive)
    assert len(list(Path("/proc/self/fd").iterdir())) <= open_before
    assert not outside.heard
    assert KEY not in str(outside.seen)
    assert outside.secret.read_text() == KEY
    left = [path for place in places() if place.is_dir() for path in place.glob(f"*{MARKER}*")]
    assert not left


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every second program, on one of its shapes, another for each; all on all of them with --thorough."""
    if {"program", "shape"} <= set(metafunc.fixturenames):
        cases = []
        thorough = metafunc.config.getoption("--thorough")
        for number, (name, program) in enumerate(list(PROGRAMS.items())[:: 1 if thorough else 2]):
            shapes = list(program.shapes)
            chosen = shapes if thorough else [shapes[number % len(shapes)]]
            cases += [pytest.param(program, shape, id=f"{name}-{shape}") for shape in chosen]
        metafunc.parametrize(("program", "shape"), cases)


@pytest.mark.every(2)
def test_it_ends_as_it_should_and_the_next_program_is_not_touched(
    sandbox: NamespaceSandbox, outside: Outside, program: ProgramFile, shape: str
) -> None:
    task, limits = SHAPES[shape], program.limits
    begun = time.monotonic()
    seen = observe(sandbox, outside.prepared(program.code), task, limits)
    took = time.monotonic() - begun
    outside.seen += seen
    assert not others_alive(sandbox)
    # Its own kind of zygote: the same disk and processes, so that it is the very one that was attacked.
    (after,) = observe(sandbox, NEXT, SHAPES["literal"], Limits(seconds=5, disk_mb=limits.disk_mb))
    assert after.ending == "finished", after
    # However many checks and functions there are, a program is given up after a few deadlines.
    assert took < 2 * limits.seconds * 5 + 10
    endings = {item.ending for item in seen}
    assert endings <= set(program.expected), seen


def test_answers_that_lie_within_reach_are_found(sandbox: NamespaceSandbox, outside: Outside) -> None:
    """So that `reads_references` proves something: it knows a copy under any name."""
    task, program = SHAPES["literal"], PROGRAMS["reads_references"]
    files = {"notes.txt": SAMPLE_TASKS[0].read_text(encoding="utf-8")}
    exposed = replace(task, scaffold=replace(task.scaffold, files=files))
    (seen,) = observe(sandbox, outside.prepared(program.code), exposed, program.limits)
    assert seen.ending == "failed"
    assert "/box/work/notes.txt" in seen.reason


@pytest.fixture(scope="module")
def unwalled() -> Iterator[SubprocessSandbox]:
    sandbox = SubprocessSandbox()
    yield sandbox
    sandbox.pool.close()


@pytest.mark.parametrize("name", list(ALSO_WITHOUT_WALLS))
def test_a_verdict_is_as_hard_to_forge_without_walls(unwalled: SubprocessSandbox, name: str) -> None:
    program = PROGRAMS[name]
    for shape in program.shapes:
        seen = observe(unwalled, program.code, SHAPES[shape], program.limits)
        assert {item.ending for item in seen} <= set(program.expected), seen


@pytest.mark.parametrize("shape", list(SHAPES))
def test_an_honest_answer_meets_every_shape(sandbox: NamespaceSandbox, shape: str) -> None:
    (right,) = SHAPES[shape].references
    assert observe(sandbox, right, SHAPES[shape])[0].ending == "finished"


@pytest.mark.parametrize("shape", list(SHAPES))
def test_a_wrong_answer_meets_none(sandbox: NamespaceSandbox, shape: str) -> None:
    for wrong in ("def double(x):\n    return 3 + abs(x or 9)\n", "", "def other(x, y, z):\n    return 4\n"):
        seen = observe(sandbox, wrong, SHAPES[shape])
        assert all(item.ending == "failed" for item in seen), seen


# Text that is hard on whoever reads it, here or there: a parser, a compiler, a printer of errors.
SOURCES = {
    "parentheses": "def double(x):\n    return " + "(" * 5000 + "2 * x" + ")" * 5000,
    "signs": "def double(x):\n    return " + "-" * 200_000 + "x + 1",
    "attributes": "def double(x):\n    return x" + ".real" * 100_000,
    "sums": "def double(x):\n    return x" + " + x" * 100_000,
    "calls": "def double(x):\n    return x" + "()" * 100_000,
    "lambdas": "double = " + "lambda: " * 50_000 + "1",
    "branches": "def double(x):\n    if x: pass\n" + "    elif x: pass\n" * 20_000,
    "digits": "def double(x):\n    return " + "9" * 100_000,
    "a constant power": "def double(x):\n    return 9 ** 9 ** 9",
    "a constant text": "def double(x):\n    return 'a' * 10 ** 12",
    "null": "def double(x):\n    return 2 * x\0",
    "surrogate": "def double(x):\n    return '\ud800'",
    "open text": "def double(x):\n    return " + "f'{" * 100,
    "await": "await x\nasync def double(x): return 2 * x",
    "generator": "async def double(x): yield 2 * x",
    "odd names": "for name in ('\\ud800', 'a.b', '', 'double.x', 5):\n    globals()[name] = lambda x: 7\n",
}


@pytest.mark.parametrize("shape", ["literal", "many"])
@pytest.mark.parametrize("name", list(SOURCES))
def test_text_that_is_hard_to_read_fails_and_breaks_nothing(
    sandbox: NamespaceSandbox, name: str, shape: str
) -> None:
    begun = time.monotonic()
    seen = observe(sandbox, SOURCES[name], SHAPES[shape], Limits(seconds=0.5, memory_mb=512))
    assert {item.ending for item in seen} <= {"failed", "out of memory", "timed out", "killed"}, seen
    assert time.monotonic() - begun < 15


# ── the harness, meanwhile ──


def test_who_runs_at_the_same_time_is_not_touched(sandbox: NamespaceSandbox, outside: Outside) -> None:
    bad = [
        "kills_all",
        "fork_bomb",
        "memory_list",
        "flood_of_lines",
        "limits_of_process_one",
        "disk_one_file",
    ]
    honest: list[str] = []

    def attack() -> None:
        for name in bad:
            observe(sandbox, outside.prepared(PROGRAMS[name].code), SHAPES["literal"], Limits(seconds=0.5))

    attacker = threading.Thread(target=attack)
    attacker.start()
    while attacker.is_alive():
        honest += [item.ending for item in observe(sandbox, RIGHT, SHAPES["loop"], Limits(seconds=10))]
    attacker.join()
    assert set(honest) == {"finished"}


def test_zygotes_that_died_at_rest_are_not_the_programs_fault(sandbox: NamespaceSandbox) -> None:
    kind = next(kind for kind, idle in sandbox.pool._idle.items() if idle)
    with sandbox.pool.zygote(kind), sandbox.pool.zygote(kind), sandbox.pool.zygote(kind):
        pass
    for zygote in sandbox.pool._idle[kind]:
        zygote.process.kill()
        zygote.process.wait()
    (seen,) = observe(sandbox, RIGHT, SHAPES["literal"], Limits(seconds=5, disk_mb=kind.disk_mb))
    assert seen.ending == "finished", seen


def test_a_run_that_is_given_up_half_way_leaves_the_sandbox_fit(sandbox: NamespaceSandbox) -> None:
    task = SHAPES["literal"]
    run = sandbox.run(
        (assemble(task, Candidate(task.id, rank, RIGHT)) for rank in range(9)), Limits(seconds=5)
    )
    assert next(iter(run)).ending == "finished"
    del run
    assert observe(sandbox, RIGHT, task)[0].ending == "finished"


def test_there_are_enough_of_each_kind() -> None:
    kinds = [program.headers["kind"] for program in PROGRAMS.values()]
    assert {kind: kinds.count(kind) >= 25 for kind in ("forgery", "isolation", "resources")} == {
        "forgery": True,
        "isolation": True,
        "resources": True,
    }
    for program in PROGRAMS.values():
        assert program.headers["why"]
        assert set(program.shapes) <= set(SHAPES)
