"""The other half of the shapes: written before the rules of extraction, looked at only after them."""

from __future__ import annotations

from replies.answers import Answer, Shape, fence, indented, wrapped


def _part(wanted: bool, reply: str) -> str | None:
    return reply if wanted else None


def _hypothesis_file(a: Answer) -> str:
    return (
        f"from hypothesis import given, strategies as st\nfrom answer import {a.name} as function\n\n\n"
        f"@given(st.integers())\ndef test_never_fails(value):\n    function(value)\n"
    )


def _parametrized(a: Answer) -> str:
    return (
        f"import pytest\n\n@pytest.mark.parametrize('given, expected', [(1, 2), (2, 3)])\n"
        f"def check_{a.name}(given, expected):\n    assert {a.name}(given) == expected"
    )


def _command_line(a: Answer) -> str:
    return (
        "def run(argv=None):\n    parser = argparse.ArgumentParser()\n    parser.add_argument('values', nargs='*')\n"
        f"    options = parser.parse_args(argv)\n    print({a.name}(*options.values))\n    return 0\n\n\n"
        "if __name__ == '__main__':\n    raise SystemExit(run())"
    )


def _with_constant(a: Answer) -> str | None:
    parts = wrapped(a)
    if parts is None:
        return None
    table = f"HANDLERS = {{}}\n\n\n{parts[0]}\n\n\nHANDLERS['it'] = {a.name}_inner"
    names = ", ".join(a.parameters)
    return fence(
        f"{table}\n\n\ndef {a.name}({names}):\n    return HANDLERS['it']({names})\n\n\nprint({a.call})"
    )


def _with_class(a: Answer) -> str | None:
    parts = wrapped(a)
    if parts is None:
        return None
    names = ", ".join(a.parameters)
    worker = f"class Worker:\n    def work(self{', ' if names else ''}{names}):\n        return {a.name}_inner({names})"
    return (
        f"{fence(parts[0])}\n\nThen a class:\n\n{fence(worker)}\n\nAnd the function:\n\n"
        f"{fence(f'def {a.name}({names}):{chr(10)}    return Worker().work({names})')}"
    )


def _memoized(a: Answer) -> str | None:
    parts = wrapped(a)
    if parts is None:
        return None
    return fence(
        f"def logged(function):\n    return function\n\n\n{a.code}\n\n\n{a.name} = logged({a.name})\nprint({a.call})"
    )


def _ipython(a: Answer) -> str | None:
    lines = a.code.split("\n")
    if sum(not line.startswith((" ", ")")) and bool(line) for line in lines) != 1:
        return None
    typed = "\n".join([f"In [1]: {lines[0]}", *(f"   ...: {line}".rstrip() for line in lines[1:])])
    return f"{typed}\n\nIn [2]: {a.call}\nOut[2]: 42"


