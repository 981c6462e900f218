"""Which trials a program gets, and which of them counts."""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from asmeant.causes import ENDLESS
from asmeant.execution import assemble, judges
from asmeant.execution.asking import Questions
from asmeant.execution.deciding import Decision, decide
from asmeant.execution.judges import MOST_TIMEOUTS
from asmeant.execution.sandbox import NamespaceSandbox, SubprocessSandbox
from asmeant.records import Candidate, Check, Limits, Observation, Scaffold, Task

RIGHT = "def f(x):\n    return 2 * x\n"
QUICK = Limits(seconds=5)


@pytest.fixture(scope="module")
def sandbox(warm_sandbox: NamespaceSandbox) -> NamespaceSandbox:
    return warm_sandbox


def task(*checks: Sequence[str], reference: str = RIGHT, **scaffold: Any) -> Task:
    named = tuple(Check(f"check {number}", tuple(probes)) for number, probes in enumerate(checks, 1))
    references = (reference,) if reference else ()
    return Task("t", "twice", references=references, scaffold=Scaffold(entry="f", **scaffold), checks=named)


def observe(sandbox: Any, code: str, task: Task, limits: Limits = QUICK) -> list[Observation]:
    return list(sandbox.run([assemble(task, Candidate(task.id, 0, code))], limits))


def ending(sandbox: Any, code: str, task: Task) -> tuple[str, tuple[str, ...], str | None]:
    (seen,) = observe(sandbox, code, task)
    return seen.ending, seen.missing_libraries, seen.decided


ASKED = ("assert f(1) == 2", "assert f(2) == 4")
PROBED = ("for x in (1, 2):\n    assert f(x) == 2 * x",)

# ── libraries that are missing ──

MISSING = next(
    name for name in ("xgboost", "gensim", "catboost", "pygame") if importlib.util.find_spec(name) is None
)
NOT_RUN = ("not run", (MISSING,), None)
OF_TASK = ("not run", (), None)
FAILED = ("failed", (), "outside")


@pytest.mark.parametrize("probes", [ASKED, PROBED], ids=["asked", "probed"])
@pytest.mark.parametrize(
    ("code", "reference", "setup", "expected"),
    [
        (f"import {MISSING}\n{RIGHT}", RIGHT, "", NOT_RUN),
        (f"from {MISSING}.part import thing\n{RIGHT}", RIGHT, "", NOT_RUN),
        (f"def f(x):\n    import {MISSING}\n    return 2 * x\n", RIGHT, "", NOT_RUN),
        (f"import no_such_library_of_anyone\n{RIGHT}", RIGHT, "", FAILED),
        ("import numpy_that_is_not\n" + RIGHT, RIGHT, "", FAILED),
        ("raise ImportError('no', name='os')\n" + RIGHT, RIGHT, "", FAILED),
        (f"raise ImportError('no', name='{MISSING}')\n" + RIGHT, RIGHT, "", NOT_RUN),
        (f"import {MISSING}\n{RIGHT}", f"import {MISSING}\n{RIGHT}#", "", OF_TASK),
        (RIGHT, RIGHT + "#", f"import {MISSING}", OF_TASK),
        (f"try:\n    import {MISSING}\nexcept ImportError:\n    pass\n{RIGHT}", RIGHT, "", ("finished", (), "outside")),
        (f"def f(x):\n    if x == 2:\n        import {MISSING}\n    return 5\n", RIGHT, "", FAILED),
        (f"def f(x):\n    import {MISSING}\n    return 5\n", "", "", NOT_RUN),
    ],
    ids=["at the top", "from a part", "in the function", "made up", "nearly a name", "one that is there", "raised by hand",
         "the reference's, too", "the setup's", "done without", "a wrong answer before", "no reference"],
)  # fmt: skip
def test_a_missing_library(
    sandbox: NamespaceSandbox,
    probes: tuple[str, ...],
    code: str,
    reference: str,
    setup: str,
    expected: tuple[str, tuple[str, ...], str | None],
) -> None:
    assert ending(sandbox, code, task(probes, reference=reference, setup=setup)) == expected


def test_a_missing_library_of_the_task_is_known_before_anything_runs(sandbox: NamespaceSandbox) -> None:
    (seen,) = observe(sandbox, RIGHT, task(ASKED, libraries=(MISSING, "json")))
    assert (seen.ending, seen.reason, seen.missing_libraries) == (
        "not run",
        f"not installed here: {MISSING}",
        (),
    )


