"""Text without fences -> runs of lines that are code. Prose lies around code, seldom within it."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from asmeant.languages import python
from asmeant.prompts.extraction.repairing import cut_back, repair
from asmeant.prompts.extraction.transcripts import is_numbered, is_transcript, typed

MOST_CHUNKS = 2_000

_TELLING = (
    ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom | ast.Assign
    | ast.AugAssign | ast.Call | ast.Subscript | ast.For | ast.While | ast.With | ast.Try | ast.Lambda
    | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.JoinedStr | ast.Return | ast.Assert
    | ast.Raise | ast.Delete
)  # fmt: skip
_MARKS = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#[^\n]*|[()\[\]{}]')
_LONG_QUOTES = ('"""', "'''")
_CONTINUES = re.compile(r"[)\]}]|(?:else|elif|except|finally)\b")
_INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


def looks_like_code(source: str, known: frozenset[str] = frozenset()) -> bool:
    """Whether what parses is meant as code: `Done` and `this is it` are Python too."""
    tree = python.parse(source)
    if tree is None or not tree.body:
        return False
    if (
        len(tree.body) == 1
        and re.match(r"\s*[^\W\d]\w* [(\[]", source)
        and not source.lstrip().startswith("return")
    ):
        return False  # `Note (in short)`, `see [1]`
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, _TELLING):
            return True
        if isinstance(node, ast.Name):
            names.add(node.id)
    return bool(names) and all(name in known or hasattr(builtins, name) for name in names)


def find_runs(text: str, known: frozenset[str], truncated: bool = False) -> list[str]:
    """The stretches of code in a text, in order; `known` are the names that code may use as they are."""
    if is_numbered(text):
        return [typed(text)]
    if looks_like_code(whole := repair(python.dedent(text)), known):
        return [whole]
    if is_transcript(text) and looks_like_code(session := typed(text), known):
        return [session]
    chunks = _chunks(text)
    runs: list[list[str]] = [[]]
    for number, chunk in enumerate(chunks):
        code = _code_in(chunk, known, cut=truncated and number == len(chunks) - 1)
        if code is not None and code == chunk:
            runs[-1].append(code)
        elif code is not None:
            runs.append([code])  # the first line was prose
        elif runs[-1] and _is_neutral(chunk):
            runs[-1].append(chunk)
        else:
            runs.append([])
    return ["\n".join(run).strip("\n") for run in runs if any(not _is_neutral(chunk) for chunk in run)]


def inline_spans(text: str, known: frozenset[str]) -> list[str]:
    """What stands between single backticks and is code."""
    return [found[1] for found in _INLINE.finditer(text) if looks_like_code(found[1].strip(), known)][:50]


def _code_in(chunk: str, known: frozenset[str], cut: bool) -> str | None:
    if looks_like_code(chunk, known):
        return chunk
    if not chunk.isascii() and looks_like_code(mended := repair(chunk), known):
        return mended
    rest = chunk.partition("\n")[2]
    inner = python.dedent(rest) if rest.strip() else ""
    if inner and looks_like_code(inner, known):
        return inner
    if cut:
        return next((left for left in map(cut_back, (chunk, inner)) if looks_like_code(left, known)), None)
    return None


def _is_neutral(chunk: str) -> bool:
    """A comment, or a text on its own: part of the code when code surrounds it."""
    tree = python.parse(chunk)
    return tree is not None and all(
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for node in tree.body
    )


def _chunks(text: str) -> list[str]:
    """Lines at the margin, each with the indented lines, open brackets and long strings that follow it."""
    lines = text.split("\n")
    starts = list(_starts(lines, long_strings=text.count('"""') % 2 == 0 and text.count("'''") % 2 == 0))
    ends = [*starts[1:], len(lines)]
    chunks = ["\n".join(lines[start:end]).rstrip() for start, end in zip(starts, ends, strict=True)]
    return chunks[:MOST_CHUNKS]


def _starts(lines: list[str], long_strings: bool) -> Iterator[int]:
    quote = ""
    depth = 0
    begun = joined = False  # joined: the line before is a decorator, or ends in a backslash
    for row, line in enumerate(lines):
        if not line.strip() and not quote:
            depth = 0  # prose leaves brackets open; code seldom has an empty line within
            continue
        if not begun or not (quote or depth or joined or line[0] in " \t" or _CONTINUES.match(line)):
            yield row
        begun = True
        joined = line.startswith("@") or line.endswith("\\")
        quote, change = _open_after(line, quote, long_strings)
        depth = max(0, depth + change)


def _open_after(line: str, quote: str, long_strings: bool) -> tuple[str, int]:
    """The long string that is open at the end of a line, and how many brackets more are open than before."""
    change = 0
    position = 0
    while True:
        if quote:
            if (end := line.find(quote, position)) < 0:
                return quote, change
            quote, position = "", end + 3
        elif mark := _MARKS.search(line, position):
            position = mark.end()
            change += (mark[0] in "([{") - (mark[0] in ")]}")
            quote = mark[0] if long_strings and mark[0] in _LONG_QUOTES else ""
        else:
            return quote, change
