from __future__ import annotations

import builtins
import keyword
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.languages import python
from asmeant.prompts import name_function
from asmeant.prompts.naming import name_from
from asmeant.records import Check, Naming, Scaffold, Task
from tests.prompts.replies import ANY, RETURN, SHELL, SNIPPET

TASK = Task(
    id="t",
    intent="Count the items of `xs`",
    references=("1 + f_9(xs[1:]) if xs else 0", "len(xs)  # not f_9"),
    checks=(Check(probes=("assert f_9([1]) == 1", "assert candidate([]) == len('f_9') - 3")),),
    scaffold=Scaffold(
        before="import math\n\n\ndef f_9(xs):\n    return ", after="\n", setup="wanted = f_9", entry="f_9"
    ),
)


@pytest.mark.parametrize(
    ("intent", "name"),
    [
        ("get the last part of a string before the character '-'", "get_last_part_string"),
        ("How can I sort a list?", "sort_list"),
        ("¿Cómo dividir un número entero `num` por un número `num1` decimal?", "dividir_número_entero_num"),
        ("Перевернуть список `my_list`", "перевернуть_список_my_list"),
        ("リスト `xs` に含まれる数値の合計を求める", "リスト_xs_含_数値"),
        ("2次元配列`arr`の要素を取り出す", "次元配列_arr_要素_取"),
        ("ｆｕｌｌ　ｗｉｄｔｈ", "full_width"),
        ("print", "f_print"),
        ("return", "f_return"),
        ("match", "f_match"),
        ("3 4", "function"),
        ("", "function"),
        ("?!", "function"),
        ("ひらがな", "function"),
        ("the", "the"),
        ("9lives", "f_9lives"),
    ],
)
def test_an_intent_becomes_a_name(intent: str, name: str) -> None:
    assert name_from(intent) == name


@given(st.text())
def test_any_intent_becomes_a_name_that_python_takes(intent: str) -> None:
    name = name_from(intent)
    assert name.isidentifier()
    assert not keyword.iskeyword(name)
    assert not hasattr(builtins, name)
    assert unicodedata.normalize("NFKC", name) == name
    assert python.functions(f"def {name}(): pass") == (name,)


def test_the_name_changes_everywhere_at_once() -> None:
    named = name_function(TASK, "constant")
    assert named.scaffold.before == "import math\n\n\ndef function(xs):\n    return "
    assert named.scaffold.entry == "function"
    assert named.scaffold.setup == "wanted = function"
    assert named.references == ("1 + function(xs[1:]) if xs else 0", "len(xs)  # not f_9")
    assert named.checks[0].probes == ("assert function([1]) == 1", "assert candidate([]) == len('f_9') - 3")


@pytest.mark.parametrize("naming", ["id", "constant", "intent"])
def test_naming_twice_is_naming_once(naming: Naming) -> None:
    once = name_function(TASK, naming)
    assert name_function(once, naming) == once


@pytest.mark.parametrize("task", [SHELL, SNIPPET, ANY], ids=lambda task: task.id)
def test_what_shows_no_name_is_left_alone(task: Task) -> None:
    assert name_function(task, "intent") is task
    assert name_function(RETURN, "id") is RETURN


def test_any_function_is_renamed_where_the_head_is_shown() -> None:
    shown = replace(RETURN, scaffold=replace(RETURN.scaffold, any_function=True))
    assert name_function(shown, "constant").scaffold.before == "def function(x):\n    return "


def test_examples_in_a_docstring_call_the_new_name() -> None:
    before = 'def longest(xs):\n    """The longest of xs.\n    >>> longest([])\n    """\n'
    named = name_function(Task("t", "x", scaffold=Scaffold(before=before, entry="longest")), "constant")
    assert named.scaffold.before == (
        'def function(xs):\n    """The longest of xs.\n    >>> function([])\n    """\n'
    )


def test_a_name_in_use_is_not_taken() -> None:
    scaffold = Scaffold(
        before="def f_1(function, function_2):\n    return ", setup="import math", entry="f_1"
    )
    assert name_function(Task("t", "x", scaffold=scaffold), "constant").scaffold.entry == "function_3"
    assert name_function(Task("t", "math", scaffold=scaffold), "intent").scaffold.entry == "math_2"
    assert name_function(Task("t", "candidate", scaffold=scaffold), "intent").scaffold.entry == "candidate_2"


@given(st.text(), st.sampled_from(["constant", "intent"]))
def test_a_renamed_program_still_calls_itself(intent: str, naming: Naming) -> None:
    named = name_function(replace(TASK, intent=intent), naming)
    program = named.scaffold.before + named.references[0] + "\n" + named.scaffold.setup
    names: dict[str, object] = {}
    exec(program, names)
    function = names[named.scaffold.entry]
    assert callable(function)
    assert function([1, 2, 3]) == 3
    assert names["wanted"] is function