def test_a_probe_that_imports_a_missing_library_is_the_tasks_own(sandbox: NamespaceSandbox) -> None:
    probe = f"import {MISSING}\nassert f(1) == 2"
    assert ending(sandbox, RIGHT, task((probe,), reference=RIGHT + "#")) == OF_TASK


# ── where it is decided ──

OWN = "class A:\n    def __init__(self, x): self.x = x\n    def __eq__(self, other): return self.x == other\n    def __hash__(self): return 1\n"
COMPARED = ("for x in (1, 2):\n    assert f(x) == 2 * x",)


def test_plain_answers_and_probes_are_decided_outside(sandbox: NamespaceSandbox) -> None:
    for probes in (ASKED, PROBED):
        assert ending(sandbox, RIGHT, task(probes)) == ("finished", (), "outside")
        assert ending(sandbox, RIGHT + "#", task(probes)) == ("finished", (), "outside")


def test_what_rests_on_the_word_of_an_object_is_said_to_be_beside(sandbox: NamespaceSandbox) -> None:
    """The reference answers with an object that compares itself: so may a candidate."""
    own = OWN + "def f(x):\n    return A(2 * x)\n"
    both = task(COMPARED, reference=own)
    assert ending(sandbox, own, both) == ("finished", (), "beside")
    assert ending(sandbox, own + "#", both) == ("finished", (), "beside")
    assert ending(sandbox, RIGHT, both) == ("finished", (), "outside")
    assert ending(sandbox, own + "#", task(COMPARED))[0] == "failed"


def test_without_a_reference_an_object_may_be_asked_what_probes_name_and_no_more(
    sandbox: NamespaceSandbox,
) -> None:
    own = OWN + "def f(x):\n    return A(2 * x)\n"
    assert ending(sandbox, own, task(COMPARED, reference=""))[0] == "failed"
    doubling = "class A:\n    def double(self, x): return 2 * x\ndef f(): return A()\n"
    named = task(("assert f().double(2) == 4",), reference="")
    assert ending(sandbox, doubling, named) == ("finished", (), "beside")


YES = "class Yes:\n    def __eq__(self, other): return True\n    def __hash__(self): return 1\ndef f(*a):\n    return Yes()\n"


@pytest.mark.parametrize(
    "probe",
    [
        "import threading\nassert f(threading.Lock()) == 4",
        "import threading\nlock = threading.Lock()\nexpected = 4\nassert f(lock) == expected",
    ],
)
def test_what_plain_answers_of_the_reference_decide_is_never_decided_beside(
    sandbox: NamespaceSandbox, probe: str
) -> None:
    both = task((probe,), reference="def f(lock):\n    return 4\n")
    assert ending(sandbox, "def f(lock):\n    return 2 + 2\n", both) == ("finished", (), "outside")
    assert ending(sandbox, YES, both) == ("failed", (), "outside")


def test_what_cannot_cross_is_decided_beside(sandbox: NamespaceSandbox) -> None:
    probe = "import threading\nlock = threading.Lock()\nf(lock)\nassert lock.locked()"
    code = "def f(lock):\n    lock.acquire()\n"
    both = task((probe,), reference=code)
    assert ending(sandbox, code, both) == ("finished", (), "beside")
    assert ending(sandbox, code + "#", both) == ("finished", (), "beside")
    assert ending(sandbox, "def f(lock):\n    pass\n", both)[0] == "failed"


# ── how many trials ──


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, bool]]:
    """How often each way was gone, and whether with the reference."""
    counted: Counter[tuple[str, bool]] = Counter()
    for name in ("run_asked", "run_probed", "run_again", "run_beside", "list_functions"):
        original = getattr(judges, name)

        def counting(
            zygote: Any, program: Any, *rest: Any, _name: str = name, _original: Any = original
        ) -> Any:
            counted[_name, program.source == program.reference] += 1
            return _original(zygote, program, *rest)

        monkeypatch.setattr(judges, name, counting)
    return counted


def test_a_question_takes_one_trial(trials: Counter[tuple[str, bool]], sandbox: NamespaceSandbox) -> None:
    observe(sandbox, RIGHT + "# one\n", task(ASKED))
    observe(sandbox, "def f(x): return x", task(ASKED))
    assert trials == {("run_asked", False): 2}


