"""Tasks of every shape, and what a case of extraction is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from asmeant.prompts import write_prompt
from asmeant.records import Check, Extraction, Form, Prompt, Prompting, Scaffold, Task

# A call's arguments, and what it gives back.
Call = tuple[tuple[Any, ...], Any]

RETURN = Task(
    id="return",
    intent="get the last part of a string `x` before the character '-'",
    references=("x.rsplit('-', 1)[0]",),
    checks=(Check(probes=("assert f_1('a-b-c') == 'a-b'",)),),
    scaffold=Scaffold(before="def f_1(x):\n    return ", entry="f_1"),
)
BODY = Task(
    id="body",
    intent="Перевернуть список `items` в `result`",
    intent_language="ru",
    references=("result = items[::-1]",),
    checks=(Check(probes=("assert candidate([1, 2]) == [2, 1]",)),),
    scaffold=Scaffold(before="def f_2(items):\n    ", after="\n    return result", entry="f_2"),
)
DOCSTRING = Task(
    id="docstring",
    intent="Keep the even numbers.",
    references=("    return [x for x in xs if x % 2 == 0]\n",),
    checks=(Check(probes=("assert evens([1, 2]) == [2]",)),),
    scaffold=Scaffold(
        before='from typing import List\n\n\ndef evens(xs: List[int]) -> List[int]:\n    """ Keep the even numbers.\n'
        '    >>> evens([1, 2])\n    [2]\n    """\n',
        entry="evens",
    ),
)
ANY = Task(
    id="any",
    intent="Write a function to add up two numbers.",
    references=("def add_up(a, b):\n    return a + b",),
    checks=(Check(probes=("assert add_up(1, 2) == 3", "assert math.isclose(add_up(0.1, 0.2), 0.3)")),),
    scaffold=Scaffold(entry="add_up", any_function=True),
)
SNIPPET = Task(
    id="snippet",
    intent="リスト `xs` を逆順に並べ替える",
    intent_language="ja",
    references=("xs.sort(reverse=True)",),
)
SHELL = Task(
    id="shell",
    intent="Find all text files below the current directory",
    code_language="bash",
    references=("find . -name '*.txt'",),
)

RETURN_CALLS: tuple[Call, ...] = ((("a-b-c",), "a-b"), (("2022-03-01",), "2022-03"))
BODY_CALLS: tuple[Call, ...] = ((([1, 2, 3],), [3, 2, 1]), (([],), []))
DOCSTRING_CALLS: tuple[Call, ...] = ((([1, 2, 3, 4],), [2, 4]), (([],), []))
ANY_CALLS: tuple[Call, ...] = (((1, 2), 3),)

CALLS = {"return": RETURN_CALLS, "body": BODY_CALLS, "docstring": DOCSTRING_CALLS, "any": ANY_CALLS}


@dataclass(frozen=True, slots=True)
class Case:
    """`code` is what must come out, where only one text is right; `works` that the program then does as meant."""

    name: str
    task: Task
    reply: str
    code: str | None = None
    fault: str = ""
    works: bool = True
    truncated: bool = False
    form: Form = "chat"
    strip: bool = True
    mode: Extraction = "answer"

    @property
    def prompt(self) -> Prompt:
        return write_prompt(self.task, Prompting(strip=self.strip), self.form, [])


def completed(name: str, task: Task, reply: str, code: str | None = None, **more: Any) -> Case:
    return Case(name, task, reply, code, form="completion", **more)
