"""An intent and its references -> Grounded: trees in which they decide something, or why there are none.

A reference decides something in a tree if it succeeds, its outcome differs from that of doing nothing, and is
the same each time. It must depend on files only: not on a clock, network, machine or chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from asmeant.authoring.corpus.clean import clean
from asmeant.authoring.corpus.constants import differences
from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.grounding.minding import contradicts_case, minded
from asmeant.authoring.grounding.needs import Needs, merged, needs
from asmeant.authoring.grounding.places import WORK, NamedPath, is_on_machine
from asmeant.authoring.grounding.planting import plant
from asmeant.authoring.grounding.surroundings import Surroundings, surroundings
from asmeant.errors import DataError
from asmeant.execution.shell import Entry, Outcome, ShellRunner, Tree, grow
from asmeant.execution.shell.comparing import compare, says_anything
from asmeant.execution.shell.tools import missing_tools
from asmeant.execution.shell.tree import HOME, MADE
from asmeant.execution.worlds.commands import BuiltCommands
from asmeant.languages.bash import BashSyntaxError
from asmeant.languages.bash.command import calls
from asmeant.languages.bash.effects import effects
from asmeant.languages.bash.expecting import expectation
from asmeant.languages.bash.understanding import understand
from asmeant.languages.natural import normalised_intent
from asmeant.records import Expectation, Limits

Reason = tuple[str, str]  # with a detail

NOTHING = ":"
# Times that cannot be set: when a file's status changed, and when it was created.
UNSETTABLE = ("-ctime", "-cmin", "-cnewer", "-newerct", "-newerBt", "-newercm", "-newercc", "-used")
INPUT = f"{HOME}/input"
# Processes that end while they are listed are ignored.
NOT_THERE = re.compile(r"^(?!.*/proc/).*No such file or directory", re.MULTILINE)
# The time for a command that finds its files at once, and the maximum for a candidate that only waits.
LIMITS = Limits(seconds=2.0, output_bytes=262_144)


@dataclass(frozen=True, slots=True)
class Setting:
    """The number of trees in which a command is tried, the runs in each, and its time limit."""

    trees: int = 3
    runs: int = 3
    limits: Limits = LIMITS


@dataclass(frozen=True, slots=True)
class Expected:
    """A command whose outcome is expected of others, and a command that does nothing instead."""

    command: str
    idle: str
    expects: Expectation


@dataclass(frozen=True, slots=True)
class Reference:
    """One of the commands for an intent. `reason` is empty if it decides something, in `trees` of them.

    `cleaned` is its command without prompt, sudo and paths of utilities: with `around.before`, this is run.
    """

    pair: Pair
    cleaned: str
    around: Surroundings = field(default_factory=Surroundings)
    reason: str = ""
    detail: str = ""
    trees: tuple[int, ...] = ()

    @property
    def decides(self) -> bool:
        return not self.reason

    @property
    def runs(self) -> str:
        return self.around.before + self.cleaned + self.around.after

    @property
    def prints(self) -> str:
        """A command that shows the effect of this one, which may only change its shell."""
        return self.around.before + (self.around.shown or self.cleaned)


@dataclass(frozen=True, slots=True)
class Grounded:
    """An intent with all its references, and the trees that were planted for them."""

    intent: str
    references: tuple[Reference, ...]
    planted: tuple[Sequence[Entry], ...] = ()
    needs: Needs = field(default_factory=Needs)

    @property
    def clock(self) -> float | None:
        """The time in the trees; None if dates are named, because files must keep theirs."""
        return None if self.needs.dates and not self.needs.ages else MADE

    def grown(self, entries: Iterable[Entry], runner: ShellRunner) -> Tree:
        """The tree as a check of a task has it."""
        tree = grow(entries, WORK)
        if self.clock is None:
            return tree
        return tree.standing_at(self.clock) if runner.has_clock else tree.moved_in_time(self.clock)

    def expected(self, reference: Reference) -> Expected:
        """What is expected, given a reference and the others that decide."""
        others = (other.prints for other in self.deciding if other.runs != reference.runs)
        expects = expectation((reference.prints, *others), self.intent)
        idle = reference.around.before + NOTHING + reference.around.after
        return Expected(reference.runs, idle, expects)

    @property
    def deciding(self) -> tuple[Reference, ...]:
        return tuple(reference for reference in self.references if reference.decides)


def groups(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Pairs with the same normalised intent, grouped: each of their commands is right."""
    by_intent: dict[str, list[Pair]] = {}
    for pair in pairs:
        by_intent.setdefault(normalised_intent(pair.intent), []).append(pair)
    return list(by_intent.values())


def ground(pairs: Sequence[Pair], runner: ShellRunner, setting: Setting) -> Grounded:
    """The trees for one intent, tried out. All pairs have that intent."""
    references = tuple(_looked_at(pair, runner.world) for pair in pairs)
    commands = (reference.around.command for reference in references if reference.decides)
    all_needs = minded(merged(map(needs, commands)), pairs[0].intent)
    untried = Grounded(pairs[0].intent, references, needs=all_needs)
    attempts = (_tried(attempt, runner, setting) for attempt in _attempts(untried, setting))
    first = next(attempts, untried)
    return first if first.deciding else next((result for result in attempts if result.deciding), first)


