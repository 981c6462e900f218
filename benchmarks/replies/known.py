"""Half of the shapes: those that were looked at while the rules of extraction were written."""

from __future__ import annotations

from replies.answers import Answer, Shape, fence, indented, wrapped

_EMPTY = "\n    # your code here\n    pass"


def _pytest_file(a: Answer) -> str:
    return (
        f"import pytest\nfrom solution import {a.name}\n\n\ndef test_basic():\n    assert {a.call} is not None\n\n\n"
        f"def test_raises():\n    with pytest.raises(TypeError):\n        {a.name}()"
    )


def _unittest_file(a: Answer) -> str:
    return (
        f"import unittest\nfrom my_module import {a.name}\n\n\nclass TestIt(unittest.TestCase):\n"
        f"    def setUp(self):\n        self.value = 3\n\n    def test_basic(self):\n"
        f"        self.assertEqual({a.call}, None)\n\n\nif __name__ == '__main__':\n    unittest.main()"
    )


def _main(a: Answer) -> str:
    return (
        f"def main():\n    result = {a.call}\n    print(f'Result: {{result}}')\n\n\n"
        "if __name__ == '__main__':\n    main()"
    )


def _timing(a: Answer) -> str:
    return (
        "import time\n\n\ndef measure(func, *args):\n    start = time.perf_counter()\n    value = func(*args)\n"
        "    print(f'{func.__name__}: {time.perf_counter() - start:.6f}s')\n    return value\n\n\n"
        f"measure({a.name}, 1, 2, 3)"
    )


def _helper_in_two_fences(a: Answer) -> str | None:
    parts = wrapped(a)
    if parts is None:
        return None
    return f"First a helper:\n\n{fence(parts[0])}\n\nThe function itself:\n\n{fence(parts[1])}\n"


def _helper_below(a: Answer) -> str | None:
    parts = wrapped(a)
    return fence(f"{parts[1]}\n\n\n{parts[0]}\n\n\nprint({a.call})") if parts else None


def _expression(a: Answer, reply: str) -> str | None:
    return reply if a.wants_expression else None


def _body(a: Answer, reply: str) -> str | None:
    return reply if a.wants_body else None


def _as_session(code: str) -> str:
    lines = code.split("\n")
    return "\n".join([f">>> {lines[0]}", *(f"... {line}".rstrip() for line in lines[1:]), "..."])


def _session(a: Answer) -> str | None:
    starts = sum(not line.startswith((" ", ")")) and bool(line) for line in a.code.split("\n"))
    return f"{_as_session(a.code)}\n>>> {a.call}\n42" if starts == 1 else None


PROSE = [
    Shape("a fence", lambda a: fence(a.code)),
    Shape(
        "chat in English",
        lambda a: (
            f"Sure! Here's a function that does this:\n\n{fence(a.code)}\n\nLet me know if you need "
            f"`{a.name}` to handle other cases (such as empty input)!"
        ),
    ),
    Shape(
        "chat in Spanish",
        lambda a: (
            f"¡Claro! Aquí tienes la función `{a.name}`:\n\n{fence(a.code)}\n\n**Explicación**:\n1. Se define "
            "la función.\n2. Se devuelve el resultado (si existe)."
        ),
    ),
    Shape(
        "bare code in English prose",
        lambda a: (
            f"Here is the code you asked for:\n\n{a.code}\n\nThis works by doing what you asked (see above)."
        ),
    ),
    Shape(
        "bare code in Russian prose", lambda a: f"Вот решение:\n\n{a.code}\n\nФункция делает то, что нужно."
    ),
    Shape("code alone", lambda a: a.code),
    Shape("headings", lambda a: f"# Solution\n\n## Code\n\n{fence(a.code)}\n\n## Explanation\n\n- It works."),
    Shape("CRLF", lambda a: f"Here:\n\n{fence(a.code)}\n\nDone.".replace("\n", "\r\n")),
    Shape("tilde fence", lambda a: fence(a.code, mark="~~~")),
    Shape("label Python3 and a file name", lambda a: fence(a.code, "Python3 title=solution.py")),
    Shape(
        "no label, output after it", lambda a: f"{fence(a.code, '')}\n\nOutput:\n\n{fence('[1, 2, 3]', '')}"
    ),
    Shape(
        "fence in a list",
        lambda a: f"1. Write the function:\n\n{indented(fence(a.code), '   ')}\n\n2. Call it.",
    ),
    Shape("fence never closed", lambda a: f"Here you go:\n\n```python\n{a.code}\n"),
    Shape("closing fence glued", lambda a: f"```python\n{a.code}```\n\nThat is all."),
    Shape(
        "closing fence glued, another fence after it",
        lambda a: f"```python\n{a.code}```\n\nUsage:\n\n```python\nprint({a.call})\n```",
    ),
    Shape(
        "pip install first",
        lambda a: f"{fence('pip install numpy pandas', 'bash')}\n\nThen:\n\n{fence(a.code)}",
    ),
    Shape("a JSON example after it", lambda a: f"{fence(a.code)}\n\nInput:\n\n{fence('[1, 2]', 'json')}"),
]

