"""Text without fences -> runs of lines that are code.

Prose is usually above and below code, not within it.
"""

from __future__ import annotations

import ast
import builtins
import re

from asmeant.languages import python
from asmeant.prompts.extraction.chunks import chunks
from asmeant.prompts.extraction.repairing import repair

MOST_SPANS = 50

_CODE_NODES = (
    ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom | ast.Assign
    | ast.AugAssign | ast.Call | ast.Subscript | ast.For | ast.While | ast.With | ast.Try | ast.Lambda
    | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.JoinedStr | ast.Return | ast.Assert
    | ast.Raise | ast.Delete
)  # fmt: skip
_PARENTHESIS = re.compile(r"\s*([^\W\d]\w*) [(\[]")
_INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_BROKEN = re.compile(r"(?:@[^\n]*\n)*(?:async[ \t]+)?(?:def[ \t]+\w+[ \t]*\(|class[ \t]+\w+[ \t]*[(:])")


def looks_like_code(source: str, known: frozenset[str] = frozenset()) -> bool:
    """Whether a text is code and not prose: `Done` and `this is it` are valid Python, too."""
    tree = python.parse(source)
    if tree is None or not tree.body:
        return False
    if len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr) and _is_remark(source):
        return False
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, _CODE_NODES) or _joins_literals(node):
            return True
        if isinstance(node, ast.Name):
            names.add(node.id)
    return bool(names) and all(name in known or hasattr(builtins, name) for name in names)


def _is_remark(source: str) -> bool:
    """`Note (in short)` and `see [1]`, but not `print (x)`."""
    match = _PARENTHESIS.match(source)
    return match is not None and not hasattr(builtins, match[1])


def _joins_literals(node: ast.AST) -> bool:
    """`'%s' % name` is code, `Input / Output` may be words."""
    return isinstance(node, ast.BinOp) and any(
        isinstance(side, ast.List | ast.Dict | ast.Tuple | ast.Constant) for side in (node.left, node.right)
    )


def find_runs(text: str, known: frozenset[str]) -> list[str]:
    """The runs of code in a text, in order. `known` holds names that the code may use without defining them.

    A definition that does not parse is a run by itself: it is still the model's answer.
    """
    if looks_like_code(whole := repair(python.dedent(text)), known):
        return [whole]
    runs: list[list[str]] = [[]]
    for chunk in chunks(text):
        code = _code_in(chunk, known)
        if code is not None and code == chunk:
            runs[-1].append(code)
        elif code is not None:
            runs += [[code]]  # the first line was prose
        elif runs[-1] and _is_neutral(chunk):
            runs[-1].append(chunk)
        else:
            runs += [[chunk], []] if is_broken_definition(chunk) else [[]]
    return ["\n".join(run).strip("\n") for run in runs if any(not _is_neutral(chunk) for chunk in run)]


def is_broken_definition(chunk: str) -> bool:
    return _BROKEN.match(chunk.lstrip("\n")) is not None and not python.parses(chunk)


def inline_spans(text: str, known: frozenset[str]) -> list[str]:
    """The code between single backticks.

    If none is surely code: every span that parses and is not just words.
    """
    spans = [match[1].strip() for match in _INLINE.finditer(text)][:MOST_SPANS]
    code_spans = [span for span in spans if looks_like_code(span, known)]
    return code_spans or [span for span in spans if not _is_word(span) and python.parses(span)]


def _is_word(span: str) -> bool:
    return re.fullmatch(r"[\w.\s,-]*", span) is not None and " is " not in span


def _code_in(chunk: str, known: frozenset[str]) -> str | None:
    if looks_like_code(chunk, known):
        return chunk
    if not chunk.isascii() and looks_like_code(mended := repair(chunk), known):
        return mended
    if is_broken_definition(chunk):
        return None
    rest = chunk.partition("\n")[2]
    inner = python.dedent(rest) if rest.strip() else ""
    return inner if inner and looks_like_code(inner, known) else None


def _is_neutral(chunk: str) -> bool:
    """A comment or a bare string: it belongs to the code if code surrounds it."""
    tree = python.parse(chunk)
    return tree is not None and all(
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        for node in tree.body
    )
