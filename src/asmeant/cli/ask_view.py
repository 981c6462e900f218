"""Groups of answers -> what a person sees of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from asmeant.cli.console import visible

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.padding import Padding
    from rich.text import Text

    from asmeant.answers import Answer, Group

MOST_LINES, MOST_CHANGES, MOST_SAME = 6, 8, 3
WIDEST = 160
STYLES = {"works": "green", "waits": "yellow", "untried": "yellow", "fails": "red"}


def waiting(done: int, count: int) -> Text:
    from rich.text import Text

    return Text(f"… {done} of {count} answers", style="dim")


def drawn(groups: Sequence[Group], language: str, last: RenderableType | None = None) -> RenderableType:
    """All groups, numbered from 1."""
    from rich.console import Group as Stack

    lines = [line for number, group in enumerate(groups, start=1) for line in _group(number, group, language)]
    return Stack(*lines, *([last] if last is not None else []))


def _group(number: int, group: Group, language: str) -> Iterator[RenderableType]:
    from rich.text import Text

    answer = group.best
    # The code is never cut: what is shown is what would run.
    code = visible(answer.code).replace("\n", "\n    ") or "(nothing)"
    yield Text.assemble((f"{number:>2}  ", "bold"), (code, "bold cyan"), (f"   {group.score:.2f}", "dim"))
    if answer.explanation:
        yield _line(answer.explanation)
    for other in group.answers[1 : MOST_SAME + 1]:
        yield _line(f"same: {other.code}", "dim")
    for danger in answer.dangers:
        style = "bold red" if danger.kind == "destroys" else "bold yellow"
        yield _line(f"{danger.kind}: {danger.text}", style)
    yield from _trial(answer, language)
    yield Text()


def _trial(answer: Answer, language: str) -> Iterator[RenderableType]:
    yield from _block("prints", answer.stdout)
    yield from _block("errors", answer.stderr, "red")
    if language == "bash" and answer.seconds:
        yield from _changes(answer)
    yield _line(answer.ending, STYLES[answer.standing])
    for note in answer.notes:
        yield _line(note, "yellow")


def _changes(answer: Answer) -> Iterator[RenderableType]:
    if not answer.changes:
        yield _line("changes  nothing", "dim")
    for position, change in enumerate(answer.changes[:MOST_CHANGES]):
        yield _line(f"{'' if position else 'changes':<8} {change.path}  {change.what}")
    more = len(answer.changes) - MOST_CHANGES
    if answer.changes_cut:
        yield _line(f"{'':<8} … and more than {max(more, 0)} others", "dim")
    elif more > 0:
        yield _line(f"{'':<8} … and {more} others", "dim")


def _block(name: str, text: str, style: str = "") -> Iterator[RenderableType]:
    lines = visible(text).rstrip("\n").split("\n") if text.strip() else []
    for position, line in enumerate(lines[:MOST_LINES]):
        shown = line if len(line) <= WIDEST else line[:WIDEST] + "…"
        yield _line(f"{'' if position else name:<8} {shown}", style)
    if len(lines) > MOST_LINES:
        yield _line(f"{'':<8} … and {len(lines) - MOST_LINES} more lines", "dim")


def _line(text: str, style: str = "", indent: int = 4) -> Padding:
    from rich.padding import Padding
    from rich.text import Text

    return Padding(Text(visible(text), style=style), (0, 0, 0, indent), expand=False)
