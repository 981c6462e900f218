"""Intents and code -> the names that they share (MCoNaLa, Table 3) and that a translation keeps. Pure.

A name of an intent is an ASCII identifier in backquotes. A name of code is one that must be supplied: the
code reads it, neither binds it nor finds it among the built-ins, or it is a parameter of its function. Called
functions and libraries do not count: the paper is about variables.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from asmeant.languages import python

QUOTED = re.compile(r"`([^`]+)`")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
# Translators replace backquotes by other quotes.
QUOTES = ("``", "''", '""', "‘’", "“”", "«»")


def names_of(intent: str) -> list[str]:
    return [quoted for quoted in QUOTED.findall(intent) if NAME.fullmatch(quoted)]


def has_word(text: str, name: str) -> bool:
    """Whether the name occurs in the text as a whole word."""
    return re.search(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", text) is not None


def given_names(code: str, libraries: Collection[str] = ()) -> set[str] | None:
    """The names that must be supplied to the code; None if it is not Python, alone or as a function body."""
    source = _python(code)
    tree = python.parse(source) if source is not None else None
    if source is None or tree is None:
        return None
    call_targets = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    read = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in call_targets
    }
    bound_names = {*python.stores(source), *dir(builtins), *libraries, *sys.stdlib_module_names}
    return (read - bound_names) | {name for node in tree.body for name in _parameters(node)}


def _parameters(node: ast.stmt) -> list[str]:
    """The parameters of a top-level function."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return []
    arguments = node.args
    return [arg.arg for arg in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _python(code: str) -> str | None:
    """The code as parsable source. It may be a fragment of a function, such as what follows `return`."""
    body = python.dedent(code)
    sources = (code, body, f"def body():\n{python.indent(body)}", f"({body}\n)")
    return next((source for source in sources if python.parses(source)), None)


# ── what becomes of names in a translation ──


@dataclass(frozen=True, slots=True)
class Survival:
    """How many names of the original intents the translation keeps, and keeps in quotes."""

    names: int
    kept: int
    quoted: int


def survival(pairs: Iterable[tuple[str, str]]) -> Survival:
    """Counts the names of each original intent in its translation."""
    named_pairs = [(name, translated) for original, translated in pairs for name in names_of(original)]
    return Survival(
        names=len(named_pairs),
        kept=sum(has_word(translated, name) for name, translated in named_pairs),
        quoted=sum(is_quoted(translated, name) for name, translated in named_pairs),
    )


def is_quoted(text: str, name: str) -> bool:
    return any(f"{quotes[0]}{name}{quotes[1]}" in text for quotes in QUOTES)
