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
MOST_SPANS = 50

_TELLING = (
    ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom | ast.Assign
    | ast.AugAssign | ast.Call | ast.Subscript | ast.For | ast.While | ast.With | ast.Try | ast.Lambda
    | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.JoinedStr | ast.Return | ast.Assert
    | ast.Raise | ast.Delete
)  # fmt: skip
_MARKS = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#[^\n]*|[()\[\]{}]')
_LONG_QUOTES = ('"""', "'''")
_CONTINUES = re.compile(r"[)\]}]|(?:else|elif|except|finally)\b")
_PARENTHESIS = re.compile(r"\s*([^\W\d]\w*) [(\[]")
_INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


def looks_like_code(source: str, known: frozenset[str] = frozenset()) -> bool:
    """Whether what parses is meant as code: `Done` and `this is it` are Python too."""
    tree = python.parse(source)
    if tree is None or not tree.body:
        return False
    if len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr) and _is_remark(source):
        return False
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, _TELLING) or _joins_literals(node):
            return True
        if isinstance(node, ast.Name):
            names.add(node.id)
    return bool(names) and all(name in known or hasattr(builtins, name) for name in names)


def _is_remark(source: str) -> bool:
    """`Note (in short)` and `see [1]`, but not `print (x)`."""
    found = _PARENTHESIS.match(source)
    return found is not None and not hasattr(builtins, found[1])


def _joins_literals(node: ast.AST) -> bool:
    """`'%s' % name` is code, `Input / Output` may be words."""
    return isinstance(node, ast.BinOp) and any(
        isinstance(side, ast.List | ast.Dict | ast.Tuple | ast.Constant) for side in (node.left, node.right)
    )


def find_runs(text: str, known: frozenset[str], truncated: bool = False) -> list[str]:
    """The stretches of code in a text, in order; `known` are the names that code may use as they are."""
    if is_numbered(text):
        return [typed(text)]
    if looks_like_code(whole := repair(python.dedent(text)), known):
        return [whole]
    runs = _runs(text, known, truncated)
    if is_transcript(text) and not any(map(python.functions, runs)):
        session = typed(text)
        return [session] if looks_like_code(session, known) else runs
    return runs


def _runs(text: str, known: frozenset[str], truncated: bool) -> list[str]:
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
    """What stands between single backticks and is code: more than a name, if there is nothing better."""
    spans = [found[1].strip() for found in _INLINE.finditer(text)][:MOST_SPANS]
    telling = [span for span in spans if looks_like_code(span, known)]
    return telling or [span for span in spans if not _is_word(span) and python.parses(span)]


def _is_word(span: str) -> bool:
    return re.fullmatch(r"[\w.\s,-]*", span) is not None and " is " not in span


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
    chunks = ["\n".join(lines[start:end]) for start, end in zip(starts, ends, strict=True)]
    return chunks[:MOST_CHUNKS]


def _starts(lines: list[str], long_strings: bool) -> Iterator[int]:
    quote = ""
    depth = 0
    begun = joined = False  # joined: the line before is a decorator, or ends in a backslash
    for row, line in enumerate(lines):
        if not line.strip() and not quote:
            depth = 0  # prose leaves brackets open; code seldom has an empty line within
            continue
        inside = quote or depth or joined or line[0] in " \t" or _CONTINUES.match(line)
        if not begun or not (inside or _is_comment_within(lines, row)):
            yield row
        begun = True
        joined = line.startswith("@") or line.endswith("\\")
        quote, change = _open_after(line, quote, long_strings)
        depth = max(0, depth + change)


def _is_comment_within(lines: list[str], row: int) -> bool:
    """A comment may stand at the left edge of a block that goes on below it."""
    return lines[row].startswith("#") and row + 1 < len(lines) and lines[row + 1][:1] in (" ", "\t")


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