TESTS = [
    Shape(
        "pytest file after", lambda a: f"{fence(a.code)}\n\nHere's the test file:\n\n{fence(_pytest_file(a))}"
    ),
    Shape("unittest file after", lambda a: f"{fence(a.code)}\n\nTests:\n\n{fence(_unittest_file(a))}"),
    Shape(
        "pytest file before",
        lambda a: (
            f"Let's write the tests first.\n\n{fence(_pytest_file(a))}\n\nNow the code:\n\n{fence(a.code)}"
        ),
    ),
    Shape(
        "asserts in the same fence",
        lambda a: fence(f"{a.code}\n\n\n# Tests\nassert {a.call} == 'x'\nassert {a.call} != 'y', 'wrong'"),
    ),
    Shape(
        "test function in the same fence",
        lambda a: fence(
            f"{a.code}\n\n\ndef test_{a.name}():\n    assert {a.call} == 1\n    print('ok')\n\n\ntest_{a.name}()"
        ),
    ),
    Shape(
        "test class in the same fence",
        lambda a: fence(
            f"import unittest\n\n\n{a.code}\n\n\nclass Tests(unittest.TestCase):\n    def test_it(self):\n"
            f"        self.assertTrue({a.call})\n\n\nunittest.main(argv=[''], exit=False)"
        ),
    ),
    Shape(
        "tests without a fence",
        lambda a: f"{a.code}\n\n# Test cases\nprint({a.call})\nassert {a.call} == 3\n",
    ),
    Shape(
        "loop over cases",
        lambda a: fence(
            f"{a.code}\n\n\ncases = [((1, 2), 3), ((0,), None)]\nfor arguments, expected in cases:\n"
            f"    got = {a.name}(*arguments)\n    assert got == expected, (got, expected)"
        ),
    ),
    Shape(
        "doctest run",
        lambda a: fence(
            f"{a.code}\n\n\nif __name__ == '__main__':\n    import doctest\n    doctest.testmod()"
        ),
    ),
    Shape(
        "session after it", lambda a: f"{fence(a.code)}\n\n{fence(f'>>> {a.call}{chr(10)}[1, 2]', 'pycon')}"
    ),
    Shape("session in the same fence", lambda a: fence(f"{a.code}\n\n>>> {a.call}\n[1, 2]")),
    Shape("the reply is a session", _session),
]

EXAMPLES = [
    Shape("main function", lambda a: fence(f"{a.code}\n\n\n{_main(a)}")),
    Shape(
        "main function in a fence of its own", lambda a: f"{fence(a.code)}\n\nTo run it:\n\n{fence(_main(a))}"
    ),
    Shape("timing helper", lambda a: fence(f"{a.code}\n\n\n{_timing(a)}")),
    Shape(
        "timing helper in a fence of its own", lambda a: f"{fence(a.code)}\n\nTiming:\n\n{fence(_timing(a))}"
    ),
    Shape(
        "reads its input",
        lambda a: fence(f"{a.code}\n\n\nvalue = input('Enter a number: ')\nprint({a.name}(value))"),
    ),
    Shape(
        "example call with its result",
        lambda a: fence(f"{a.code}\n\n# Example\nresult = {a.call}\nprint(result)  # 3"),
    ),
    Shape(
        "example above the answer",
        lambda a: (
            f"You would call it like this:\n\n{fence(f'x = {a.call}{chr(10)}print(x)')}\n\n{fence(a.code)}"
        ),
    ),
    Shape("usage between backticks", lambda a: f"{a.code}\n\nCall it as `{a.call}` or `print({a.call})`."),
]

