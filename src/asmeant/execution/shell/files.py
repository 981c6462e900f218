"""What two commands changed -> the equivalence under which that is the same, or what differs. Pure."""

from __future__ import annotations

import posixpath
from dataclasses import replace

from asmeant.execution.shell.changes import Change, State
from asmeant.execution.shell.latitude import Latitude
from asmeant.execution.shell.outcome import Outcome
from asmeant.execution.shell.packed import same_packed
from asmeant.execution.shell.rows import equivalence
from asmeant.execution.shell.tree import Tree

# Where programs keep what is of no interest when they are done.
SCRATCH = ("/tmp/", "/dev/shm/", "/var/tmp/")
# Times that say "a day ago" are not of the same second.
SAME_MOMENT_SECONDS = 120


def changed_anything(outcome: Outcome) -> bool:
    return bool(_seen_changes(outcome))


def same_changes(
    reference: Outcome, candidate: Outcome, latitude: Latitude, tree: Tree, dated: bool
) -> tuple[str | None, str]:
    """The equivalence under which the same was changed; or None, and the first thing that differs.

    `dated` says that the reference sets times, so that these count.
    """
    expected, found = _seen_changes(reference), _seen_changes(candidate)
    found = {
        path: change
        for path, change in found.items()
        if path in expected or change.before is not None or not path.startswith(SCRATCH)
    }
    if reference.changes_cut or candidate.changes_cut:
        return None, "more was changed than can be compared"
    for path in sorted(expected.keys() | found.keys()):
        if path not in found:
            return None, f"{path} is not {_verb(expected[path])}"
        if path not in expected:
            return None, f"{path} is {_verb(found[path])}, and should be as it was"
    late = _other_times(reference, candidate, dated)
    if late:
        return None, late
    needed = ""
    for path, change in sorted(expected.items()):
        same = _same_state(change, found[path], latitude, tree, dated)
        if same is None:
            return None, f"{path} is {found[path]}, expected {change}"
        needed = needed or same
    return needed, ""


def _other_times(reference: Outcome, candidate: Outcome, dated: bool) -> str:
    """What is not touched as it should be: counts where the reference does nothing else, or sets times."""
    expected = _touched(reference)
    found = _touched(candidate)
    if not (expected and _only_touches(reference)) and not dated:
        return ""
    for path in sorted(expected.keys() - found.keys()):
        return f"{path} is not touched"
    for path in sorted(found.keys() - expected.keys()):
        if not path.startswith(SCRATCH):
            return f"{path} is touched, and should be as it was"
    for path, moment in sorted(expected.items()):
        if not _same_moment(moment, found[path]):
            return f"{path} is touched, and has another time than expected"
    return ""


def _touched(outcome: Outcome) -> dict[str, int | None]:
    """Which paths have another time, and which: None where that is when they were written."""
    return dict.fromkeys(outcome.touched) | dict(outcome.set_times)


def _only_touches(outcome: Outcome) -> bool:
    return not (outcome.stdout.strip() or changed_anything(outcome))


def _same_moment(one: int | None, other: int | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= SAME_MOMENT_SECONDS


def _seen_changes(outcome: Outcome) -> dict[str, Change]:
    return {change.path: change for change in outcome.changes if change.what not in ((), ("time",))}


def _verb(change: Change) -> str:
    return str(change).partition(":")[0]


def _same_state(expected: Change, found: Change, latitude: Latitude, tree: Tree, dated: bool) -> str | None:
    one, other = expected.after, found.after
    if one is None or other is None:
        return "" if one is other else None
    if (one.kind, one.mode, one.twin) != (other.kind, other.mode, other.twin):
        return None
    if one.target != other.target:
        there = (_led_to(expected.path, state.target) for state in (one, other))
        return "target of a link" if next(there) == next(there) else None
    if one.digest == other.digest:
        return ""
    if one.content is None or other.content is None or not (one.size and other.size):
        return None
    if same_packed(one.content, other.content, dated):
        return "how it is packed"
    return _same_file(one, other, latitude, tree) if expected.before is None else None


def _led_to(path: str, target: str) -> str:
    """Where a link leads, said from the root; links on the way are not followed."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), target))


def _same_file(one: State, other: State, latitude: Latitude, tree: Tree) -> str | None:
    """A file that a command makes may be a listing as well as its output may."""
    try:
        texts = (one.content or b"").decode(), (other.content or b"").decode()
    except UnicodeDecodeError:
        return None
    return same_text(*texts, latitude, tree)


def same_text(expected: str, found: str, latitude: Latitude, tree: Tree) -> str | None:
    same = equivalence(expected, found, latitude)
    if same and ("spacing" in same or "line breaks" in same) and _is_all_of_a_file(expected, tree):
        return equivalence(expected, found, replace(latitude, exact_spacing=True))
    return same


def _is_all_of_a_file(text: str, tree: Tree) -> bool:
    """Whether it has all words of a file: then how they are spaced is what was done, or left alone."""
    words = text.encode().split()
    return len(words) > 1 and any(
        entry.kind == "file" and words[0] in entry.content and entry.content.split() == words
        for entry in tree.entries
    )
