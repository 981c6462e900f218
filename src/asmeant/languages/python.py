"""Facts about Python source: whether it parses, what it defines, how it is indented.

Nothing here runs code. The source may be broken or truncated: no function here raises an error.
"""

from __future__ import annotations

import ast
import io
import re
import threading
import tokenize
import warnings
from collections.abc import Iterator
from functools import lru_cache

INDENT = "    "


# Python 3.11 has one recursion counter for all threads, and fails if two threads parse at the same time.
PARSING = threading.Lock()
# Threads that are not ours (a notebook, a test runner) parse without that lock.
_TRIES = 20


def parse(source: str) -> ast.Module | None:
    """The syntax tree, or None if the source is not Python. The tree is cached: do not change it."""
    tree = _parse(source)
    return tree if isinstance(tree, ast.Module) else None


def first_fault(source: str) -> Exception | None:
    """Why the source is not Python: a SyntaxError with its position, or another exception of the parser."""
    tree = _parse(source)
    return tree if isinstance(tree, Exception) else None


@lru_cache(maxsize=32)  # The same source is parsed several times, by several threads.
def _parse(source: str) -> ast.Module | Exception:
    for _ in range(_TRIES):
        outcome = _parse_once(source)
        if not isinstance(outcome, SystemError):
            break
    return outcome


def _parse_once(source: str) -> ast.Module | Exception:
    try:
        with PARSING, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    # A null byte raises a ValueError, and deep nesting a MemoryError or RecursionError.
    except (SyntaxError, ValueError, MemoryError, RecursionError, SystemError) as error:
        return error.with_traceback(None)  # which would keep the callers alive


def parses(source: str) -> bool:
    return parse(source) is not None


def walk(tree: ast.AST) -> list[ast.AST]:
    """The nodes of a tree in the order of `ast.walk`, in half the time."""
    nodes = [tree]
    for node in nodes:  # it grows meanwhile
        for name in node._fields:
            value = getattr(node, name, None)
            if value.__class__ is list:
                nodes.extend(item for item in value if isinstance(item, ast.AST))
            elif isinstance(value, ast.AST):
                nodes.append(value)
    return nodes