def test_a_right_candidate_needs_no_reference(
    trials: Counter[tuple[str, bool]], sandbox: NamespaceSandbox
) -> None:
    observe(sandbox, RIGHT + "# two\n", task(PROBED, setup="known = 'alone'"))
    assert trials == {("run_probed", False): 1}


LOOP = ("import random\nfor x in range(20):\n    y = random.random()\n    assert f([x, y]) == 2 * [x, y]",)


def test_who_gives_the_answers_of_another_word_for_word_needs_no_probe_process(
    trials: Counter[tuple[str, bool]], sandbox: NamespaceSandbox
) -> None:
    asked = task(LOOP, setup="known = 'again'")
    for note in ("", "# 1", "# 2"):
        assert ending(sandbox, RIGHT + note, asked) == ("finished", (), "outside")
    assert trials == {("run_probed", True): 1, ("run_again", False): 2}


@pytest.mark.parametrize(
    ("code", "expected", "reason"),
    [
        ("def f(x):\n    return x\n", "failed", "probe 1: AssertionError"),
        ("def f(x):\n    x *= 2\n    return x\n", "finished", ""),
        ("class L(list): pass\ndef f(x):\n    return L(2 * x)\n", "finished", ""),
        ("def f(x):\n    raise ValueError('no')\n", "failed", "probe 1: ValueError: no"),
        (
            "def f(x):\n    while x:\n        x.append(1)\n        x.pop()\n",
            "timed out",
            "nothing changes on which the loop",
        ),
        ("def f(x):\n    while x: pass\n", "timed out", "used more than 1 s of CPU time"),
        ("def g(x):\n    return 2 * x\n", "failed", "probe 1: NameError: the code does not define f"),
        ("f = (", "failed", "the code: SyntaxError"),
        ("import os\nos._exit(0)\n", "failed", "the program ended itself"),
        (
            'import os\nbody = b\'{"ending": "finished"}\'\n'
            "for end in range(3, 20):\n    try:\n        os.write(end, len(body).to_bytes(4, 'big') + body)\n"
            "    except OSError:\n        pass\n",
            "tampered",
            "it made up messages of the harness",
        ),
    ],
)
def test_who_answers_otherwise_is_decided_by_the_probes(
    sandbox: NamespaceSandbox, code: str, expected: str, reason: str
) -> None:
    asked = task(LOOP, setup="known = 'other'")
    observe(sandbox, RIGHT, asked)
    (seen,) = observe(sandbox, code, asked, Limits(seconds=1))
    assert (seen.ending, seen.reason[: len(reason)]) == (expected, reason)


def test_the_reference_is_run_once_per_check_for_all_candidates(
    trials: Counter[tuple[str, bool]], sandbox: NamespaceSandbox
) -> None:
    one = task(PROBED, reference=RIGHT + "# a reference of its own\n")
    for number in range(3):
        observe(sandbox, f"def f(x): return {number}", one)
    assert trials == {("run_probed", False): 3, ("run_probed", True): 1}
    observe(
        sandbox, "def f(x): return 9", task(PROBED, PROBED, reference=RIGHT + "# a reference of its own\n")
    )
    assert trials["run_probed", True] == 2  # a check of another name


def test_candidates_that_run_away_do_not_start_the_reference(
    trials: Counter[tuple[str, bool]], sandbox: NamespaceSandbox
) -> None:
    (seen,) = observe(
        sandbox, "def f(x):\n    while True: pass", task(PROBED, reference=RIGHT + "# r"), Limits(seconds=0.5)
    )
    assert seen.ending == "timed out"
    assert trials == {("run_probed", False): 1}


def test_after_some_deadlines_the_rest_is_given_up(
    trials: Counter[tuple[str, bool]], sandbox: NamespaceSandbox
) -> None:
    checks = [(f"assert f({number}) == 1",) for number in range(MOST_TIMEOUTS + 3)]
    seen = observe(sandbox, "def f(x):\n    while True: pass", task(*checks), Limits(seconds=0.2))
    assert [item.ending for item in seen] == ["timed out"] * len(checks)
    assert trials["run_asked", False] == MOST_TIMEOUTS
    assert "had run out of time" in seen[-1].reason


