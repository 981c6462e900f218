"""Expressions of sympy, in a Python that has it: this one, or that of the ODEX world."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys

import pytest

from asmeant.errors import SandboxError
from asmeant.execution.worlds import built
from asmeant.execution.zygotes import GUEST

SCRIPT = """
import json, sys
sys.path.insert(0, sys.argv[1])
import sympy
from guest import expressions
x, y = sympy.symbols("x y", positive=True)
g = sympy.Function("g")
values = [
    x + 1, sympy.sin(x) / y, sympy.pi, sympy.I, sympy.oo, sympy.zoo, sympy.nan, sympy.Rational(1, 3), sympy.Integer(3),
    sympy.Float("1.5"), sympy.Float("1e-300"), sympy.sqrt(2), sympy.Eq(x, y), sympy.true, sympy.Interval(0, 1),
    sympy.FiniteSet(1, 2), sympy.EmptySet, sympy.S.Reals, sympy.Matrix([[x, 1]]), sympy.ImmutableMatrix([[1]]),
    sympy.Poly(x**2 + 1), sympy.Sum(x, (x, 1, y)), sympy.Lambda(x, x + 1), g(x), sympy.Derivative(g(x), x),
    sympy.Piecewise((x, x > 1), (y, True)), sympy.Symbol("a b; import os"), sympy.Dummy("q"), sympy.Tuple(1, x),
]
wrong = [str(value) for value in values if expressions.read(expressions.written(value)) != value]
evil = "__import__('sys').stdout.write('RUN')"
texts = [
    evil, "Symbol.__class__('x')", "lambdify(Symbol('x'), Symbol('x'))", "sympify('1')", "S('1+1')",
    "[Integer(1) for _ in (1,)]", "(lambda: 1)()", "preview(Integer(1))", "Symbol('x').func(1)", "open('a')",
    "Integer(1).__class__", "Function('g').__call__(1)", "Symbol(name='x')", "f'{1}'", "b'a'", "'text'", "('text',)",
]
for maker in ("Tuple", "Add", "Mul", "Poly", "sin", "FiniteSet", "Integer", "Rational", "Float", "Matrix", "Eq", "Lambda",
              "ExprCondPair", "Interval", "Dict", "Function('g')", "ImmutableDenseMatrix", "Order", "IndexedBase"):
    texts += [f"{maker}({evil!r})", f"{maker}([{evil!r}])", f"{maker}(Integer(1), {evil!r})", f"{maker}(Integer(1), ({evil!r},))"]
texts += [f"Symbol('x', {evil!r})", f"Symbol('x', positive={evil!r})", f"Matrix(1, 1, [{evil!r}])",
          f"Poly(Symbol('x'), domain={'ZZ[' + evil + ']'!r})", f"Poly(Symbol('x'), {evil!r}, domain='ZZ')"]
made = []
for text in texts:
    try:
        made.append([text, repr(expressions.read(text))])
    except Exception:
        continue
print(json.dumps([wrong, made]))
"""


def python_with_sympy() -> str:
    if importlib.util.find_spec("sympy"):
        return sys.executable
    try:
        return built("odex").python
    except SandboxError as error:
        pytest.skip(f"no Python here has sympy: {error}")


def test_expressions_come_back_and_no_text_in_them_is_run() -> None:
    done = subprocess.run(
        [python_with_sympy(), "-W", "ignore", "-c", SCRIPT, str(GUEST.parent)],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert "RUN" not in done.stdout
    assert json.loads(done.stdout) == [[], []]
