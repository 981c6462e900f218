"""Two outcomes -> whether a person would call them the same, and which equivalence that took. Pure.

Files are compared by kind, mode and content, output exactly, and only then by the equivalences in `rows`.
What the commands are decides which of these may be used: see `asked`. Where they say different things because
the clock, the processes or the machine had to be asked, nothing can be decided: that is *unstable*.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache

from asmeant.execution.shell.asked import LISTING, Asked, asked
from asmeant.execution.shell.changes import State
from asmeant.execution.shell.files import changed_anything, same_changes, same_text
from asmeant.execution.shell.latitude import QUOTES, Latitude
from asmeant.execution.shell.outcome import Outcome
from asmeant.execution.shell.tree import EMPTY, Tree
from asmeant.execution.shell.wished import wished

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
    for told in (reference, candidate):
        if told.outcome.ending != "finished":
            why = f"{told.outcome.ending}: {told.outcome.reason}"
            return Sameness(False, why, f"the reference did not finish: {why}" if told is reference else "")
    found = _compare(reference, candidate, intent, tree)
    if found.same:
        needs = reference.asked.needs
        return replace(found, reason=_marked(found.reason, needs)) if needs else found
    if reference.asked.needs:
        return replace(found, unstable=f"what the reference says depends on {reference.asked.needs}")
    # Without a word of why, a status is an answer, as that of `cmp -s`.
    complains = bool(reference.outcome.stderr.strip()) and not reference.outcome.succeeded
    if complains and not _says_anything(reference.outcome):
        return replace(found, unstable=f"the reference fails here: {_short(reference.outcome.stderr)}")
    return found


def _marked(reason: str, needs: str) -> str:
    """Two that say the same today need not do so tomorrow."""
    return f"{reason or 'the same'}; unstable: it depends on {needs}"


def _compare(reference: Told, candidate: Told, intent: str, tree: Tree) -> Sameness:
    latitude = _latitude(reference, candidate, intent, tree)
    changed, why = same_changes(reference.outcome, candidate.outcome, latitude, tree, reference.asked.dates)
    if changed is None:
        return Sameness(False, _printable(why))
    said = same_text(reference.outcome.stdout, candidate.outcome.stdout, latitude, tree)
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


def _latitude(reference: Told, candidate: Told, intent: str, tree: Tree) -> Latitude:
    first, second, wish = reference.asked, candidate.asked, wished(intent)
    both = first.sources & second.sources
    # Two that list files say more or less of the same, whatever utilities they use.
    related = bool(both) or bool(first.sources & LISTING and second.sources & LISTING)
    known = _names(tree)
    return Latitude(
        any_order=first.walks and not _is_ordered(first, second, wish.order if wish.known else first.sorts),
        sources=both,
        speakers=first.sources | second.sources,
        # More columns are more of the same only where the other side works out the same.
        first_says_more=related and first.sources - LISTING <= second.sources and not wish.everything,
        second_says_more=related and second.sources - LISTING <= first.sources,
        names=known.all,
        folders=known.folders if "find" in both and wish.files else (),
        told=(reference.command, candidate.command),
        intent=intent,
        exact_spacing=wish.spacing,
        exact_paths=wish.paths,
        exact_units=wish.units,
        with_totals=wish.totals,
        details=wish.details,
        counts=first.counts,
        here=tree.working_directory,
    )


def _is_ordered(reference: Asked, candidate: Asked, asked_for: bool) -> bool:
    # The lines of a file are in their order already: only which file comes first is nobody's wish.
    return asked_for or (reference.reads and not reference.sorts and candidate.sorts)


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


def _says_anything(outcome: Outcome) -> bool:
    return bool(outcome.stdout.strip() or changed_anything(outcome) or outcome.touched)


# ── output ─────────────────────────────────────────────────────────────────────────────────────────


def _only_comments(reference: Told, candidate: Told, names: Collection[str]) -> bool:
    """Whether the work is in the files, and what is said is only which of them are being worked on."""
    expected, said = reference.outcome.stdout, candidate.outcome.stdout
    changes = reference.outcome.changes
    names = {path.rpartition("/")[2] for path in (*names, *(change.path for change in changes))}
    if expected.strip() and not (
        reference.asked.verbose and all(_names_a_file(line, names) for line in expected.splitlines())
    ):
        return False
    written = {line for change in changes for line in _lines(change.after)}
    return all(_names_a_file(line, names) or line.encode() in written for line in said.splitlines())


def _lines(state: State | None) -> list[bytes]:
    return state.content.splitlines() if state and state.content else []


def _names_a_file(line: str, names: Collection[str]) -> bool:
    words = [word.strip(QUOTES + ",:()").rstrip("/") for word in line.split()]
    if not words or any(word.rpartition("/")[2] in names for word in words if word):
        return True
    return any(name in line for name in names if " " in name)


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


def _printable(text: str) -> str:
    """Names of files may hold what a terminal would obey."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def _short(text: str) -> str:
    text = text.strip("\n")
    return repr(text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "...")