PROSE = [
    Shape(
        "chat in Japanese",
        lambda a: (
            f"もちろんです。以下の関数 `{a.name}` をご利用ください。\n\n{fence(a.code)}\n\n### 説明\n- 引数を受け取ります（必須）。\n- 結果を返します。"
        ),
    ),
    Shape(
        "chat in Russian",
        lambda a: (
            f"Конечно! Вот функция `{a.name}`:\n\n{fence(a.code)}\n\nПример: `{a.call}`. Если есть вопросы — пишите!"
        ),
    ),
    Shape(
        "bare code in Spanish prose",
        lambda a: f"Esta es la función:\n\n{a.code}\n\nDevuelve el resultado (si lo hay).",
    ),
    Shape(
        "bare code in Japanese prose",
        lambda a: f"以下がコードです。\n\n{a.code}\n\nこの関数は結果を返します。",
    ),
    Shape(
        "bold titles",
        lambda a: f"**Answer**\n\n{fence(a.code, 'py')}\n\n**Complexity:** O(n) time, O(1) space.",
    ),
    Shape("tabs", lambda a: fence("\n".join(_tabbed(line) for line in a.code.split("\n")))),
    Shape(
        "CRLF without a fence",
        lambda a: f"Here:\r\n\r\n{a.code}\r\n\r\nDone.".replace("\n", "\r\n").replace("\r\r", "\r"),
    ),
    Shape("four backticks", lambda a: fence(a.code, "python", "````")),
    Shape("label in braces", lambda a: fence(a.code, "{.python .numberLines}")),
    Shape("file name as label", lambda a: f"**solution.py**\n{fence(a.code, 'solution.py')}"),
    Shape("opening fence behind a colon", lambda a: f"The code is: ```python\n{a.code}\n```"),
    Shape("a quotation", lambda a: f"As you asked:\n\n{_quoted(fence(a.code))}\n"),
    Shape("indented as in Markdown", lambda a: f"Try this:\n\n{indented(a.code)}\n\nGood luck!"),
    Shape("Markdown in a fence", lambda a: f"````markdown\n# Answer\n{fence(a.code)}\n````"),
    Shape(
        "output first", lambda a: f"Expected output:\n\n{fence('[1, 2]', 'text')}\n\nCode:\n\n{fence(a.code)}"
    ),
    Shape(
        "table and rule",
        lambda a: f"{fence(a.code)}\n\n---\n\n| input | output |\n|---|---|\n| `{a.call}` | `3` |\n",
    ),
    Shape("byte order mark and blanks", lambda a: f"\ufeff\n\n  \n{fence(a.code)}\n\n\n"),
    Shape("closing fence of the prompt's", lambda a: f"{a.code}\n```\n\nExplanation: it works."),
    Shape(
        "both fences glued",
        lambda a: f"```python\n{a.code}```\n```python\nassert {a.call}```\nDone.",
    ),
]

TESTS = [
    Shape(
        "hypothesis file after",
        lambda a: f"{fence(a.code)}\n\nAnd `test_it.py`:\n\n{fence(_hypothesis_file(a))}",
    ),
    Shape("parametrized test in the same fence", lambda a: fence(f"{a.code}\n\n\n{_parametrized(a)}")),
    Shape("parametrized test in another fence", lambda a: f"{fence(a.code)}\n\n{fence(_parametrized(a))}"),
    Shape(
        "runner that takes the function",
        lambda a: fence(
            f"{a.code}\n\n\ndef run_tests(function):\n    for value in (1, 2):\n        assert function(value) == value\n"
            f"    print('All tests passed')\n\n\nrun_tests({a.name})"
        ),
    ),
    Shape(
        "check that returns a number",
        lambda a: fence(
            f"{a.code}\n\n\ndef count_failures():\n    failures = 0\n    if {a.call} != 3:\n        failures += 1\n"
            f"    return failures\n\n\nprint(count_failures())"
        ),
    ),
    Shape(
        "try around the calls",
        lambda a: fence(
            f"{a.code}\n\n\ntry:\n    print({a.call})\nexcept ValueError as error:\n    print(error)"
        ),
    ),
    Shape(
        "bare unittest after it",
        lambda a: (
            f"{a.code}\n\nimport unittest\n\nclass T(unittest.TestCase):\n    def test(self):\n"
            f"        self.assertIsNone({a.call})\n\nif __name__ == '__main__':\n    unittest.main()\n"
        ),
    ),
    Shape(
        "asserts between two fences",
        lambda a: f"{fence('assert True')}\n\n{fence(a.code)}\n\n{fence(f'assert {a.call}')}",
    ),
    Shape(
        "tests in Russian prose",
        lambda a: f"{fence(a.code)}\n\nТесты:\n\n{fence(f'from main import *{chr(10)}assert {a.call} == 1')}",
    ),
    Shape("IPython", _ipython),
    Shape(
        "session above the answer",
        lambda a: f"Example:\n\n>>> {a.call}\n[1, 2]\n\nImplementation:\n\n{fence(a.code)}",
    ),
]

