"""What two commands changed -> whether that is the same, or what differs. Pure."""

from __future__ import annotations

import posixpath
from operator import attrgetter

from asmeant.execution.shell.changes import Change
from asmeant.execution.shell.facts import Facts, facts_after
from asmeant.execution.shell.outcome import Outcome, Sameness
from asmeant.execution.shell.packed import same_packed
from asmeant.execution.shell.reading import same_answer
from asmeant.execution.shell.tree import Tree, parents_of
from asmeant.records import Expectation

# Where programs keep what is of no interest when they are done.
SCRATCH = ("/tmp/", "/dev/shm/", "/var/tmp/")
# What utilities keep for themselves.
OWN = ("/run/mount",)
# Times that say "a day ago" are not of the same second.
SAME_MOMENT_SECONDS = 120
FIXED = attrgetter("kind", "mode", "twin", "owner", "group")


def touched_only(outcome: Outcome) -> bool:
    """Whether it changed the times of files, and nothing else."""
    return bool(_touched(outcome)) and not outcome.stdout.strip() and not visible_changes(outcome)


def same_changes(reference: Outcome, candidate: Outcome, expects: Expectation, tree: Tree) -> Sameness:
    expected, actual = visible_changes(reference), visible_changes(candidate)
    actual = {
        path: change
        for path, change in actual.items()
        if path in expected or change.before is not None or not path.startswith(SCRATCH)
    }
    if reference.changes_cut or candidate.changes_cut:
        return Sameness(False, "more was changed than can be compared")
    for path in sorted(expected.keys() ^ actual.keys()):
        verb = str(expected.get(path) or actual[path]).partition(":")[0]
        fault = f"not {verb}" if path in expected else f"{verb}, and should be as it was"
        return Sameness(False, f"{path} is {fault}")
    if other_times := _other_times(reference, candidate, expects.times):
        return Sameness(False, other_times)
    facts = [facts_after(tree, changes) for changes in ((), reference.changes, candidate.changes)]
    for path, change in sorted(expected.items()):
        if not _same_state(change, actual[path], expects, *facts):
            return Sameness(False, f"{path} is {actual[path]}, expected {change}")
    return Sameness(True)


def _other_times(reference: Outcome, candidate: Outcome, dated: bool) -> str:
    """What is touched otherwise than it should be. All times count if `dated`, or all that changes."""
    expected, actual, changes = _touched(reference), _touched(candidate), visible_changes(reference)
    dated = dated or touched_only(reference)
    only_prints = bool(reference.stdout.strip()) and not changes
    worked_in = {place for path in changes for place in (path, *parents_of(path))}
    for path in sorted(expected.keys() - actual.keys()) if dated else ():
        return f"{path} is not touched"
    for path in sorted(actual.keys() - expected.keys()):
        beside = path not in worked_in and (only_prints or actual[path] is not None)
        if (dated or beside) and not path.startswith(SCRATCH):
            return f"{path} is touched, and should be as it was"
    for path, moment in sorted(expected.items()) if dated else ():
        if not _same_moment(moment, actual[path]):
            return f"{path} is touched, and has another time than expected"
    return ""


def _touched(outcome: Outcome) -> dict[str, int | None]:
    """Which paths have another time, and which: None where that is when they were written."""
    return dict.fromkeys(outcome.touched) | dict(outcome.set_times)


def _same_moment(one: int | None, other: int | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= SAME_MOMENT_SECONDS


def visible_changes(outcome: Outcome) -> dict[str, Change]:
    return {
        change.path: change
        for change in outcome.changes
        if change.what not in ((), ("time",)) and not change.path.startswith(OWN)
    }


def _same_state(expected: Change, actual: Change, expects: Expectation, before: Facts, *after: Facts) -> bool:
    one, other = expected.after, actual.after
    if one is None or other is None:
        return one is other
    if FIXED(one) != FIXED(other):
        return False
    if one.target != other.target:
        # Where they lead, from the root; links on the way are not followed.
        folder, targets = posixpath.dirname(expected.path), (one.target, other.target)
        return len({posixpath.normpath(posixpath.join(folder, target)) for target in targets}) == 1
    if one.digest == other.digest and one.size == other.size:
        return True
    if one.content is None or other.content is None or not (one.size and other.size):
        return False
    if same_packed(one.content, other.content, expects.times):
        return True
    # A file that a command makes may hold its answer, as its output may.
    texts = one.content.decode(errors="surrogateescape"), other.content.decode(errors="surrogateescape")
    is_answer = expects.written and expected.before is None and _end_alike(*texts, expects, before)
    return is_answer and same_answer(*texts, expects, *after)


def _end_alike(one: str, other: str, expects: Expectation, before: Facts) -> bool:
    """Whether two texts in files have as many line breaks at their ends.

    A value may lack its own, and so may a single line that is in no file of the tree: `printf a` is `echo a`.
    """
    lines = [text.rstrip("\n") for text in (one, other)]
    breaks = [len(text) - len(line) for text, line in zip((one, other), lines, strict=True)]
    if breaks[0] == breaks[1]:
        return True
    is_value = expects.kind in ("number", "value") or not any(lines[0] in file for file in before.texts)
    return is_value and {*breaks} == {0, 1} and "\n" not in "".join(lines)
