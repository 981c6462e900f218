"""Groups of answers -> what is printed on the terminal.

An answer and its output can look like anything, so only the left margin can be trusted. The first line of a
command follows its number, all other lines follow a bar, and a long line is continued behind its margin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from asmeant.cli.ask_letters import revealed
from asmeant.cli.console import visible

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.text import Text

    from asmeant.answers import Answer, Group

MOST_LINES, MOST_CHANGES, MOST_SAME = 6, 8, 3
WIDEST = 160
LEAST_WIDTH = 20
INDENT = "    "
LABEL = 9
STYLES = {"works": "green", "waits": "yellow", "untried": "yellow", "fails": "red"}


@dataclass(frozen=True, slots=True)
class Lines:
    """Text with a margin: `first` before its first line, `rest` before the others. It is never truncated.

    With `is_exact`, a long line is broken at the edge of the screen, not between words.
    """

    text: str
    first: str = INDENT
    rest: str = INDENT
    style: str = ""
    is_exact: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        from rich.cells import cell_len
        from rich.text import Text

        margin, width = self.first, max(LEAST_WIDTH, options.max_width - cell_len(self.first))
        for line in self.text.expandtabs(8).split("\n"):
            for row in self._rows(line, width, console):
                yield Text.assemble((margin, "bold" if margin != self.rest else "dim"), (row, self.style))
                margin = self.rest

    def _rows(self, line: str, width: int, console: Console) -> Sequence[str]:
        from rich.cells import cell_len, chop_cells
        from rich.text import Text

        if cell_len(line) <= width:
            return [line]
        return (
            chop_cells(line, width)
            if self.is_exact
            else [row.plain for row in Text(line).wrap(console, width)]
        )


def waiting(done: int, count: int) -> Text:
    from rich.text import Text

    return Text(f"… {done} of {count} answers", style="dim")


def drawn(groups: Sequence[Group], language: str, last: RenderableType | None = None) -> RenderableType:
    """All groups, numbered from 1."""
    from rich.console import Group as Stack

    lines = [line for number, group in enumerate(groups, start=1) for line in _group(number, group, language)]
    return Stack(*lines, *([last] if last is not None else []))


def drawn_again(answer: Answer) -> RenderableType:
    """The outcome of a second trial of a command."""
    from rich.console import Group as Stack

    return Stack(*_trial(answer, "bash"))


def _group(number: int, group: Group, language: str) -> Iterator[RenderableType]:
    from rich.text import Text

    answer = group.best
    # A program is copied rather than run from here, so it has no bars in it.
    bar = "  │ " if language == "bash" else INDENT
    yield Lines(revealed(answer.code) or "(nothing)", f"{number:>2}  ", bar, "bold cyan", is_exact=True)
    if answer.explanation:
        yield Lines(visible(answer.explanation))
    for other in group.answers[1 : MOST_SAME + 1]:
        yield Lines(f"same: {revealed(other.code)}", style="dim", rest=INDENT + "      ", is_exact=True)
    for danger in answer.dangers:
        style = "bold red" if danger.kind == "destroys" else "bold yellow"
        yield Lines(visible(f"{danger.kind}: {danger.text}"), style=style)
    yield from _trial(answer, language, group.score)
    yield Text()


def _trial(answer: Answer, language: str, score: float | None = None) -> Iterator[RenderableType]:
    yield from _output("prints", answer.stdout)
    yield from _output("errors", answer.stderr, "red")
    if language == "bash" and answer.seconds:
        yield from _changes(answer)
    share = "" if score is None else f" · score {score:.2f}"
    yield Lines(visible(answer.ending) + share, style=STYLES[answer.standing])
    for note in answer.notes:
        yield Lines(visible(note), style="yellow")


def _changes(answer: Answer) -> Iterator[RenderableType]:
    if not answer.changes:
        yield _labelled("changes", "nothing", "dim")
    for position, change in enumerate(answer.changes[:MOST_CHANGES]):
        # A file name may contain a newline.
        path = visible(change.path).replace("\n", "\\n")
        yield _labelled("" if position else "changes", f"{path}  {visible(change.what)}")
    more = len(answer.changes) - MOST_CHANGES
    if answer.changes_cut:
        yield _labelled("", f"… and more than {max(more, 0)} others", "dim")
    elif more > 0:
        yield _labelled("", f"… and {more} others", "dim")


def _output(name: str, text: str, style: str = "") -> Iterator[RenderableType]:
    lines = visible(text).rstrip("\n").split("\n") if text.strip() else []
    for position, line in enumerate(lines[:MOST_LINES]):
        visible_line = line if len(line) <= WIDEST else line[:WIDEST] + "…"
        yield _labelled("" if position else name, visible_line, style)
    if len(lines) > MOST_LINES:
        yield _labelled("", f"… and {len(lines) - MOST_LINES} more lines", "dim")


def _labelled(name: str, text: str, style: str = "") -> Lines:
    return Lines(text, f"{INDENT}{name:<{LABEL}}", INDENT + " " * LABEL, style, is_exact=True)
