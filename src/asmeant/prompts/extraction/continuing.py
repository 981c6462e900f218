"""Reply -> code, if the reply continues the text of the prompt. It may run past the end of the function."""

from __future__ import annotations

import ast
import re

from asmeant.languages import python
from asmeant.prompts.extraction.fitting import fit_body, fits
from asmeant.prompts.extraction.prose import find_runs
from asmeant.prompts.extraction.repairing import cut_back, repair
from asmeant.prompts.head import Head, split_before
from asmeant.records import Scaffold

MOST_ENDS = 8


def continue_function(reply: str, scaffold: Scaffold, repairing: bool) -> str:
    """The lines of the reply that belong to the function. Empty if the reply does not continue the function.

    With `repairing`, a truncated function is cut back to its last complete statement.
    """
    head = split_before(scaffold)
    reply = python.indent_with_spaces(reply)
    if head is None or not reply.strip() or _starts_over(reply, scaffold.entry):
        return ""
    if head.returns and (expression := _continue_return(reply, scaffold)):
        return expression
    body = _body(reply, head)
    absolute = _until_dedent(body, scaffold, head)
    if absolute and not _continues_unindented(body, absolute):
        return absolute
    relative = find_runs(reply.strip("\n"), python.identifiers(scaffold.before))[:1]
    if relative and reply.strip().startswith(relative[0].split("\n")[0].strip()):
        return fit_body(relative[0], scaffold, head) or absolute
    return absolute or (_cut_back(body, scaffold, head) if repairing else "")


def before_dedent(reply: str) -> str:
    """The reply up to its first unindented line. It may be wrong, but it is the model's own answer."""
    return _prefixes(reply.strip(), at_margin=True)[0]


def strip_echo(reply: str, prompt_text: str) -> str:
    """The reply without the prompt, if it starts by repeating the prompt."""
    prompt = prompt_text.strip()
    start = len(reply) - len(reply.lstrip())
    return reply[start + len(prompt) :] if prompt and reply.startswith(prompt, start) else reply


def cut_at_stops(reply: str, stops: tuple[str, ...]) -> str:
    """The reply up to the first stop text, as a server would cut it.

    A stop text at the very start is ignored.
    """
    start = len(reply) - len(reply.lstrip())
    stop_positions = [position for stop in stops if (position := reply.find(stop, start)) > 0]
    return reply[: min(stop_positions)] if stop_positions else reply


def _starts_over(reply: str, entry: str) -> bool:
    """Whether the reply starts with a fence or with the whole function, perhaps below imports."""
    text = reply.lstrip()
    head = rf"(?:async\s+)?def\s+{re.escape(entry)}\b"
    if text.startswith(("import ", "from ", "@")):
        return re.search(rf"^{head}", text, re.MULTILINE) is not None
    return re.match(rf"{head}|```|~~~", text) is not None


def _continue_return(reply: str, scaffold: Scaffold) -> str:
    """The expression after `return`. The code that follows it in the function is unreachable."""
    text = re.sub(r"^return\b[ \t]*", "", reply.lstrip())
    for prefix in _prefixes(text, at_margin=False):
        code = _repair_within(prefix.strip(), scaffold)
        if fits(code, scaffold):
            return _first_statement(code, scaffold)
    return ""


def _repair_within(code: str, scaffold: Scaffold) -> str:
    """Repair the code together with the scaffold: a single expression often has too little context."""
    if code.isascii():
        return code
    mended = repair(scaffold.before + code)
    return mended[len(scaffold.before) :] if mended.startswith(scaffold.before) else code


def _first_statement(code: str, scaffold: Scaffold) -> str:
    tree = python.parse(scaffold.before + code + scaffold.after)
    row = scaffold.before.count("\n") + 1
    ends = [
        node.end_lineno or row
        for node in ast.walk(tree or ast.Module([], []))
        if isinstance(node, ast.Return) and node.lineno == row
    ]
    return "\n".join(code.split("\n")[: ends[0] - row + 1]).rstrip() if ends else code


def _body(reply: str, head: Head) -> str:
    """The reply as lines of the function body. The first line is indented, however the prompt ended."""
    lines = reply.split("\n")
    first = next(row for row, line in enumerate(lines) if line.strip())
    width = len(lines[first]) - len(lines[first].lstrip())
    if width < len(head.margin):
        lines[first] = head.margin + lines[first].lstrip()
    return "\n".join(lines[first:])


def _until_dedent(body: str, scaffold: Scaffold, head: Head) -> str:
    for prefix in _prefixes(body, at_margin=True):
        block = python.indent(python.dedent(repair(python.dedent(prefix))), head.margin)
        if code := fit_body(block, scaffold, head):
            return code
    return ""


def _prefixes(text: str, at_margin: bool) -> list[str]:
    """The text up to each of its first unindented lines: the function ends at one of them.

    It need not be the first: an unindented line may be inside a string or brackets, or be a comment.
    """
    lines = text.split("\n")
    edges = [
        row
        for row, line in enumerate(lines)
        if row and line[:1].strip() and not (line.startswith("#") and _is_inside(lines, row))
    ]
    ends = [*edges[:MOST_ENDS], len(lines)] if len(edges) <= MOST_ENDS else edges[:MOST_ENDS]
    return ["\n".join(lines[:end]).rstrip() if at_margin else "\n".join(lines[:end]) for end in ends]


def _is_inside(lines: list[str], row: int) -> bool:
    """Whether the function continues below an unindented comment."""
    below = next(
        (line for line in lines[row + 1 : row + 20] if line.strip() and not line.startswith("#")), ""
    )
    return below[:1] in (" ", "\t")


def _continues_unindented(body: str, accepted: str) -> bool:
    """Whether the body continues with unindented lines: `return` is only valid inside a function."""
    for line in body.split("\n")[1:]:
        if re.match(r"(?:async |def |class |if __name__|@|```|#)", line):
            return False
        if re.match(r"(?:return|yield)\b", line):
            return line not in accepted
    return False


def _cut_back(body: str, scaffold: Scaffold, head: Head) -> str:
    left = cut_back(f"{head.definition}\n{_prefixes(body, at_margin=True)[0]}")
    shortened = left[len(head.definition) + 1 :]
    return (fit_body(shortened, scaffold, head) or "") if shortened.strip() else ""
