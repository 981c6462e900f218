"""Progress and messages: bars on a terminal, lines of text elsewhere, nothing with --json."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

import click

from asmeant.cli.pace import Pace, in_words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

SECONDS_BETWEEN_LINES = 10.0


# Characters that move the cursor, change colours, ring or hide text on a terminal: control characters other
# than newline and tab, marks that change the direction of writing, and lone surrogates, which cannot be
# printed.
_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def visible(text: str) -> str:
    """Text of a model or a program, safe to print: every control character is written as its escape."""
    return _CONTROL.sub(
        lambda match: match[0].encode("unicode_escape").decode("ascii"), text.replace("\r\n", "\n")
    )


def terminal(error: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=error, highlight=False)


def say(text: str) -> None:
    """Prints a message to the user, on standard error."""
    click.echo(f"asmeant: {text}", err=True)


def say_once() -> Callable[[str], None]:
    """A function like `say` that prints the same message only once."""
    messages: set[str] = set()

    def speak(text: str) -> None:
        if text not in messages:
            messages.add(text)
            say(text)

    return speak


class Bar(Protocol):
    def advance(self, amount: int = 1, note: str = "") -> None: ...

    def print(self, text: str) -> None: ...


@contextmanager
def progress(title: str, total: int | None, done: int = 0, quiet: bool = False) -> Iterator[Bar]:
    """A progress bar on standard error, so that standard output has only results."""
    console = terminal(error=True)
    if quiet:
        yield _Silent()
    elif console.is_terminal:
        with _columns(console) as bars:
            yield _RichBar(bars, title, total, done)
    else:
        lines = _Lines(title, total, done)
        yield lines
        lines.say(last=True)


def _columns(console: Console) -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
    from rich.text import Text

    class TimeLeft(ProgressColumn):
        def render(self, task: Task) -> Text:
            pace: Pace = task.fields["pace"]
            seconds = pace.seconds_left(int(task.remaining)) if task.remaining is not None else None
            return Text(in_words(seconds), style="progress.remaining")

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeLeft(),
        TextColumn("{task.fields[note]}"),
        console=console,
    )


@contextmanager
def download_bars(quiet: bool = False) -> Iterator[Callable[[str, int, int | None], None]]:
    """A bar for each file that is downloaded. Called with the file's name, the bytes so far and in all."""
    console = terminal(error=True)
    if quiet or not console.is_terminal:
        titled: set[str] = set()

        def say(name: str, _done: int, _total: int | None) -> None:
            if name not in titled and not quiet:
                click.echo(f"fetching {name}", err=True)
            titled.add(name)

        yield say
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

    columns = TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn()
    with Progress(*columns, console=console) as bars:
        ids: dict[str, TaskID] = {}

        def draw(name: str, done: int, total: int | None) -> None:
            if name not in ids:
                ids[name] = bars.add_task(name)
            bars.update(ids[name], completed=done, total=total)

        yield draw


class _Silent:
    def advance(self, amount: int = 1, note: str = "") -> None:
        pass

    def print(self, text: str) -> None:
        pass


class _RichBar:
    def __init__(self, bars: Progress, title: str, total: int | None, done: int) -> None:
        self.bars, self.begun, self.pace = bars, time.monotonic(), Pace()
        self.bar = bars.add_task(title, total=total, completed=done, rate="", note="", pace=self.pace)

    def advance(self, amount: int = 1, note: str = "") -> None:
        self.pace.advance(amount)
        rate = f"{self.pace.done / max(1e-9, time.monotonic() - self.begun):,.1f}/s"
        self.bars.update(self.bar, advance=amount, rate=rate, note=note)

    def print(self, text: str) -> None:
        self.bars.console.print(text)


class _Lines:
    """For logs: prints a line from time to time, and one at the end."""

    def __init__(self, title: str, total: int | None, done: int) -> None:
        self.what, self.total, self.done, self.first = title, total, done, done
        self.begun = self.spoken = time.monotonic()
        self.note, self.pace = "", Pace()

    def advance(self, amount: int = 1, note: str = "") -> None:
        self.done, self.note = self.done + amount, note
        self.pace.advance(amount)
        if time.monotonic() - self.spoken > SECONDS_BETWEEN_LINES:
            self.say()

    def print(self, text: str) -> None:
        terminal(error=True).print(text)

    def say(self, last: bool = False) -> None:
        self.spoken = time.monotonic()
        passed = self.spoken - self.begun
        rate = (self.done - self.first) / max(1e-9, passed)
        seconds = self.pace.seconds_left(self.total - self.done) if self.total and not last else None
        remaining = f", {seconds:.0f} s left" if seconds is not None else f", {passed:.0f} s"
        of = f" of {self.total}" if self.total else ""
        click.echo(f"{self.what}: {self.done}{of} ({rate:.1f}/s{remaining}) {self.note}".rstrip(), err=True)