EXAMPLES = [
    Shape("command line", lambda a: fence(f"import argparse\n\n\n{a.code}\n\n\n{_command_line(a)}")),
    Shape(
        "command line in a fence of its own",
        lambda a: (
            f"{fence(a.code)}\n\nAs a script:\n\n{fence('import argparse' + chr(10) * 3 + _command_line(a))}"
        ),
    ),
    Shape(
        "timeit",
        lambda a: fence(
            f"import timeit\n\n\n{a.code}\n\n\nprint(timeit.timeit(lambda: {a.call}, number=1000))"
        ),
    ),
    Shape(
        "benchmark of two",
        lambda a: fence(
            f"import time\n\n\n{a.code}\n\n\ndef compare(repeats):\n    start = time.time()\n    for _ in range(repeats):\n"
            f"        {a.call}\n    return time.time() - start\n\n\nif __name__ == '__main__':\n    print(compare(10))"
        ),
    ),
    Shape(
        "walrus and f-string",
        lambda a: fence(f"{a.code}\n\n\nif (result := {a.call}):\n    print(f'{{result=}}')"),
    ),
    Shape(
        "exit at the end",
        lambda a: fence(f"import sys\n\n\n{a.code}\n\n\nif __name__ == '__main__':\n    sys.exit({a.call})"),
    ),
    Shape(
        "input data above",
        lambda a: fence(f"data = open('input.txt').read()\n\n\n{a.code}\n\n\nprint({a.name}(data))"),
    ),
    Shape(
        "usage in the middle",
        lambda a: (
            f"Use `{a.name}`:\n\n{fence(f'from solution import {a.name}{chr(10)}{a.call}')}\n\nSource:\n\n{fence(a.code)}\n\nDone."
        ),
    ),
    Shape("notebook cells", lambda a: fence(f"# %%\n{a.code}\n\n# %%\n{a.call}\n\n# %%\nprint('done')")),
]

STUBS = [
    Shape(
        "stub that raises, after it",
        lambda a: (
            f"{fence(a.code)}\n\nStarter code was:\n\n{fence(a.stub + chr(10) + '    raise NotImplementedError()')}"
        ),
    ),
    Shape(
        "stub with a docstring, in the same fence, above",
        lambda a: fence(f'{a.stub}\n    """To be written."""\n    raise NotImplementedError\n\n\n{a.code}'),
    ),
    Shape("stub below, in the same fence", lambda a: fence(f"{a.code}\n\n\n{a.stub}\n    pass")),
    Shape("constant and registration", _with_constant),
    Shape("class in a fence of its own", _with_class),
    Shape("rebound by a decorator", _memoized),
    Shape("future import", lambda a: fence(f"from __future__ import annotations\n\n{a.code}")),
    Shape(
        "module docstring and imports",
        lambda a: fence(f'"""Solution."""\n\nimport sys\nimport os.path\n\n{a.code}'),
    ),
    Shape(
        "other function after it, in prose",
        lambda a: (
            f"{fence(a.code)}\n\nA variant under another name, not finished:\n\n{fence(f'def {a.name}_fast({chr(10)}    pass')}"
        ),
    ),
    Shape("recursion limit", lambda a: fence(f"import sys\n\nsys.setrecursionlimit(10_000)\n\n\n{a.code}")),
    Shape("same answer twice", lambda a: f"{fence(a.code)}\n\nThe full code again:\n\n{fence(a.code)}"),
]

