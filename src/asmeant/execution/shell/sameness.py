"""Two outcomes -> whether a person would call them the same, and which equivalence that took. Pure.

Files are compared by kind, mode and content, output exactly, and only then by the equivalences in `rows`.
What the commands are decides which of these may be used: see `asked`. Where they say different things because
the clock, the processes or the machine had to be asked, nothing can be decided: that is *unstable*.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache

from asmeant.execution.shell.asked import LISTING, Asked, asked, asks_for_files, asks_for_order
from asmeant.execution.shell.changes import Change, State
from asmeant.execution.shell.outcome import Outcome
from asmeant.execution.shell.packed import same_packed
from asmeant.execution.shell.rows import Latitude, equivalence
from asmeant.execution.shell.tree import EMPTY, Tree

# Where programs keep what is of no interest when they are done.
SCRATCH = ("/tmp/", "/dev/shm/", "/var/tmp/")
MOST_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Sameness:
    """`reason` says which equivalence was needed, or what differs; `unstable` why nothing can be decided."""

    same: bool
    reason: str = ""
    unstable: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A command, and what came of it."""

    command: str
    outcome: Outcome

    @property
    def asked(self) -> Asked:
        return asked(self.command)


def compare(reference: Told, candidate: Told, intent: str = "", tree: Tree = EMPTY) -> Sameness:
    """Whether the candidate's outcome is the reference's, both of them begun in that tree."""
    found = _compare(reference, candidate, intent, tree)
    if found.same:
        return found
    if reference.asked.needs:
        return replace(found, unstable=f"what the reference says depends on {reference.asked.needs}")
    if not (reference.outcome.succeeded or _says_anything(reference.outcome)):
        return replace(found, unstable=f"the reference fails here: {_short(reference.outcome.stderr)}")
    return found


def _compare(reference: Told, candidate: Told, intent: str, tree: Tree) -> Sameness:
    latitude = _latitude(reference.asked, candidate.asked, intent, tree)
    changed, why = _changes(reference.outcome, candidate.outcome, latitude)
    if changed is None:
        return Sameness(False, why)
    said = equivalence(reference.outcome.stdout, candidate.outcome.stdout, latitude)
    if (
        said is None
        and changed_anything(reference.outcome)
        and _only_comments(reference, candidate, latitude.names)
    ):
        said = "what is said along the way"
    if said is None:
        return Sameness(False, _difference(reference.outcome.stdout, candidate.outcome.stdout))
    if reference.outcome.stdout_cut != candidate.outcome.stdout_cut:
        return Sameness(False, "one of them says more than can be compared")
    if not _says_anything(reference.outcome) and reference.outcome.succeeded != candidate.outcome.succeeded:
        return Sameness(
            False,
            f"ended with status {candidate.outcome.exit_status}, expected {reference.outcome.exit_status}",
        )
    needed = dict.fromkeys(name for name in (changed, said) if name)
    return Sameness(True, f"the same but for: {', '.join(needed)}" if needed else "")


def _latitude(reference: Asked, candidate: Asked, intent: str, tree: Tree) -> Latitude:
    # Without an intent, a reference that sorts is the only sign that an order was asked for.
    ordered = asks_for_order(intent) if intent else reference.sorts
    both = reference.sources & candidate.sources
    known = _names(tree)
    return Latitude(
        any_order=reference.walks and not ordered,
        sources=both,
        # More columns are more of the same only where the other side works out the same.
        first_says_more=bool(both) and reference.sources - LISTING <= candidate.sources,
        second_says_more=bool(both) and candidate.sources - LISTING <= reference.sources,
        names=known.all,
        folders=known.folders if "find" in both and asks_for_files(intent) else (),
    )


@dataclass(frozen=True, slots=True)
class _Names:
    """What rows can be about: paths as they may be printed, and plain names."""

    all: frozenset[str]
    folders: frozenset[str]


@lru_cache(maxsize=64)
def _names(tree: Tree) -> _Names:
    paths = [entry.path for entry in tree.entries]
    folders = ["/", *(entry.path for entry in tree.entries if entry.kind == "directory")]
    here = tree.working_directory.rstrip("/") + "/"
    return _Names(
        frozenset(paths) | {path.rpartition("/")[2] for path in paths},
        frozenset(folders) | {f"{path}/".removeprefix(here).rstrip("/") for path in folders},
    )


