"""What the sandbox sees of programs that behave, fail, run away or cheat plainly."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.errors import SandboxError, UnknownNameError
from asmeant.execution import Place, assemble, load_sandbox
from asmeant.execution.sandbox import NamespaceSandbox, SubprocessSandbox
from asmeant.records import Candidate, Check, Limits, Observation, Scaffold, Task
from asmeant.seams import Sandbox
from asmeant.testing import make_task

QUICK = Limits(seconds=1)
Observe = Callable[..., list[Observation]]


SANDBOXES: dict[str, Sandbox] = {"namespaces": NamespaceSandbox(), "subprocess": SubprocessSandbox()}


@pytest.fixture(params=SANDBOXES)
def observe(request: pytest.FixtureRequest) -> Observe:
    """Every test with and without walls: what is seen must be the same."""

    def observe(code: str, task: Task | None = None, limits: Limits = Limits()) -> list[Observation]:
        task = task or make_task()
        return list(SANDBOXES[request.param].run([assemble(task, Candidate(task.id, 0, code))], limits))

    return observe


ENDINGS = [
    ("right", "2 * x", "finished", 2, ""),
    ("wrong", "x", "failed", 0, "probe 1: answered 2, expected 4"),
    ("half right", "4", "failed", 1, "probe 2: answered 4, expected -6"),
    ("raises", "x.no", "failed", 0, "probe 1: AttributeError"),
    ("not Python", "((", "failed", 0, "the code: SyntaxError"),
    ("null byte", "'\0'", "failed", 0, "the code: "),
    ("exits", "exit(0)", "failed", 0, "probe 1: SystemExit"),
    ("exits hard", "__import__('os')._exit(0)", "failed", 0, "ended itself (exit status 0)"),
    ("crashes", "__import__('os').abort()", "killed", 0, "SIGABRT"),
    ("too much memory", "bytearray(10**11)", "out of memory", 0, "4096 MB"),
    ("unknown import", "__import__('no_such_library')", "failed", 0, "No module named 'no_such_library'"),
    ("entry never defined", "0\ndel double", "failed", 0, "does not define double"),
    ("an error that cannot be printed", "0\nclass E(Exception):\n    def __str__(self): raise E\n"
     "def double(x): raise E", "failed", 0, "cannot be printed"),
    ("deep recursion", "double(x)", "failed", 0, "RecursionError"),
    ("not a function", "0\ndouble = 4", "failed", 0, "TypeError"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "ending", "passed", "reason"), [row[1:] for row in ENDINGS], ids=lambda v: str(v)[:25]
)
def test_endings_are_told_apart(observe: Observe, code: str, ending: str, passed: int, reason: str) -> None:
    seen = observe(code)[0]
    assert (seen.ending, seen.probes_passed) == (ending, passed)
    assert reason in seen.reason


@pytest.mark.parametrize(
    "code",
    [
        "def double(x):\n    while True: pass",
        "def double(x):\n    import time; time.sleep(60)",
        "def double(x):\n    while True:\n        try:\n            while True: pass\n        except BaseException: pass",
        "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\ndef double(x):\n    while True: pass",
        "def double(x):\n    import os\n    os.setsid() if os.getpid() != os.getsid(0) else None\n    while True: os.read(0, 1)",
        "def double(x):\n    while True: print('flood' * 10000)",
        "0\nwhile True: pass",
    ],
)
@pytest.mark.every(2)
def test_code_that_runs_away_is_stopped_and_called_timed_out(observe: Observe, code: str) -> None:
    begun = time.monotonic()
    assert observe(code, limits=QUICK)[0].ending == "timed out"
    assert time.monotonic() - begun < 20


def test_nothing_that_a_program_started_or_wrote_is_left(observe: Observe) -> None:
    code = (
        "import os, subprocess, tempfile, pathlib\n"
        "def double(x):\n"
        "    pathlib.Path('left.txt').write_text('x'); tempfile.mkstemp()\n"
        "    child = subprocess.Popen(['sleep', '300'])\n"
        "    raise ValueError(f'{os.getcwd()} {child.pid}')\n"
    )
    folder, pid = observe(code)[0].reason.split()[-2:]
    assert not [path for path in Path(folder).parent.rglob("*") if path.is_file()]
    assert (
        not Path(f"/proc/{pid}/cmdline").exists() or b"sleep" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    )


def test_honest_code_keeps_its_library_side_effects(observe: Observe) -> None:
    code = (
        "import os, subprocess, tempfile, asyncio, threading, sqlite3, pickle, dataclasses, multiprocessing\n"
        "@dataclasses.dataclass\nclass Point:\n    x: int\n"
        "async def later(x): return 2 * x\n"
        "def double(x):\n"
        "    os.environ['A'] = os.getcwd()\n"
        "    assert subprocess.run(['echo', 'hi'], capture_output=True).stdout == b'hi\\n'\n"
        "    assert pickle.loads(pickle.dumps(Point(x))) == Point(x)\n"
        "    with tempfile.TemporaryFile() as file: file.write(b'x')\n"
        "    assert sqlite3.connect(':memory:').execute('select 1').fetchone() == (1,)\n"
        "    thread = threading.Thread(target=print); thread.start(); thread.join()\n"
        "    return asyncio.run(later(x))\n"
    )
    assert observe(code)[0].ending == "finished", observe(code)[0]


def test_no_key_of_the_user_reaches_a_program(observe: Observe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    task = make_task(checks=(Check("all", ("import os; assert 'OPENAI_API_KEY' not in os.environ",)),))
    assert observe("2 * x", task)[0].ending == "finished"


def test_output_is_kept_up_to_its_limit(observe: Observe) -> None:
    seen = observe("print('é' * 50_000) or 2 * x", limits=replace(Limits(), output_bytes=1001))[0]
    assert seen.ending == "finished"
    assert 500 <= len(seen.stdout) <= 501


def test_a_traceback_shows_the_candidate_and_nothing_of_ours(observe: Observe) -> None:
    seen = observe("x.no")[0]
    assert "return x.no" in seen.stderr
    assert "guest" not in seen.stderr


def test_files_lie_in_the_working_directory_fresh_for_every_check(observe: Observe) -> None:
    task = make_task(
        scaffold=Scaffold(entry="size", files={"data/a.txt": "four", "b.txt": ""}),
        checks=(
            Check("first", ("assert size() == 4", "open('new', 'w').close()")),
            Check("second", ("import os; assert not os.path.exists('new')", "assert size() == 4")),
        ),
    )
    seen = observe("def size():\n    return len(open('data/a.txt').read())\n", task)
    assert [item.ending for item in seen] == ["finished", "finished"]


# ── whose fault is it ──


def test_a_library_that_is_not_installed_is_not_the_candidates_fault(observe: Observe) -> None:
    task = make_task()
    task = replace(task, scaffold=replace(task.scaffold, libraries=("no_such_library", "re")))
    seen = observe("2 * x", task)[0]
    assert (seen.ending, seen.reason) == ("not run", "not installed here: no_such_library")


@pytest.mark.parametrize("where", ["setup", "probe"])
def test_a_check_that_cannot_import_what_it_needs_is_not_run(observe: Observe, where: str) -> None:
    task = make_task(
        checks=(Check("all", ("import no_such_library",)),) if where == "probe" else make_task().checks
    )
    if where == "setup":
        task = replace(task, scaffold=replace(task.scaffold, setup="import no_such_library"))
    assert observe("2 * x", task)[0].ending == "not run"


def test_names_of_a_probe_never_replace_those_of_the_candidate(observe: Observe) -> None:
    probes = ("str = 'hello'", "len = 3", "assert candidate(str) == '5'", "assert len == 3")
    task = make_task(checks=(Check("all", probes),))
    assert observe("str(len(x))", task)[0].ending == "finished"


def test_probes_share_their_names_in_order(observe: Observe) -> None:
    task = make_task(checks=(Check("all", ("a = 2", "assert candidate(a) == 4")),))
    assert observe("2 * x", task)[0].ending == "finished"


@pytest.mark.parametrize(
    ("task", "reason"),
    [
        (make_task(code_language="ruby"), "no sandbox runs ruby"),
        (make_task(checks=(Check(same_outcome_as="4"),)), "outcomes are compared of commands in bash only"),
    ],
)
def test_what_cannot_be_run_says_so(observe: Observe, task: Task, reason: str) -> None:
    seen = observe("2 * x", task)[0]
    assert (seen.ending, seen.reason) == ("not run", reason)


def test_a_candidate_cannot_kill_who_watches_it() -> None:
    task = make_task()
    program = assemble(
        task, Candidate(task.id, 0, "__import__('os').kill(__import__('os').getppid(), 9) or 2 * x")
    )
    (walled,) = SANDBOXES["namespaces"].run([program], QUICK)
    assert walled.ending == "finished"
    (seen,) = SANDBOXES["subprocess"].run([program], QUICK)
    assert (seen.ending, seen.reason) == ("killed", "the sandbox died with it, 2 times")


# ── any function ──

SWAP = Task(
    "minus",
    "the difference of two numbers",
    scaffold=Scaffold(entry="minus", any_function=True),
    checks=(
        Check("original", ("assert minus(5, 3) == 2", "assert minus(1, 1) == 0")),
        Check("swap arguments", ("assert minus(3, 5) == 2", "assert minus(1, 1) == 0")),
        Check("tuple", ("assert minus((5, 3)) == 2",)),
    ),
)

FUNCTIONS = [
    ("def minus(a, b):\n    return a - b", "original", "minus"),
    ("def difference(a, b):\n    return b - a", "swap arguments", "difference"),
    (
        "def helper(p):\n    return p\ndef of_pair(p):\n    a, b = helper(p)\n    return a - b",
        "tuple",
        "of_pair",
    ),
    ("class Solution:\n    def solve(self, a, b):\n        return a - b", "original", "Solution.solve"),
    ("take = lambda a, b: a - b", "original", "take"),
    ("import functools, operator\ntake = functools.partial(operator.sub)", "original", "take"),
    ("import functools\n@functools.cache\ndef cached(a, b):\n    return a - b", "original", "cached"),
    ("def down(a, b):\n    return a if b == 0 else down(a - 1, b - 1)", "original", "down"),
    ("def minus(a, b):\n    while True: pass\ndef right(a, b):\n    return a - b", "original", "right"),
    ("from operator import sub\nx = 3", "original", "sub"),
    ("def minus(a, b):\n    return a + b", "", "minus"),
]


@pytest.mark.parametrize(("code", "held", "function"), FUNCTIONS)
def test_every_function_is_tried_under_the_tested_name(
    observe: Observe, code: str, held: str, function: str
) -> None:
    seen = observe(code, SWAP, QUICK)
    assert [item.check for item in seen] == ["original", "swap arguments", "tuple"]
    finished = {item.check: item.function for item in seen if item.ending == "finished"}
    assert finished == ({held: function} if held else {})


def test_code_that_cannot_be_loaded_is_tried_once_and_fails_every_check(observe: Observe) -> None:
    seen = observe("raise ValueError('at import')", SWAP)
    assert {item.reason for item in seen} == {"the code: ValueError: at import"}


def test_all_assertions_of_one_set_are_required(observe: Observe) -> None:
    seen = observe("def minus(a, b):\n    return 2", SWAP)
    assert [(item.ending, item.probes_passed) for item in seen[:2]] == [("failed", 1), ("failed", 1)]


# ── the harness itself ──


def test_a_guest_ends_when_the_process_that_asked_is_gone(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    code = f"import os\nopen({str(mark)!r}, 'w').write(str(os.getpid()))\nwhile True: pass\n"
    script = (
        "from asmeant.testing import make_task\n"
        "from asmeant.records import Candidate, Limits\n"
        "from asmeant.execution import Place, assemble, load_sandbox\n"
        f"task = make_task()\nprogram = assemble(task, Candidate(task.id, 0, {'0' + chr(10) + code!r}))\n"
        "list(load_sandbox('subprocess').run([program], Limits(seconds=60)))\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script])
    deadline = time.monotonic() + 30
    while not (mark.exists() and mark.read_text()) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.kill()
    process.wait()
    pid = int(mark.read_text())
    while _alive(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _alive(pid)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:3]


def test_a_python_that_does_not_start_is_told_to_the_user() -> None:
    program = assemble(make_task(), Candidate("double", 0, "2 * x"))
    with pytest.raises(
        SandboxError, match=r"did not start: /bin/false ended with status 1. See: asmeant doctor"
    ):
        list(SubprocessSandbox(Place(python="/bin/false")).run([program], QUICK))


def test_an_unknown_sandbox_names_those_that_are_there() -> None:
    with pytest.raises(UnknownNameError, match="Closest: 'subprocess'"):
        load_sandbox("subproces")
