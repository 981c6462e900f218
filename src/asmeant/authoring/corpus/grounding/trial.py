"""Pairs with one intent -> Grounded: a tree in which their commands decide something, or why they do not.

A command runs in the tree that was planted for it. It decides something when it ends well, says or changes
something that doing nothing does not, and does so each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from asmeant.authoring.corpus.grounding.needs import needs
from asmeant.authoring.corpus.grounding.planting import WORK, plant
from asmeant.authoring.corpus.grounding.wanted import Needs, together
from asmeant.authoring.corpus.pairs import Pair
from asmeant.errors import DataError
from asmeant.execution.shell import Entry, Outcome, ShellRunner, Tree, grow
from asmeant.execution.shell.sameness import Told, compare
from asmeant.languages.bash import BashSyntaxError
from asmeant.records import Limits

RUNS = 3
NOTHING = ":"
# What a file tree cannot give a command.
OUTSIDE = {"network": "needs the network", "waits": "waits for somebody"}
# Variables that every sandbox has.
SET = frozenset({"HOME", "PWD", "USER", "PATH", "SHELL"})
LIMITS = Limits(seconds=5.0)


@dataclass(frozen=True, slots=True)
class Tried:
    """`reason` is empty where the pair's command decides something."""

    pair: Pair
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Grounded:
    """The pairs of one intent, and the tree in which they were tried."""

    tried: tuple[Tried, ...]
    entries: tuple[Entry, ...] = ()

    @property
    def deciding(self) -> tuple[Pair, ...]:
        return tuple(one.pair for one in self.tried if not one.reason)


def grounded_all(groups: Iterable[Sequence[Pair]], clock: float) -> Iterator[Grounded]:
    """One for each group of pairs with the same intent."""
    runner = ShellRunner()
    try:
        for pairs in groups:
            yield ground(pairs, runner, clock)
    finally:
        runner.close()


def ground(pairs: Sequence[Pair], runner: ShellRunner, clock: float) -> Grounded:
    """A tree for all commands of one intent, tried out; without awkward names where that lets more decide."""
    wanted: list[tuple[Pair, Needs]] = []
    beyond: list[Tried] = []
    for pair in pairs:
        try:
            found = needs(pair.command)
        except BashSyntaxError as error:
            beyond.append(Tried(pair, "no Bash", str(error)))
            continue
        faults = [Tried(pair, reason, ", ".join(found.variables)) for reason in _beyond(found)]
        beyond += faults[:1]
        wanted += [(pair, found)] if not faults else []
    if not wanted:
        return Grounded(tuple(beyond))
    best = _tried(wanted, beyond, runner, clock, plain=False)
    if len(best.deciding) < len(wanted):
        plain = _tried(wanted, beyond, runner, clock, plain=True)
        best = plain if len(plain.deciding) > len(best.deciding) else best
    return best


def _tried(
    wanted: Sequence[tuple[Pair, Needs]], beyond: list[Tried], runner: ShellRunner, clock: float, plain: bool
) -> Grounded:
    entries = _plantable(plant(together([found for _, found in wanted]), clock, plain))
    try:
        tree = grow(entries, WORK)
    except DataError as error:
        return Grounded((*beyond, *(Tried(pair, "no tree can be made", str(error)) for pair, _ in wanted)))
    return Grounded((*beyond, *(_run(pair, tree, runner) for pair, _ in wanted)), entries)


def _says_so_by_status(outcome: Outcome) -> bool:
    """diff says by status 1 that files differ, find that it was not let into folders of the machine."""
    complaints = [line for line in outcome.stderr.splitlines() if not line.endswith("Permission denied")]
    return outcome.exit_status == 1 and bool(outcome.stdout) and not complaints


def _beyond(wanted: Needs) -> Iterator[str]:
    if set(wanted.variables) - SET:
        yield "needs a variable"
    yield from (words for effect, words in OUTSIDE.items() if effect in wanted.effects)


def _plantable(entries: list[Entry]) -> tuple[Entry, ...]:
    """Without what lies where the machine shows its own tools."""
    kept = []
    for entry in entries:
        try:
            grow([entry], WORK)
        except DataError:
            continue
        kept.append(entry)
    return tuple(kept)


def _run(pair: Pair, tree: Tree, runner: ShellRunner) -> Tried:
    first = runner.run(pair.command, tree, LIMITS)
    if first.missing_tool:
        return Tried(pair, "a tool is missing here", first.missing_tool)
    if not first.succeeded and not _says_so_by_status(first):
        said = first.stderr[:200].strip()
        return Tried(pair, "the command fails", f"{first.ending}, status {first.exit_status}: {said}")
    if not first.stdout.strip("0 \n") and not first.changes and not first.touched:
        return Tried(pair, "the command finds nothing", first.stderr[:200].strip())
    told = Told(pair.command, first)
    for _ in range(RUNS - 1):
        again = Told(pair.command, runner.run(pair.command, tree, LIMITS))
        if not (found := compare(told, again, pair.intent, tree)).same:
            return Tried(pair, "not the same each time", found.reason)
    idle = Told(NOTHING, runner.run(NOTHING, tree, LIMITS))
    found = compare(told, idle, pair.intent, tree)
    if found.same:
        return Tried(pair, "doing nothing does the same", found.reason)
    return Tried(pair, "depends on more than files", found.unstable) if found.unstable else Tried(pair)