def _attempts(grounded: Grounded, setting: Setting) -> Iterator[Grounded]:
    """Several trees; trees with single matches; and lines on standard input."""
    all_needs, references = grounded.needs, grounded.references
    key = "\n".join(reference.cleaned for reference in grounded.deciding)
    if not grounded.deciding:
        return
    if not any(item.around.reads_input for item in references):
        yield replace(grounded, planted=_planted(all_needs, key, setting))
        single = plant(all_needs, f"single\n{key}", is_single=True)  # `cd $(find ...)`
        yield replace(grounded, planted=(single,))
    all_needs = replace(all_needs, places=(*all_needs.places, NamedPath(INPUT, "file")))
    reading = tuple(replace(item, around=item.around.reading(INPUT)) for item in references)
    yield replace(grounded, references=reading, planted=_planted(all_needs, key, setting), needs=all_needs)


def _planted(all_needs: Needs, key: str, setting: Setting) -> tuple[Sequence[Entry], ...]:
    return tuple(plant(all_needs, f"{number}\n{key}") for number in range(setting.trees))


def cleaned(command: str) -> str:
    """The command, cleaned as in the corpus. The sandbox has no sudo, and utilities are found by name."""
    return next(clean([Pair(0, "", command)])).pair.command


def _looked_at(pair: Pair, world: BuiltCommands | None) -> Reference:
    command = cleaned(pair.command)
    try:
        around = surroundings(command)
        reasons = _reasons(pair.intent, command, around, world)
    except BashSyntaxError as error:
        return Reference(pair, command, reason="is no Bash", detail=str(error).splitlines()[0])
    return Reference(pair, command, around, *next(reasons, ("", "")))


def _reasons(
    intent: str, command: str, around: Surroundings, world: BuiltCommands | None
) -> Iterator[Reason]:
    """Why a command cannot decide anything, in any tree."""
    tree = understand(around.command)
    if "network" in effects(tree):
        yield "depends on the network", ""
    for flag in (flag for call in calls(tree) if call.name == "find" for flag in call.flags):
        if flag.name in UNSETTABLE:
            yield "asks when a file was made or its status changed", flag.name
    missing = missing_tools(around.command, is_reference=True, world=world)
    if missing:
        yield "a tool is not installed", missing[0]
    if contradicts_case(command, intent):
        yield "contradicts its intent", "it minds case"
    for difference in differences(intent, command):
        yield "contradicts its intent", f"{difference.command[0]} for {difference.intent[0]}"
    if around.unknown:
        yield "needs a variable that nothing sets", around.unknown
    words = " ".join((intent, *around.values.values())).lower()
    for place in needs(around.command).places:
        if not place.is_pattern and not _is_known(place.path, words):
            yield "names a path that its intent does not", place.path


def _is_known(path: str, words: str) -> bool:
    """Whether a path can be known from the intent: it is on every machine, or the words name a part of it."""
    steps = re.findall(r"[^/]*\w[^/]*", path.removeprefix(WORK).removeprefix(HOME).lower())
    return is_on_machine(path) or not steps or any(step.partition(".")[0] in words for step in steps)


# ── trying ─────────────────────────────────────────────────────────────────────────────────────────


def _tried(grounded: Grounded, runner: ShellRunner, setting: Setting) -> Grounded:
    """The references with what they do in the trees: where they decide something, or why they do not."""
    try:
        trees = [grounded.grown(entries, runner) for entries in grounded.planted]
    except DataError as error:
        failed = (
            replace(item, reason=item.reason or "no tree can be made", detail=item.detail or str(error))
            for item in grounded.references
        )
        return replace(grounded, references=tuple(failed), planted=())
    references = (
        _in_trees(item, grounded.expected(item), trees, runner, setting) for item in grounded.references
    )
    return replace(grounded, references=tuple(references))


def _in_trees(
    reference: Reference, expected: Expected, trees: Sequence[Tree], runner: ShellRunner, setting: Setting
) -> Reference:
    if not reference.decides:
        return reference
    reasons = [next(faults(expected, tree, runner, setting), None) for tree in trees]
    good = tuple(number for number, reason in enumerate(reasons) if reason is None)
    reason, detail = (None if good else reasons[0]) or ("", "")
    return replace(reference, reason=reason, detail=detail, trees=good)


def faults(expected: Expected, tree: Tree, runner: ShellRunner, setting: Setting) -> Iterator[Reason]:
    """Why a command decides nothing in a tree."""
    first = runner.run(expected.command, tree, setting.limits)
    yield from _at_once(first)
    idle = runner.run(expected.idle, tree, setting.limits)
    nothing = compare(first, idle, expected.expects, tree)
    if nothing.same:
        yield "doing nothing does the same", nothing.reason
    for _ in range(setting.runs - 1):
        again = compare(first, runner.run(expected.command, tree, setting.limits), expected.expects, tree)
        if not again.same:
            yield "is not the same each time", again.reason


def _at_once(outcome: Outcome) -> Iterator[Reason]:
    complaint = outcome.stderr.strip()[:200]
    if outcome.ending == "not run":
        yield "cannot be run here", outcome.reason
    elif outcome.ending != "finished":
        yield "does not come to an end", outcome.ending
    elif not says_anything(outcome):
        yield ("fails", complaint) if outcome.exit_status else ("finds nothing to do", complaint)
    elif NOT_THERE.search(complaint) and all(change.after is not None for change in outcome.changes):
        yield "names what is not there", complaint
    elif outcome.stdout_cut or outcome.changes_cut:
        yield "says more than can be compared", ""
