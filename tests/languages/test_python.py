from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.languages import python


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def f(): pass\nclass C:\n    def m(self): pass\nasync def g(): pass", ("f", "g")),
        ("f = lambda: 1", ()),
        ("((", ()),
        ("", ()),
    ],
)
def test_functions(source: str, names: tuple[str, ...]) -> None:
    assert python.functions(source) == names


@pytest.mark.parametrize(
    "source",
    ["def f(): pass", "class f: pass", "f = 1", "f: int = 1", "import f", "from x import y as f", "if 1:\n  def f(): pass",
     "try:\n    f = 1\nexcept E: pass", "async def f(): pass"],
)  # fmt: skip
def test_a_name_is_defined_by_def_class_assignment_or_import(source: str) -> None:
    assert python.defines(source, "f")


def test_other_letters_may_stand_for_the_same_name() -> None:
    assert python.defines("def \U0001d41f(x): return x", "f")


@pytest.mark.parametrize("source", ["def g():\n    f = 1", "f()", "x.f = 1", "def f(", "# def f(): pass"])
def test_a_name_is_not_defined_by_use_or_inside_a_function(source: str) -> None:
    assert not python.defines(source, "f")


@pytest.mark.parametrize(
    ("before", "above"),
    [
        ("def f(x):\n    return ", ""),
        ("import re\n\ndef helper(): pass\n\ndef f(x):\n", "import re\n\ndef helper(): pass\n\n"),
        ("import re\n@cache\n@other(1)\nasync def f(x):", "import re\n"),
        ("def f2(x): pass\ndef f(x):", "def f2(x): pass\n"),
        ("no head", ""),
    ],
)
def test_preamble(before: str, above: str) -> None:
    assert python.preamble(before, "f") == above


def test_tabs_become_spaces_only_where_they_indent() -> None:
    source = "def f():\n\treturn 'a\tb', '''\n\tinside\n'''\n \tx"
    assert python.indent_with_spaces(source) == "def f():\n    return 'a\tb', '''\n\tinside\n'''\n     x"


def test_dedent_leaves_the_inside_of_strings_alone() -> None:
    source = "\n    a = 1\n    s = '''x\n  y\n    z'''\n\n    if a:\n        b = 2\n"
    assert python.dedent(source) == "\na = 1\ns = '''x\n  y\n    z'''\n\nif a:\n    b = 2\n"


def test_indent_leaves_the_inside_of_strings_alone() -> None:
    assert python.indent("a = '''\nb'''\nc\n") == "    a = '''\nb'''\n    c\n"


def test_rename_touches_identifiers_only() -> None:
    source = "def f(x):\n    return f(x - 1), 'f', x.f  # f\n"
    assert python.rename(source, "f", "g") == "def g(x):\n    return g(x - 1), 'f', x.g  # f\n"
    assert python.rename("def f(x):\n    return ", "f", "longer") == "def longer(x):\n    return "


@given(st.text(alphabet="ab \t\n'\"()[]:#=\\fé\0", max_size=40))
def test_nothing_raises_on_any_text(text: str) -> None:
    for function in (python.parse, python.functions, python.indent_with_spaces, python.dedent, python.indent):
        function(text)
    python.defines(text, "a")
    python.preamble(text, "f")
    python.rename(text, "a", "b")


PROGRAMS = [
    "x = 1\n",
    "def f(a):\n    if a:\n        return '''p\n  q'''\n    return [\n  1,\n]\n",
    "for i in y:\n    i\n\nz\n",
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_indent_and_dedent_are_inverse(program: str) -> None:
    assert python.dedent(python.indent(program)) == program
    assert ast.dump(ast.parse("if 1:\n" + python.indent(program))) != ""


def test_another_thread_that_parses_is_no_fault_of_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 counts the depth of all threads together."""
    outcomes = [SystemError("AST constructor recursion depth mismatch"), SystemError("again"), None]
    real = ast.parse

    def racing(source: str) -> ast.Module:
        error = outcomes.pop(0)
        if error is not None:
            raise error
        return real(source)

    monkeypatch.setattr(ast, "parse", racing)
    assert python.first_fault("raced = 1") is None
    assert outcomes == []
