from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from asmeant.errors import UsageError
from asmeant.prompts import name_function, write_prompt
from asmeant.records import Check, Form, Prompting, Scaffold, Shown, Task
from tests.prompts.replies import ANY, BODY, DOCSTRING, RETURN, SHELL, SNIPPET

PROBED = replace(
    RETURN,
    checks=(Check(probes=("assert candidate('a-b') == 'a'", "x = 'c-d'\nassert candidate(x) == 'c'")),),
)
HEAD = 'def f_1(x):\n    """get the last part of a string `x` before the character \'-\'\n'
ONE = "    assert f_1('a-b') == 'a'\n"
ALL = ONE + "    x = 'c-d'\n    assert f_1(x) == 'c'\n"
ADDED = Task(
    "added",
    "add `a` and `b`",
    references=("a + b",),
    checks=(Check(probes=("assert candidate(1, 2) == 3",)),),
    scaffold=Scaffold(before="def f_7(a, b):\n    return ", entry="f_7"),
)


@pytest.mark.parametrize(("shown", "probes"), [("none", ""), ("one", ONE), ("all", ALL)])
def test_odex_shows_head_intent_and_probes(shown: Shown, probes: str) -> None:
    asked = f'{HEAD}{probes}    """\n    return'
    prompt = write_prompt(PROBED, Prompting(shown=shown), "completion", [])
    assert prompt.text == asked
    assert "\ndef " in prompt.stop
    kept = write_prompt(PROBED, Prompting(shown=shown, strip=False), "completion", [])
    assert kept.text == asked + " "


def test_odex_strips_down_to_the_quotes_where_no_return_is_written() -> None:
    assert write_prompt(BODY, Prompting(), "completion", []).text.endswith('`result`\n    """')
    assert write_prompt(BODY, Prompting(strip=False), "completion", []).text.endswith('"""\n    ')


def test_odex_puts_shots_before_the_task() -> None:
    prompt = write_prompt(PROBED, Prompting(shots=1, shown="one"), "completion", [PROBED, ADDED])
    assert prompt.text == (
        'def f_7(a, b):\n    """add `a` and `b`\n    assert f_7(1, 2) == 3\n    """\n    return a + b\n\n'
        f'{HEAD}{ONE}    """\n    return'
    )


def test_two_shots_have_a_blank_line_between() -> None:
    prompt = write_prompt(RETURN, Prompting(shots=2), "completion", [ADDED, BODY])
    assert prompt.text.count("\n\ndef ") == 2
    assert "result = items[::-1]\n    return result\n\ndef" in prompt.text


def test_shots_bear_names_of_the_same_kind() -> None:
    prompt = write_prompt(
        name_function(RETURN, "constant"), Prompting(shots=1, naming="constant"), "completion", [ADDED]
    )
    assert prompt.text.startswith("def function(a, b):")
    assert "\ndef function(x):" in prompt.text


def test_a_chat_shows_the_head_and_asks_for_the_whole_function() -> None:
    prompt = write_prompt(PROBED, Prompting(shown="one"), "chat", [])
    assert [message.role for message in prompt.messages] == ["user"]
    assert f'```python\n{HEAD}{ONE}    """\n```' in prompt.messages[0].content
    assert "whole function" in prompt.messages[0].content
    assert prompt.text == ""


def test_a_shot_in_a_chat_is_a_turn_of_its_own() -> None:
    prompt = write_prompt(RETURN, Prompting(shots=1), "chat", [ADDED])
    assert [message.role for message in prompt.messages] == ["user", "assistant", "user"]
    assert prompt.messages[1].content == "```python\ndef f_7(a, b):\n    return a + b\n```"


def test_mbupp_is_the_description_alone() -> None:
    assert write_prompt(ANY, Prompting(), "completion", []).text == ANY.intent
    assert [message.content for message in write_prompt(ANY, Prompting(), "chat", []).messages] == [
        ANY.intent
    ]


def test_humaneval_is_what_stands_before() -> None:
    before = DOCSTRING.scaffold.before
    assert write_prompt(DOCSTRING, Prompting(strip=False), "completion", []).text == before
    assert write_prompt(DOCSTRING, Prompting(), "completion", []).text == before.rstrip()
    assert before.rstrip() in write_prompt(DOCSTRING, Prompting(), "chat", []).messages[0].content


def test_shell_and_snippets_carry_the_intent_in_its_own_words() -> None:
    assert write_prompt(SHELL, Prompting(), "completion", []).text == f"Request: {SHELL.intent}\nCommand:"
    for task in (SHELL, SNIPPET):
        assert task.intent in write_prompt(task, Prompting(), "chat", []).messages[-1].content
    assert write_prompt(SNIPPET, Prompting(), "completion", []).text == f'"""\n{SNIPPET.intent}\n"""'


def test_a_named_function_without_a_head_is_named_in_the_prompt() -> None:
    task = Task(
        "named", "Add two numbers.", references=("def add(a, b): ...",), scaffold=Scaffold(entry="add")
    )
    for form in ("chat", "completion"):
        prompt = write_prompt(task, Prompting(), form, [])
        assert "add" in (prompt.text or prompt.messages[0].content).replace("Add", "")


@pytest.mark.parametrize("form", ["chat", "completion"])
@pytest.mark.parametrize("task", [RETURN, BODY, DOCSTRING, ANY, SNIPPET, SHELL], ids=lambda task: task.id)
def test_every_style_takes_tasks_of_every_shape(task: Task, form: Form) -> None:
    pool = [RETURN, BODY, DOCSTRING, ANY, SNIPPET, SHELL]
    for style in ("odex", "mbupp", "mbpp", "conala", "nl2bash", ""):
        prompt = write_prompt(task, Prompting(style=style, shots=2, shown="all"), form, pool)
        assert bool(prompt.text) != bool(prompt.messages)


def test_a_prompt_without_a_word_is_refused() -> None:
    with pytest.raises(UsageError, match=r"nothing to say\. Its own style is 'nl2bash'"):
        write_prompt(SHELL, Prompting(style="humaneval"), "completion", [])


def test_braces_in_intent_and_code_stay() -> None:
    odd = replace(RETURN, id="odd", intent="use {code} and {{x}}", references=("{'a': {intent}}",))
    prompt = write_prompt(
        replace(RETURN, id="r2", intent="other {lead}"), Prompting(shots=1), "completion", [odd]
    )
    assert "use {code} and {{x}}" in prompt.text
    assert "return {'a': {intent}}" in prompt.text
    assert "other {lead}" in prompt.text


def test_the_head_may_span_lines_and_have_annotations() -> None:
    before = "import re\n\n\ndef f(\n    a: dict[str, int],\n    b=':',\n) -> int:\n    return "
    task: Any = Task("long", "do it", scaffold=Scaffold(before=before, entry="f"))
    assert write_prompt(task, Prompting(), "completion", []).text == (
        'import re\n\n\ndef f(\n    a: dict[str, int],\n    b=\':\',\n) -> int:\n    """do it\n    """\n    return'
    )