TAGS = [
    Shape("[CODE]", lambda a: f"[CODE]\n{a.code}\n[/CODE]\n\n[EXPLANATION]\nIt works.\n[/EXPLANATION]"),
    Shape(
        "[ANSWER] in a line of prose", lambda a: f"The answer is below.\n\n[ANSWER]\n{a.code}\n[/ANSWER]\n"
    ),
    Shape(
        "<solution> and <explanation>",
        lambda a: f"<explanation>Easy (really).</explanation>\n<solution>\n{a.code}\n</solution>",
    ),
    Shape("<code> glued", lambda a: f"<code>{a.code}</code>"),
    Shape("<python> in an answer", lambda a: f"<answer><python>\n{a.code}\n</python></answer>"),
    Shape("unknown tag", lambda a: f"<final_program>\n{a.code}\n</final_program>"),
    Shape("</answer> alone", lambda a: f"{a.code}\n</answer>"),
    Shape("reserved token glued", lambda a: f"{a.code}<|reserved_special_token_12|>"),
    Shape("<end_of_turn> glued to a fence", lambda a: f"{fence(a.code)}<end_of_turn>"),
    Shape("<eos> on its own line", lambda a: f"{a.code}\n<eos>\n"),
    Shape("full-width end token", lambda a: f"{a.code}<｜end▁of▁sentence｜>"),
    Shape(
        "header, then end token",
        lambda a: f"<|start_header_id|>assistant<|end_header_id|>\n\n{fence(a.code)}<|eot_id|>",
    ),
    Shape(
        "[/INST] turns",
        lambda a: f"{fence(a.code)}</s><s>[INST] And in C? [/INST] int main() {{ return 0; }}",
    ),
    Shape(
        "channels",
        lambda a: (
            f"<|channel|>analysis<|message|>Draft: {a.stub} pass<|end|><|start|>assistant<|channel|>final<|message|>{fence(a.code)}<|return|>"
        ),
    ),
    Shape(
        "reasoning in prose with a draft",
        lambda a: (
            f"## Reasoning\nA first idea:\n\n{fence(a.stub + chr(10) + '    return None')}\n\n## Final answer\n\n{fence(a.code)}"
        ),
    ),
]

PARTS = [
    Shape("bare expression", lambda a: _part(a.wants_expression, a.reference)),
    Shape(
        "expression under Japanese prose",
        lambda a: _part(a.wants_expression, f"次のように書けます。\n\n{fence(a.reference)}\n\n以上です。"),
    ),
    Shape(
        "comments around an expression",
        lambda a: _part(a.wants_expression, fence(f"# one\n# two\n{a.reference}\n# three")),
    ),
    Shape(
        "imports in a fence of their own, expression after",
        lambda a: _part(a.wants_expression, f"{fence('import os')}\n\n{fence(a.reference)}"),
    ),
    Shape(
        "expression, then its use",
        lambda a: _part(
            a.wants_expression, f"{fence(a.reference)}\n\nIn full:\n\n{fence(f'print({a.call})')}"
        ),
    ),
    Shape(
        "[PYTHON] around an expression",
        lambda a: _part(a.wants_expression, f"[PYTHON]\n{a.reference}\n[/PYTHON]"),
    ),
    Shape("import above a body", lambda a: _part(a.wants_body, fence(_above("import os", a)))),
    Shape("body, end token", lambda a: _part(a.wants_body, f"{fence(a.reference.rstrip())}<|eot_id|>")),
]


def _above(line: str, a: Answer) -> str:
    text = a.reference.strip("\n").rstrip()
    return f"{text[: len(text) - len(text.lstrip())]}{line}\n{text}"


def _tabbed(line: str) -> str:
    depth = (len(line) - len(line.lstrip(" "))) // 4
    return "\t" * depth + line[4 * depth :]


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


COMPLETIONS = [
    Shape(
        "continued, then prose",
        lambda a: f"{a.continuation}\n\nThis function does what was asked.\n",
        "completion",
    ),
    Shape(
        "continued, then a main guard",
        lambda a: f"{a.continuation}\n\nif __name__ == '__main__':\n    print({a.call})\n",
        "completion",
    ),
    Shape(
        "continued, then a fence", lambda a: f"{a.continuation}\n```\n\nExplanation: (see above", "completion"
    ),
    Shape("the function again", lambda a: f"\n\n{a.code}\n\n\nprint({a.call})\n", "completion"),
    Shape(
        "chat in a completion",
        lambda a: f"\nSure, here is the code:\n\n{fence(a.code)}\n\nDone.",
        "completion",
    ),
    Shape(
        "cut off in a second fence",
        lambda a: (
            f"{fence(a.code)}\n\nTest:\n\n```python\nimport unittest\nclass T(unittest.TestCase):\n    def test"
        ),
        truncated=True,
    ),
    Shape(
        "cut off in the same fence",
        lambda a: f"```python\n{a.code}\n\n\nif __name__ == '__main__':\n    print({a.name}(",
        truncated=True,
    ),
]

HELD = [*PROSE, *TESTS, *EXAMPLES, *STUBS, *TAGS, *PARTS, *COMPLETIONS]
