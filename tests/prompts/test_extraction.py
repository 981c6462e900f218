"""Every kind of reply we have seen: what comes out, and what the program then does."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.execution.assemble import source
from asmeant.languages import python
from asmeant.prompts import extract, extraction
from asmeant.prompts.extraction import find_code
from asmeant.prompts.extraction.shell import find_command
from asmeant.records import Task
from tests.prompts import cases_completion, cases_fences, cases_plain, cases_shell, cases_units
from tests.prompts.cases_fences import F1
from tests.prompts.replies import ANY, BODY, CALLS, DOCSTRING, RETURN, SHELL, SNIPPET, Case, completed

CASES = [
    *cases_fences.CASES,
    *cases_plain.CASES,
    *cases_completion.CASES,
    *cases_shell.CASES,
    *cases_units.CASES,
]
TASKS = [RETURN, BODY, DOCSTRING, ANY, SNIPPET, SHELL]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.form} {case.name}")
def test_reply_becomes_code(case: Case) -> None:
    reply = case.reply.replace("{prompt}", case.prompt.text)
    found = extract(reply, case.task, case.prompt, case.truncated, case.mode)
    assert found.fault == case.fault
    assert bool(found.code) == (not case.fault)
    if case.code is not None:
        assert found.code == case.code
    if case.works and not case.fault:
        assert_works(case, found.code)


def assert_works(case: Case, code: str) -> None:
    program = source(case.task, code)
    assert python.parses(program), program
    names: dict[str, Any] = {}
    exec(compile(program, case.name, "exec"), names)
    function = names.get(case.task.scaffold.entry) or last_function(names)
    for arguments, expected in CALLS[case.task.id]:
        assert function(*arguments) == expected, program


def last_function(names: dict[str, Any]) -> Any:
    return [value for name, value in names.items() if callable(value) and name != "__builtins__"][-1]


def test_there_are_many_cases_of_every_kind() -> None:
    assert len(CASES) >= 90
    assert len({(case.form, case.name) for case in CASES}) == len(CASES)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_references_survive_as_continuations(task: Any) -> None:
    case = completed("reference", task, task.references[0], strip=False)
    assert extract(case.reply, task, case.prompt).code.strip() == task.references[0].strip()


@pytest.mark.parametrize(
    ("task", "reply", "explanation"),
    [
        (RETURN, f"```python\n{F1}\n```", "the only code block: it defines f_1"),
        (
            RETURN,
            f"```\nx\n```\n```python\n{F1}\n\nassert f_1(1)\nassert f_1(2)\n\nprint(f_1(3))\n```\n```text\n1\n```",
            "the second of 3 code blocks: it defines f_1; left out 2 tests, an example and 2 statements",
        ),
        (RETURN, f"So:\n\n{F1}\n\nBye.", "code in the text: it defines f_1"),
        (RETURN, "Use `x.rsplit('-', 1)[0]`.", "code between backticks: it fits into the function"),
        (
            ANY,
            "<code>\ndef total(a, b):\n    return a + b\n\ndef main():\n    print(total(1, 2))\n\nmain()\n</code>",
            "the only tagged block: it defines total; left out an example and a definition",
        ),
        (
            RETURN,
            f"```python\n{F1}\n\ndef f_1(x): ...\n\nif __name__ == '__main__':\n    f_1(1)\n\ndef g(",
            "the only code block: it defines f_1; left out a stub, a main block and an incomplete piece of code",
        ),
        (
            RETURN,
            "```python\ndef f_1(x:\n    return x\n```",
            "the only code block: it defines f_1, incompletely",
        ),
        (SHELL, "```bash\nls\n```", "the first command"),
    ],
)
def test_a_sentence_says_what_was_taken_and_why(task: Task, reply: str, explanation: str) -> None:
    assert extract(reply, task, Case("any", task, reply).prompt).explanation == explanation


def test_an_error_within_becomes_the_fault_of_the_candidate(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr(extraction, "find_answer", fail)
    found = extract(F1, RETURN, Case("any", RETURN, F1).prompt)
    assert found == extraction.Extraction("", "the reply could not be read: RecursionError: too deep")


# ── any text at all ────────────────────────────────────────────────────────────────────────────────

FORMS = st.sampled_from(["chat", "completion"])
FENCES = [
    "```",
    "```python\n",
    "~~~",
    "`",
    "<think>",
    "</think>",
    "<|channel|>final<|message|>",
    "$ ",
    ">>> ",
    "... ",
]
CODE = [
    "def f_1(x):",
    "    return ",
    "x",
    " = ",
    "import re",
    "else:",
    "@",
    "if __name__ == '__main__':",
    "In [1]: ",
]
MARKS = [
    '"""',
    "'''",
    "\n",
    "\n\n",
    "\t",
    "    ",
    "(",
    ")",
    "[",
    "{",
    "\\",
    "#",
    "“",
    "’",
    "（",
    "：",
    "\x0c",
    "\u2028",
]
SCRAPS = st.sampled_from([*FENCES, *CODE, *MARKS, "\ud800"])