def changed_anything(outcome: Outcome) -> bool:
    return bool(_seen_changes(outcome))


def _says_anything(outcome: Outcome) -> bool:
    return bool(outcome.stdout.strip() or changed_anything(outcome) or _times(outcome))


# ── files ──────────────────────────────────────────────────────────────────────────────────────────


def _changes(reference: Outcome, candidate: Outcome, latitude: Latitude) -> tuple[str | None, str]:
    """The equivalence under which the same was changed; or None, and the first thing that differs."""
    expected, found = _seen_changes(reference), _seen_changes(candidate)
    found = {
        path: change for path, change in found.items() if path in expected or not path.startswith(SCRATCH)
    }
    if reference.changes_cut or candidate.changes_cut:
        return None, "more was changed than can be compared"
    for path in sorted(expected.keys() | found.keys()):
        if path not in found:
            return None, f"{path} is not {_verb(expected[path])}"
        if path not in expected:
            return None, f"{path} is {_verb(found[path])}, and should be as it was"
    for path in sorted(_times(reference) - _times(candidate)):
        return None, f"{path} is not touched"
    needed = ""
    for path, change in sorted(expected.items()):
        same = _same_state(change, found[path], latitude)
        if same is None:
            return None, f"{path} is {found[path]}, expected {change}"
        needed = needed or same
    return needed, ""


def _seen_changes(outcome: Outcome) -> dict[str, Change]:
    return {change.path: change for change in outcome.changes if change.what not in ((), ("time",))}


def _times(outcome: Outcome) -> frozenset[str]:
    """What was touched. That counts only where nothing else was done, as by a command like touch."""
    if outcome.stdout.strip() or changed_anything(outcome):
        return frozenset()
    return frozenset(outcome.touched) | {change.path for change in outcome.changes}


def _verb(change: Change) -> str:
    return str(change).partition(":")[0]


def _same_state(expected: Change, found: Change, latitude: Latitude) -> str | None:
    one, other = expected.after, found.after
    if one is None or other is None:
        return "" if one is other else None
    if (one.kind, one.mode, one.target) != (other.kind, other.mode, other.target):
        return None
    if one.digest == other.digest:
        return ""
    if one.content is None or other.content is None:
        return None
    if same_packed(one.content, other.content):
        return "how it is packed"
    return _same_text(one, other, latitude) if expected.before is None else None


def _same_text(one: State, other: State, latitude: Latitude) -> str | None:
    """A file that a command makes may be a listing as well as its output may."""
    try:
        return equivalence((one.content or b"").decode(), (other.content or b"").decode(), latitude)
    except UnicodeDecodeError:
        return None


# ── output ─────────────────────────────────────────────────────────────────────────────────────────


def _only_comments(reference: Told, candidate: Told, names: Collection[str]) -> bool:
    """Whether the work is in the files, and what is said is only which of them are being worked on."""
    expected, said = reference.outcome.stdout, candidate.outcome.stdout
    touched = {*names, *(change.path for change in reference.outcome.changes)}
    touched |= {path.rpartition("/")[2] for path in touched}
    if changed_anything(reference.outcome) and (not expected.strip() or reference.asked.verbose):
        return all(_names_a_file(line, touched) for line in said.splitlines())
    return False


def _names_a_file(line: str, names: Collection[str]) -> bool:
    words = [word.strip("'\"‘’`,:()").removeprefix("./").rstrip("/") for word in line.split()]
    return not words or any(word in names or "/" + word in names for word in words)


def _difference(expected: str, said: str) -> str:
    if not said.strip():
        return f"prints nothing, expected {_short(expected)}"
    if not expected.strip():
        return f"prints {_short(said)}, expected nothing"
    lines = zip([*expected.splitlines(), ""], [*said.splitlines(), ""], strict=False)
    number, (one, other) = next(
        ((number, pair) for number, pair in enumerate(lines, 1) if pair[0].split() != pair[1].split()),
        (1, (expected, said)),
    )
    return f"line {number} of the output is {_short(other)}, expected {_short(one)}"


def _short(text: str) -> str:
    text = text.strip("\n")
    return repr(text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "...")