STUBS = [
    Shape(
        "stub after it",
        lambda a: f"{fence(a.code)}\n\nThe signature is:\n\n{fence(f'{a.stub}{chr(10)}    ...')}",
    ),
    Shape(
        "stub before it",
        lambda a: f"The skeleton:\n\n{fence(a.stub + _EMPTY)}\n\nFilled in:\n\n{fence(a.code)}",
    ),
    Shape(
        "wrong draft, then corrected",
        lambda a: (
            f"{fence(a.stub + chr(10) + '    return 17')}\n\nWait, this ignores its input. Corrected:\n\n{fence(a.code)}"
        ),
    ),
    Shape(
        "broken variant after it",
        lambda a: f"{fence(a.code)}\n\nOr in one line:\n\n{fence(a.stub + ' return ((1')}",
    ),
    Shape("helper in a fence of its own", _helper_in_two_fences),
    Shape("helper below the function", _helper_below),
    Shape(
        "decorated", lambda a: fence(f"import functools\n\n\ndef same(f):\n    return f\n\n\n{_decorated(a)}")
    ),
]


def _decorated(a: Answer) -> str:
    return a.code.replace(f"def {a.name}(", f"@same\ndef {a.name}(", 1)


TAGS = [
    Shape("[PYTHON]", lambda a: f"[PYTHON]\n{a.code}\n[/PYTHON]"),
    Shape(
        "[PYTHON] glued, prose around", lambda a: f"Here it is.\n[PYTHON]{a.code}[/PYTHON]\nHope this helps!"
    ),
    Shape("<code>", lambda a: f"Here:\n<code>\n{a.code}\n</code>\nBye."),
    Shape(
        "<answer> after reasoning",
        lambda a: f"<reasoning>\nLoop over it.\n</reasoning>\n<answer>\n{a.code}\n</answer>",
    ),
    Shape("[ANSWER] never closed", lambda a: f"[ANSWER]\n{a.code}\n"),
    Shape("<answer> around a fence", lambda a: f"<answer>\n{fence(a.code)}\n</answer>"),
    Shape("end token glued", lambda a: f"{a.code}<|eot_id|>"),
    Shape("</s> glued", lambda a: f"{a.code}</s>"),
    Shape(
        "end token, then another turn",
        lambda a: f"{fence(a.code)}<|im_end|>\n<|im_start|>user\nThanks!<|im_end|>",
    ),
    Shape(
        "end token, then other code",
        lambda a: f"{a.code}<|endoftext|>def unrelated(a, b, c):\n    return a\n",
    ),
    Shape("end token in an open fence", lambda a: f"```python\n{a.code}<|end_of_turn|>"),
    Shape(
        "thoughts with a draft",
        lambda a: (
            f"<think>\nMaybe\n{fence(a.stub + chr(10) + '    return None')}\nNo.\n</think>\n\n{fence(a.code)}"
        ),
    ),
    Shape("stray end of thoughts", lambda a: f"Let me think. I could loop.\n</think>\n\n{a.code}"),
]

PARTS = [
    Shape("expression in a fence", lambda a: _expression(a, fence(a.reference))),
    Shape(
        "comment above an expression",
        lambda a: _expression(a, fence(f"# As asked, in one line\n{a.reference}")),
    ),
    Shape("import above an expression", lambda a: _expression(a, fence(f"import re\n\n{a.reference}"))),
    Shape("expression between backticks", lambda a: _expression(a, f"You can use `{a.reference}` for this.")),
    Shape("return in a fence", lambda a: _expression(a, fence(f"return {a.reference}"))),
    Shape("body in a fence", lambda a: _body(a, fence(a.reference.rstrip()))),
    Shape("comment above a body", lambda a: _body(a, fence(_first_line("# do it", a)))),
]


def _first_line(line: str, a: Answer) -> str:
    """The line above the reference, as far to the right as that."""
    text = a.reference.strip("\n").rstrip()
    return f"{text[: len(text) - len(text.lstrip())]}{line}\n{text}"


COMPLETIONS = [
    Shape("continued", lambda a: a.continuation, "completion"),
    Shape(
        "continued, then a test",
        lambda a: f"{a.continuation}\n\n\ndef test_it():\n    assert {a.call}\n",
        "completion",
    ),
    Shape(
        "continued, then an end token", lambda a: f"{a.continuation}<|endoftext|>\ndef other(", "completion"
    ),
    Shape("answered in a fence", lambda a: f"\n{fence(a.code)}\n", "completion"),
    Shape(
        "cut off in a test", lambda a: f"{fence(a.code)}\n\n```python\nassert {a.name}(1, ", truncated=True
    ),
    Shape(
        "cut off in a bare test",
        lambda a: f"{a.code}\n\n\ndef test_it():\n    assert {a.name}(1, ",
        truncated=True,
    ),
    Shape(
        "cut off in the explanation", lambda a: f"{fence(a.code)}\n\nThis works because (as", truncated=True
    ),
]

KNOWN = [*PROSE, *TESTS, *EXAMPLES, *STUBS, *TAGS, *PARTS, *COMPLETIONS]
