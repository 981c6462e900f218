"""Snippets become functions: their arguments, and what they return."""

from __future__ import annotations

import pytest

from asmeant.authoring.wrapping import wrap
from asmeant.authoring.wrapping.function import quoted_names, readable
from asmeant.errors import DataError


@pytest.mark.parametrize(
    ("intent", "code", "parameters", "answer"),
    [
        # the value of the last expression
        ("length of `xs`", "len(xs)", ("xs",), "len(xs)"),
        ("split `s` at `sep`", "s.split(sep)", ("s", "sep"), "s.split(sep)"),
        ("first `k`", "ys = sorted(xs)\nys[:k]", ("k", "xs"), "ys[:k]"),
        # what is bound last, or what the intent names
        ("double `n`", "m = n * 2", ("n",), "m"),
        ("set `a` and `b`", "b = x\na = y\nc = 1", ("x", "y"), "a, b"),
        ("swap", "a, b = b, a", ("b", "a"), "a, b"),
        ("sum of `xs`", "total = 0\nfor x in xs:\n    total += x", ("xs",), "total"),
        ("collect", "out = []\nfor x in xs:\n    y = x + 1\n    out.append(y)", ("xs",), "out"),
        ("read `path`", "with open(path) as f:\n    text = f.read()", ("path",), "text"),
        ("open `path`", "with open(path) as f:\n    pass", ("path",), "f"),
        ("count up", "while n < 3:\n    n = n + 1", ("n",), "n"),
        # what is changed
        ("sort `xs`", "xs.sort()", ("xs",), "xs"),
        ("put 1 into `d`", "d['a'] = 1", ("d",), "d"),
        ("drop", "df.drop('a', axis=1, inplace=True)", ("df",), "df"),
        ("drop `k` of `d`", "del d[k]", ("k", "d"), "d"),
        ("to numbers", "for i in range(len(xs)):\n    xs[i] = int(xs[i])", ("xs",), "xs"),
        ("clear", "xs[:] = []", ("xs",), "xs"),
        ("exchange `i` and `j` of `xs`", "xs[i], xs[j] = xs[j], xs[i]", ("i", "j", "xs"), "xs"),
        # names that look like something else
        ("sort `list`", "list.sort()", ("list",), "list"),
        ("the `string`", "string.upper()", ("string",), "string.upper()"),
        ("apply `f(x)`", "[f(n) for n in range(3)]", ("f",), "[f(n) for n in range(3)]"),
        ("rely on others", "helper(xs)", ("xs",), "helper(xs)"),
        # functions and classes
        ("add `a` and `b`", "def add(a, b):\n    return a + b", ("a", "b"), "add(a, b)"),
        ("make a function `add`", "def add(a, b):\n    return a + b", (), "add"),
        ("make a class `C`", "class C:\n    pass", (), "C"),
        ("double", "return n * 2", ("n",), ""),
        ("generate", "yield n", ("n",), ""),
        ("mark", "@d\ndef g(*b, **c):\n    return b", ("d", "*b", "**c"), "g(*b, **c)"),
        ("pass on", "def g(a, *b, **c):\n    return b", ("a", "*b", "**c"), "g(a, *b, **c)"),
    ],
)
def test_wrap(intent: str, code: str, parameters: tuple[str, ...], answer: str) -> None:
    wrapped = wrap(code, intent)
    assert (wrapped.parameters, wrapped.answer) == (parameters, answer)
    names: dict[str, object] = {}
    exec(compile(wrapped.source, "wrapped", "exec"), names)
    assert callable(names["f"])


@pytest.mark.parametrize(
    ("code", "source"),
    [
        (
            "xs = [\n  1]\n(xs\n .count(1))",
            "def f():\n    xs = [\n      1]\n    return (xs\n     .count(1))\n",
        ),
        ("a = 1; a + b", "def f(b):\n    a = 1; return a + b\n"),
        ("print(x + 1)", "def f(x):\n    result = x + 1\n    print(result)\n    return result\n"),
        ("print(x, end='')", "def f(x):\n    print(x, end='')\n"),
        ("x = '''a\nb'''", "def f():\n    x = '''a\nb'''\n    return x\n"),
    ],
)
def test_source(code: str, source: str) -> None:
    assert wrap(code).source == source


def test_a_person_may_know_better() -> None:
    assert wrap("a - b", arguments=("b", "a"), entry="minus").source == "def minus(b, a):\n    return a - b\n"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("\n    a = 1\n    b = a\n", "a = 1\nb = a"),
        ("a = 1\n    b = a", "a = 1\nb = a"),  # the first line without the indentation of the others
        (" x", "x"),
    ],
)
def test_indentation(code: str, text: str) -> None:
    assert readable(code) == text


@pytest.mark.parametrize("code", ["", "  \n", "a = (", "$x"])
def test_what_is_not_python(code: str) -> None:
    with pytest.raises(DataError, match="not Python"):
        wrap(code)


@pytest.mark.parametrize("code", ["await g(x)", "nonlocal a\na = 1", "# only a comment"])
def test_what_is_no_body_of_a_function(code: str) -> None:
    with pytest.raises(DataError, match="cannot be the body of a function"):
        wrap(code)


def test_quoted_names() -> None:
    assert quoted_names("put 'b' and `a` into `f(x)`, not `x y`, \"b\"") == ["a", "f", "b"]
    assert quoted_names('"sort `xs`"') == ["xs"]


def test_a_task() -> None:
    task = wrap("np.mean(xs)", "mean of `xs`").as_task("1", "mean of `xs`")
    assert task.scaffold.before == "import numpy as np\n\n\ndef f(xs):\n    "
    assert (task.references, task.scaffold.libraries) == (("return np.mean(xs)",), ("numpy",))