def assert_says_something(task: Any, form: Any, text: str, truncated: bool) -> None:
    case = Case("any", task, text, form=form)
    # Not `extract`, which would turn an error into a fault.
    for repairing in (False, True):
        found = find_code(text, task, case.prompt, truncated, repairing)
        assert bool(found.code.strip()) != bool(found.fault)
        assert bool(found.code.strip()) == bool(found.explanation)
        assert "\n" not in found.explanation


@given(st.sampled_from(TASKS), FORMS, st.text(), st.booleans())
@settings(deadline=None)
def test_any_text_gives_code_or_a_fault(task: Any, form: Any, text: str, truncated: bool) -> None:
    assert_says_something(task, form, text, truncated)


@given(st.sampled_from(TASKS), FORMS, st.lists(SCRAPS, max_size=40).map("".join), st.booleans())
@settings(deadline=None, max_examples=300)
def test_any_heap_of_scraps_gives_code_or_a_fault(task: Any, form: Any, text: str, truncated: bool) -> None:
    assert_says_something(task, form, text, truncated)


@given(st.sampled_from(CASES), st.data())
@settings(deadline=None, max_examples=300)
def test_damaged_replies_give_code_or_a_fault(case: Case, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(case.reply)))
    end = data.draw(st.integers(start, len(case.reply)))
    text = case.reply[:start] + data.draw(SCRAPS) + case.reply[end:]
    assert_says_something(case.task, case.form, text, data.draw(st.booleans()))


LONG = [
    ("chat", BODY, "Prose, and more of it (perhaps).\n"),
    ("chat", BODY, "x = foo(1)\n"),
    ("chat", BODY, "```python\n"),
    ("chat", BODY, "```\nx\n"),
    ("chat", BODY, "(\n"),
    ("chat", BODY, "a\n"),
    ("chat", BODY, "<think>\n"),
    ("chat", BODY, "`x`, "),
    ("chat", SHELL, "a\n"),
    ("chat", ANY, "[AB]\n"),
    ("chat", ANY, "</x>\n"),
    ("chat", RETURN, "x = f_1(x)\n"),
    ("chat", RETURN, "def f_1(x): return x + y\ny = y + f_1\ny.a = 1\n"),
    ("chat", ANY, "```python\ndef total(a, b): return a\n```\n"),
    ("completion", BODY, "(\n"),
    ("completion", RETURN, ">>> x\n"),
    ("completion", SHELL, "$ ls \\\n"),
]


@pytest.mark.parametrize(("form", "task", "scrap"), LONG)
@pytest.mark.every(2)
def test_a_long_reply_is_read_in_little_time(form: Any, task: Task, scrap: str) -> None:
    text = scrap * (60_000 // len(scrap))
    prompt = Case("long", task, text, form=form).prompt
    started = time.process_time()
    extract(text, task, prompt, truncated=True)
    # About a fifth of a second on a machine of its own. Were the time quadratic, it would be minutes.
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "command", ["docker ps", "systemctl restart nginx", "jq . a.json", "kubectl get pods"]
)
def test_a_command_between_lines_of_prose_is_kept(command: str) -> None:
    text = f"You can do that with\n\n{command}\n\nIt prints what there is."
    assert find_command(text, completion=False) == command
