"""Parts of a word -> the same parts with `{a,b}` and `{1..9}` combined into Brace nodes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from asmeant.languages.bash.parsing.reader import DEEPEST
from asmeant.languages.bash.syntax import Brace, Literal, Part, Word

TOKEN = re.compile(r"[{},]|(?:\\.|[^{},\\]|\\\Z)+", re.DOTALL)
ESCAPE = re.compile(r"\\(.)", re.DOTALL)
SEQUENCE = re.compile(r"(?:[+-]?\d+\.\.[+-]?\d+|[A-Za-z]\.\.[A-Za-z])(?:\.\.[+-]?\d+)?", re.ASCII)


@dataclass(slots=True)
class Open:
    """An open brace: its position, the parts since then, and the positions of its commas."""

    start: int
    parts: list[Part] = field(default_factory=list)
    commas: list[int] = field(default_factory=list)  # indices into parts


def with_braces(parts: list[Part], source: str) -> list[Part]:
    """Combine braces. Braces that are nested too deeply stay unchanged."""
    waiting = [Open(-1)]
    for part in split_literals(parts, source):
        innermost = waiting[-1]
        text = source[part.start : part.end] if isinstance(part, Literal) else ""
        if text == "{" and len(waiting) <= DEEPEST:
            waiting.append(Open(part.start))
        elif text == "}" and len(waiting) > 1:
            waiting.pop()
            waiting[-1].parts.extend(closed(innermost, part, source))
        else:
            if text == "," and len(waiting) > 1:
                innermost.commas.append(len(innermost.parts))
            innermost.parts.append(part)
    whole = waiting[0].parts
    for unclosed in waiting[1:]:
        whole.append(Literal(unclosed.start, unclosed.start + 1, "{"))
        whole.extend(unclosed.parts)
    return joined(whole)


def split_literals(parts: list[Part], source: str) -> list[Part]:
    """Split literals at each brace and comma that is not escaped."""
    cut: list[Part] = []
    for part in parts:
        if not isinstance(part, Literal):
            cut.append(part)
            continue
        for match in TOKEN.finditer(source, part.start, part.end):
            value = ESCAPE.sub(lambda escape: "" if escape[1] == "\n" else escape[1], match[0])
            cut.append(Literal(match.start(), match.end(), value))
    return cut


def closed(brace: Open, closing: Part, source: str) -> list[Part]:
    """The brace as one part. Unchanged if it is not a brace expansion: `{}`, `{a}`."""
    start, end = brace.start, closing.end
    if brace.commas:
        bounds = [-1, *brace.commas, len(brace.parts)]
        places = [start, *(brace.parts[comma].start for comma in brace.commas), closing.start]
        items = (
            Word(
                place + 1,
                next_place,
                source[place + 1 : next_place],
                tuple(joined(brace.parts[bound + 1 : next_bound])),
            )
            for place, next_place, bound, next_bound in zip(
                places, places[1:], bounds, bounds[1:], strict=False
            )
        )
        return [Brace(start, end, tuple(items))]
    inside = source[start + 1 : closing.start]
    if SEQUENCE.fullmatch(inside):
        items_of_sequence = []
        at = start + 1
        for text in inside.split(".."):
            items_of_sequence.append(Word(at, at + len(text), text, (Literal(at, at + len(text), text),)))
            at += len(text) + 2
        return [Brace(start, end, tuple(items_of_sequence), sequence=True)]
    return [Literal(start, start + 1, "{"), *brace.parts, closing]


def joined(parts: list[Part]) -> list[Part]:
    """Join adjacent literals."""
    runs: list[list[Part]] = []
    for part in parts:
        if runs and isinstance(part, Literal) and isinstance(runs[-1][-1], Literal):
            runs[-1].append(part)
        else:
            runs.append([part])
    return [run[0] if len(run) == 1 else literal(run) for run in runs]


def literal(run: list[Part]) -> Literal:
    return Literal(
        run[0].start, run[-1].end, "".join(part.value for part in run if isinstance(part, Literal))
    )