def functions(source: str) -> tuple[str, ...]:
    """The functions that a module defines at its top level, in order."""
    tree = parse(source)
    body = tree.body if tree else []
    return tuple(node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def defines(source: str, name: str) -> bool:
    """Whether a module binds `name` at its top level: by def, class, assignment or import."""
    if name not in source and source.isascii():  # other letters may stand for the same name
        return False
    tree = parse(source)
    return tree is not None and name in set(_bound(tree.body))


def _bound(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                yield from (alias.asname or alias.name for alias in aliases)
            case ast.If(body=inner) | ast.Try(body=inner) | ast.With(body=inner):
                yield from _bound(inner)
            case _:
                pass


def imports(*sources: str) -> list[str]:
    """The modules that the sources import, at any level."""
    modules: dict[str, None] = {}
    for source in sources:
        for node in walk(parse(source) or ast.Module([], [])):
            if isinstance(node, ast.Import):
                modules |= dict.fromkeys(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                # A name imported from a package may be a module.
                modules |= dict.fromkeys(
                    [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
                )
    return list(modules)


def stores(*sources: str) -> list[str]:
    """The names that the sources bind, at any level."""
    names: set[str] = set()
    for source in sources:
        for node in walk(parse(source) or ast.Module([], [])):
            match node:
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                    names.add(name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    names.add(name)
                case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                    names |= {(alias.asname or alias.name).partition(".")[0] for alias in aliases}
                case ast.ExceptHandler(name=str(name)):
                    names.add(name)
                case _:
                    pass
    return sorted(names)


@lru_cache(maxsize=16)  # It is the same for all candidates of a task.
def preamble(before: str, entry: str) -> str:
    """The code in `before` above the definition of `entry`: imports, helper functions."""
    head = re.search(rf"^[ \t]*(?:async[ \t]+)?def[ \t]+{re.escape(entry)}\b", before, re.MULTILINE)
    if not entry or head is None:
        return ""
    above = before[: head.start()]
    while (lines := above.rstrip().splitlines()) and lines[-1].lstrip().startswith("@"):
        above = "\n".join(lines[:-1]) + "\n"  # a decorator belongs to the definition
    return above


def future_first(source: str) -> str:
    """Move imports from `__future__` to the top, the only place where they are allowed."""
    tree = parse(source) if "__future__" in source else None
    misplaced = [node for node in _future_imports(tree) if node.lineno > _leading_lines(tree)] if tree else []
    if not misplaced:
        return source
    lines = _lines(source)
    for node in misplaced:
        last = (node.end_lineno or node.lineno) - 1
        # Column offsets are in bytes.
        head = lines[node.lineno - 1].encode()[: node.col_offset].decode()
        tail = lines[last].encode()[node.end_col_offset :].decode()
        lines[node.lineno - 1 : last + 1] = [f"{head}pass{tail}", *[""] * (last + 1 - node.lineno)]
    names = dict.fromkeys(alias.name for node in misplaced for alias in node.names)
    return f"from __future__ import {', '.join(names)}\n" + "".join(lines)


def _future_imports(tree: ast.Module | None) -> Iterator[ast.ImportFrom]:
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            yield node


def _leading_lines(tree: ast.Module | None) -> int:
    """The number of lines at the top that are a docstring or imports from `__future__`."""
    leading = 0
    for number, node in enumerate(tree.body if tree else ()):
        is_docstring = number == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_docstring and not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            break
        leading = node.end_lineno or node.lineno
    return leading


def indent_with_spaces(source: str) -> str:
    """Replace each leading tab by four spaces. The contents of strings stay unchanged."""
    if "\t" not in source:
        return source
    inside = _lines_inside_strings(source)
    return "".join(
        line if number in inside else _spaced(line) for number, line in enumerate(_lines(source), 1)
    )


def _spaced(line: str) -> str:
    body = line.lstrip(" \t")
    return line[: len(line) - len(body)].replace("\t", INDENT) + body


def dedent(source: str) -> str:
    """Remove the indentation of a block. The contents of strings stay unchanged."""
    source = indent_with_spaces(source)
    if re.match(r"(?:[ ]*(?:#[^\n]*)?\n)*[^\s#]", source):
        return source  # already unindented; skip the slow tokenizer
    # Inside an `if`, so that an indented body can be tokenized.
    inside = {number - 1 for number in _lines_inside_strings("if 1:\n" + source)}
    lines = _lines(source)
    margins = [
        len(line) - len(line.lstrip(" "))
        for number, line in enumerate(lines, 1)
        if line.strip() and number not in inside and not line.lstrip().startswith("#")
    ]
    margin = min(margins, default=0)
    return "".join(
        line if number in inside else line[min(margin, len(line) - len(line.lstrip(" "))) :]
        for number, line in enumerate(lines, 1)
    )


def indent(source: str, margin: str = INDENT) -> str:
    """Indent a block. The contents of strings stay unchanged."""
    inside = _lines_inside_strings(source)
    return "".join(
        line if number in inside or not line.strip() else margin + line
        for number, line in enumerate(_lines(source), 1)
    )


def rename(source: str, old: str, new: str) -> str:
    """Rename the identifier `old` to `new`. Strings and comments stay unchanged."""
    if not old or old == new:
        return source
    lines = _lines(source)
    positions = [
        token.start for token in _tokens(source) if token.type == tokenize.NAME and token.string == old
    ]
    for row, column in reversed(positions):
        line = lines[row - 1]
        lines[row - 1] = line[:column] + new + line[column + len(old) :]
    return "".join(lines)


@lru_cache(maxsize=32)  # Called with the same scaffold for every reply.
def identifiers(source: str) -> frozenset[str]:
    """All names and keywords in the code, except in strings and comments."""
    return frozenset(token.string for token in _tokens(source) if token.type == tokenize.NAME)


def _lines(source: str) -> list[str]:
    """The lines as the tokenizer counts them. str.splitlines also splits at form feeds and U+2028."""
    return re.findall(r"[^\n]*\n|[^\n]+", source)


def _lines_inside_strings(source: str) -> set[int]:
    """The numbers of the lines that start inside a string."""
    if not re.search(r'"""|\'\'\'|\\\n', source):
        return set()  # no string spans several lines; skip the slow tokenizer
    strings = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    return {
        number
        for token in _tokens(source)
        if token.type in strings
        for number in range(token.start[0] + 1, token.end[0] + 1)
    }


def _tokens(source: str) -> list[tokenize.TokenInfo]:
    """The tokens up to the first syntax error."""
    tokens = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            tokens.append(token)
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass
    return tokens