def test_code_that_does_not_load_is_loaded_once(
    trials: Counter[tuple[str, bool]], sandbox: NamespaceSandbox
) -> None:
    seen = observe(sandbox, "raise ValueError('no')", task(*[ASKED] * 5))
    assert [item.reason for item in seen] == ["the code: ValueError: no"] * 5
    assert trials == {("list_functions", False): 1}


# ── checks and functions ──


@pytest.mark.parametrize(
    ("probes", "reason"),
    [
        (("not Python at all",), "probe 1: SyntaxError"),
        (("for x in (1,): assert f(x) == 2", "assert f(("), "probe 2: SyntaxError"),
        (("return 5",), "probe 1: SyntaxError"),
    ],
)
def test_a_check_that_is_not_python(sandbox: NamespaceSandbox, probes: tuple[str, ...], reason: str) -> None:
    (seen,) = observe(sandbox, RIGHT + "#", task(probes))
    assert seen.ending == "failed"
    assert seen.reason.startswith(reason)


@pytest.mark.parametrize(
    ("code", "function"),
    [
        ("def g(x): return x\ndef h(x): return 2 * x\n", "h"),
        ("def h(x): return 2 * x\ndef g(x): return x\n", "h"),
        ("def f(x): return 2 * x\ndef h(x): return 2 * x\n", "f"),
        ("def h(x): return 2 * x\ndef k(x): return 2 * x\n", "k"),
        ("class A:\n    def go(self, x): return 2 * x\n", "A.go"),
        ("class A:\n    @staticmethod\n    def go(x): return 2 * x\n", "A.go"),
        ("class A:\n    @classmethod\n    def go(cls, x): return 2 * x\n", "A.go"),
        ("import functools, operator\ng = functools.partial(operator.mul, 2)\n", "g"),
        ("exec('def made(x): return 2 * x')", "made"),
        ("def f(x): return x\ndef right(x): return 2 * x\n", "right"),
    ],
)
@pytest.mark.parametrize("probes", [ASKED, PROBED], ids=["asked", "probed"])
def test_any_function_is_tried_under_the_tested_name(
    sandbox: NamespaceSandbox, probes: tuple[str, ...], code: str, function: str
) -> None:
    (seen,) = observe(sandbox, code, task(probes, any_function=True))
    assert (seen.ending, seen.function) == ("finished", function)


def test_of_functions_that_all_fail_the_one_that_came_furthest_is_told(sandbox: NamespaceSandbox) -> None:
    code = "def far(x): return 2\ndef near(x): return 0\n"
    (seen,) = observe(sandbox, code, task(ASKED, any_function=True))
    assert (seen.ending, seen.function, seen.probes_passed) == ("failed", "far", 1)


# ── endings of a candidate that is asked by probes ──

ENDINGS = [
    ("def f(x): return x", "failed", "probe 1: AssertionError"),
    ("def f(x): raise KeyError(x)", "failed", "probe 1: KeyError: 1"),
    ("def f(x):\n    import os; os._exit(0)", "failed", "ended itself (exit status 0)"),
    ("def f(x):\n    import os; os.kill(os.getpid(), 9)", "killed", "SIGKILL"),
    ("def f(x):\n    import os; os.abort()", "killed", "SIGABRT"),
    ("def f(x): return bytearray(10**11)", "out of memory", "4096 MB"),
    ("def f(x): exit(0)", "failed", "SystemExit"),
    ("((", "failed", "the code: SyntaxError"),
    ("g = 1", "failed", "does not define f"),
    ("import os\nos._exit(3)", "failed", "ended itself (exit status 3)"),
    ("def f(x): return f(x)", "failed", "RecursionError"),
    ("def f(x):\n    import os\n    for end in range(3, 50):\n        try:\n            os.close(end)\n        except OSError: pass\n    return 2 * x", "failed", ""),
    ("def f(x):\n    import os, json\n    body = json.dumps({'ending': 'finished', 'passed': 1}).encode()\n    for end in range(3, 50):\n        try:\n            os.write(end, len(body).to_bytes(4, 'big') + body)\n        except OSError: pass\n    return 2 * x", "tampered", ""),
    ("def f(x):\n    import os\n    for end in range(3, 50):\n        try:\n            os.write(end, b'\\xff' * 100)\n        except OSError: pass\n    return 2 * x", "failed", ""),
]  # fmt: skip


