"""Reply -> code, where the reply goes on from the prompt's last letter and on past the function's end."""

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
    """The part of the reply that belongs to the function, fitted; empty where it does not continue one.

    With `repairing`, a function that was cut off ends with its last complete statement.
    """
    head = split_before(scaffold)
    reply = python.indent_with_spaces(reply)
    if head is None or not reply.strip() or _begins_anew(reply, scaffold.entry):
        return ""
    if head.returns and (expression := _continue_return(reply, scaffold)):
        return expression
    body = _body(reply, head)
    absolute = _until_dedent(body, scaffold, head)
    if absolute and not _goes_on_at_margin(body, absolute):
        return absolute
    relative = find_runs(reply.strip("\n"), python.identifiers(scaffold.before))[:1]
    if relative and reply.strip().startswith(relative[0].split("\n")[0].strip()):
        return fit_body(relative[0], scaffold, head) or absolute
    return absolute or (_cut_back(body, scaffold, head) if repairing else "")


def first_part(reply: str) -> str:
    """What came before the reply went on to other things: wrong, but the model's own answer."""
    return _parts(reply.strip(), at_margin=True)[0]


def strip_echo(reply: str, prompt_text: str) -> str:
    """Without the prompt, where a reply repeats it before going on."""
    asked = prompt_text.strip()
    start = len(reply) - len(reply.lstrip())
    return reply[start + len(asked) :] if asked and reply.startswith(asked, start) else reply


def cut_at_stops(reply: str, stops: tuple[str, ...]) -> str:
    """As a server does that knows them; one at the very beginning would leave nothing, and is passed over."""
    start = len(reply) - len(reply.lstrip())
    found = [place for stop in stops if (place := reply.find(stop, start)) > 0]
    return reply[: min(found)] if found else reply


def _begins_anew(reply: str, entry: str) -> bool:
    """A fence, or the whole function, perhaps under imports."""
    text = reply.lstrip()
    head = rf"(?:async\s+)?def\s+{re.escape(entry)}\b"
    if text.startswith(("import ", "from ", "@")):
        return re.search(rf"^{head}", text, re.MULTILINE) is not None
    return re.match(rf"{head}|```|~~~", text) is not None


def _continue_return(reply: str, scaffold: Scaffold) -> str:
    """One expression: whatever follows it in the function can never be reached."""
    text = re.sub(r"^return\b[ \t]*", "", reply.lstrip())
    for part in _parts(text, at_margin=False):
        code = _repair_within(part.strip(), scaffold)
        if fits(code, scaffold):
            return _first_statement(code, scaffold)
    return ""


def _repair_within(code: str, scaffold: Scaffold) -> str:
    """Repaired as part of the whole, where the code alone says too little."""
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
    """The reply as lines of the body; the first stands at the margin, however the prompt ended."""
    lines = reply.split("\n")
    first = next(row for row, line in enumerate(lines) if line.strip())
    width = len(lines[first]) - len(lines[first].lstrip())
    if width < len(head.margin):
        lines[first] = head.margin + lines[first].lstrip()
    return "\n".join(lines[first:])


def _until_dedent(body: str, scaffold: Scaffold, head: Head) -> str:
    for part in _parts(body, at_margin=True):
        block = python.indent(python.dedent(repair(python.dedent(part))), head.margin)
        if code := fit_body(block, scaffold, head):
            return code
    return ""


def _parts(text: str, at_margin: bool) -> list[str]:
    """The text up to each of the first lines at the left edge: the function ends at one of them.

    The first such line may lie in a string or a bracket, and comments may stand anywhere.
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
    """Whether the function goes on below a comment at the left edge."""
    below = next(
        (line for line in lines[row + 1 : row + 20] if line.strip() and not line.startswith("#")), ""
    )
    return below[:1] in (" ", "\t")


def _goes_on_at_margin(body: str, taken: str) -> bool:
    """A `return` at the left edge belongs to no module: the reply left the margin to the prompt."""
    for line in body.split("\n")[1:]:
        if re.match(r"(?:async |def |class |if __name__|@|```|#)", line):
            return False
        if re.match(r"(?:return|yield)\b", line):
            return line not in taken
    return False


def _cut_back(body: str, scaffold: Scaffold, head: Head) -> str:
    left = cut_back(f"{head.definition}\n{_parts(body, at_margin=True)[0]}")
    kept = left[len(head.definition) + 1 :]
    return (fit_body(kept, scaffold, head) or "") if kept.strip() else ""
