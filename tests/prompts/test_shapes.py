"""Right answers stay right in every shape of a reply: those of the benchmark, and random mixtures of their parts."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.execution.assemble import source
from asmeant.prompts import extract, write_prompt
from asmeant.records import Prompting, Task
from tests.prompts.replies import ANY, BODY, CALLS, DOCSTRING, RETURN

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from extraction import shuffled_tasks
from replies.answers import Answer, Shape, answer_of, fence
from replies.held import HELD
from replies.known import KNOWN
from replies.survival import Judge, right_answers, trials

TASKS = [RETURN, BODY, DOCSTRING, ANY]


def survives(answer: Answer, shape: Shape) -> bool:
    reply = shape.make(answer)
    if reply is None:
        return True
    prompt = write_prompt(answer.task, Prompting(), shape.form)
    extraction = extract(reply, answer.task, prompt, shape.truncated)
    return passes(answer.task, source(answer.task, extraction.code), answer.name)


def passes(task: Task, program: str, name: str) -> bool:
    names: dict[str, Any] = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(program, task.id, "exec"), names)
            called = all(names[name](*arguments) == expected for arguments, expected in CALLS[task.id])
    except BaseException:
        return False
    return called and not printed.getvalue()  # no example was run


@pytest.mark.parametrize("shape", [*KNOWN, *HELD], ids=lambda shape: shape.name)
def test_an_answer_survives_every_shape(shape: Shape) -> None:
    answers = [answer for answer in map(answer_of, TASKS) if answer]
    assert [answer.name for answer in answers if not survives(answer, shape)] == []
    assert len(answers) == len(TASKS)


def test_there_are_a_hundred_shapes_and_no_two_of_the_same_name() -> None:
    assert len({shape.name for shape in [*KNOWN, *HELD]}) == len([*KNOWN, *HELD]) >= 100


# ── mixtures ───────────────────────────────────────────────────────────────────────────────────────

WORDS = st.sampled_from(
    [
        "",
        "Sure! Here is a function (in Python) that does it:",
        "¡Claro! Esta es la solución: devuelve el resultado.",
        "Конечно, вот решение. Функция возвращает результат:",
        "以下の関数をご利用ください（Python 3）。",
        "## Code",
        "1. **First**, look at `x`.\n2. Then return it.",
        "---",
        "| a | b |\n|---|---|\n| 1 | 2 |",
    ]
)
BESIDE = st.sampled_from(
    [
        "assert {name}(1) == 2",
        "print({name}(3))",
        "result = {name}(1)\nprint(result)",
        "import pytest\n\ndef test_it():\n    assert {name}(1) == 2",
        "import unittest\n\nclass T(unittest.TestCase):\n    def test(self):\n        self.assertEqual({name}(1), 2)",
        "def main():\n    print({name}(1))\n\nmain()",
        "def {name}(x):\n    ...",
        "if __name__ == '__main__':\n    {name}(1)",
        "from solution import {name}\n\nprint({name}('a'))",
        "for value in range(3):\n    print({name}(value))",
        "data = input('Number: ')\nprint({name}(data))",
        ">>> {name}(1)\n2",
        "try:\n    {name}(None)\nexcept TypeError:\n    print('fails')",
    ]
)
AROUND = st.sampled_from(
    [
        "```python\n{}\n```",
        "```\n{}\n```",
        "~~~py\n{}\n~~~",
        "```python\n{}```",
        "[PYTHON]\n{}\n[/PYTHON]",
        "<code>\n{}\n</code>",
    ]
)
ENDS = st.sampled_from(["", "\n", "<|eot_id|>", "</s>", "\n\nBye!", "<|im_end|>\n<|im_start|>user\nThanks"])


@given(
    st.sampled_from(TASKS), WORDS, AROUND, st.lists(st.tuples(WORDS, BESIDE, st.booleans()), max_size=4), ENDS
)
@settings(deadline=None, max_examples=300)
def test_an_answer_survives_mixtures(
    task: Task, words: str, around: str, besides: list[tuple[str, str, bool]], end: str
) -> None:
    answer = answer_of(task)
    assert answer is not None
    code = answer.code
    others = []
    for title, beside, same_block in besides:
        text = beside.replace("{name}", answer.name)
        if same_block:
            code += f"\n\n\n{text}"
        else:
            others.append(f"{title}\n\n{fence(text)}")
    reply = "\n\n".join([words, around.replace("{}", code), *others]) + end
    assert survives(answer, Shape("mixture", lambda _: reply)), reply


# ── released answers ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.data
@pytest.mark.parametrize("suite", ["humaneval", "odex", "mbupp"])
@pytest.mark.every(3)
def test_released_answers_survive(suite: str, released_data: Path) -> None:
    from asmeant.execution import Place, default_sandbox, load_sandbox

    judging = Judge(load_sandbox(default_sandbox(), Place()))
    answers = right_answers(shuffled_tasks(suite, released_data), judging, 3)
    tried = list(trials(suite, answers, [*KNOWN, *HELD], judging))
    survived = sum(trial.survived for trial in tried)
    assert survived >= 0.995 * len(tried), [
        (trial.shape, trial.task_id) for trial in tried if not trial.survived
    ]