@pytest.mark.parametrize(("code", "expected", "reason"), ENDINGS, ids=[row[0][:40] for row in ENDINGS])
def test_endings_where_probes_ask(sandbox: NamespaceSandbox, code: str, expected: str, reason: str) -> None:
    (seen,) = observe(sandbox, code, task(PROBED))
    assert seen.ending == expected, seen
    assert reason in seen.reason


def test_without_walls_the_same_is_seen() -> None:
    plain = SubprocessSandbox()
    assert ending(plain, RIGHT + "#", task(PROBED)) == ("finished", (), "outside")
    assert ending(plain, "def f(x): return x", task(PROBED)) == FAILED
    assert ending(plain, f"import {MISSING}\n{RIGHT}", task(ASKED)) == NOT_RUN


def test_what_both_processes_print_is_kept(sandbox: NamespaceSandbox) -> None:
    code = (
        "import sys\ndef f(x):\n    print('code', x)\n    print('noise', file=sys.stderr)\n    return 2 * x\n"
    )
    (seen,) = observe(sandbox, code, task((PROBED[0] + "\n    print('probe', x)",)))
    assert seen.ending == "finished"
    assert sorted(seen.stdout.splitlines()) == ["code 1", "code 2", "probe 1", "probe 2"]
    assert seen.stderr == "noise\nnoise\n"


def test_nesting_that_is_deep_crosses(sandbox: NamespaceSandbox) -> None:
    code = "def f(n):\n    made = 1\n    for _ in range(n): made = [made]\n    return made\n"
    probe = "x = f(150)\nfor _ in range(150):\n    (x,) = x\nassert x == 1"
    assert ending(sandbox, code, task((probe,), reference=code + "#")) == ("finished", (), "outside")


# ── a wrong answer, and what comes after it ──


@pytest.mark.parametrize(
    "afterwards",
    [
        "while True:\n        x += x % 7 + 1",
        "return 'x' * 10**12",
        "import os\n    os._exit(0)",
        "import os, signal\n    os.kill(os.getpid(), signal.SIGKILL)",
        "raise ValueError('too late')",
        "return open",
    ],
    ids=["no end", "no memory", "an early exit", "killed", "an error", "no plain data"],
)
def test_the_first_wrong_answer_counts_whatever_comes_after_it(
    sandbox: NamespaceSandbox, afterwards: str
) -> None:
    code = f"def f(x):\n    if x == 1:\n        return 3\n    {afterwards}\n"
    (seen,) = observe(sandbox, code, task(ASKED), Limits(seconds=60))
    assert (seen.ending, seen.reason) == ("failed", "probe 1: answered 3, expected 2")
    assert seen.cause is not None
    assert seen.cause.kind == "wrong answer"
    assert seen.cpu_seconds is not None
    assert seen.cpu_seconds < 30  # it was ended, long before its time was over
    assert observe(sandbox, RIGHT, task(ASKED))[0].ending == "finished"


def test_no_right_answer_ends_a_program_early(sandbox: NamespaceSandbox) -> None:
    code = "import time\ndef f(x):\n    time.sleep(0.1)\n    return 2 * x\n"
    (seen,) = observe(sandbox, code, task(ASKED))
    assert (seen.ending, seen.probes_passed) == ("finished", 2)


def test_answers_that_come_bit_by_bit_are_read_a_few_times_only(
    sandbox: NamespaceSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []

    def decide_and_count(asked: Questions, answers: Sequence[bytes]) -> Decision:
        looks.append(len(answers))
        return decide(asked, answers)

    monkeypatch.setattr("asmeant.execution.trials.decide", decide_and_count)
    code = "import os\ndef f(x):\n    for _ in range(100_000):\n        os.write(1, b'.')\n    return 2 * x\n"
    (seen,) = observe(sandbox, code, task(ASKED))
    assert seen.ending == "finished"
    assert len(looks) < 12


def test_a_loop_that_does_nothing_is_recognised_in_a_program_that_recurses(sandbox: NamespaceSandbox) -> None:
    code = "class A:\n    pass\ndef f(x):\n    while True:\n        pass\n    return f(x - 1)\n"
    (seen,) = observe(sandbox, code, task(ASKED), Limits(seconds=30))
    assert (seen.ending, seen.cause) == ("timed out", ENDLESS)
