"""Two outcomes, an expectation, a tree -> whether they are the same. Pure; nothing here sees a command."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace
from itertools import zip_longest

from asmeant.execution.shell.facts import facts_after
from asmeant.execution.shell.files import same_changes, touched_only, visible_changes
from asmeant.execution.shell.outcome import Outcome, Sameness
from asmeant.execution.shell.reading import same_answer
from asmeant.execution.shell.tree import EMPTY, Tree
from asmeant.records import Expectation

MOST_SHOWN = 80
# So many digits begin alike in two runs of a clock that counts seconds.
LEAST_ALIKE = 4
EXACTLY = Expectation()


def compare(
    reference: Outcome,
    candidate: Outcome,
    expects: Expectation = EXACTLY,
    tree: Tree = EMPTY,
    again: Outcome | None = None,
) -> Sameness:
    """Whether the candidate's outcome is the reference's. `again` is a second run of the reference.

    The places where the two runs of the reference differ are left out of the comparison.
    """
    for outcome in (reference, candidate):
        if outcome.ending != "finished":
            why = f"{outcome.ending}: {outcome.reason}"
            undecided = f"the reference did not finish: {why}" if outcome is reference else ""
            return Sameness(False, why, undecided)
    if again is not None:
        if (masked := _masked(reference, candidate, again)) is None:
            return Sameness(False, "", "the reference says something else each time it is run")
        reference, candidate = masked
    if is_failure(reference):
        return _same_failure(reference, candidate)
    changes = same_changes(reference, candidate, expects, tree)
    if not changes.same:
        return Sameness(False, _printable(changes.reason))
    output = _same_output(reference, candidate, expects, tree)
    if not output.same:
        return output
    # Without anything to see, the status is the answer; and work that is done well does not end badly.
    is_work = expects.kind == "nothing" and reference.succeeded
    counts = is_work or expects.kind == "status" or not says_anything(reference)
    if counts and reference.succeeded != candidate.succeeded:
        return Sameness(False, f"ended with status {candidate.exit_status}, expected {reference.exit_status}")
    return Sameness(True, output.reason or changes.reason)


# ── output ─────────────────────────────────────────────────────────────────────────────────────────


def _same_output(reference: Outcome, candidate: Outcome, expects: Expectation, tree: Tree) -> Sameness:
    if reference.stdout_digest == candidate.stdout_digest and reference.stdout == candidate.stdout:
        return Sameness(True)
    changed = visible_changes(reference) or touched_only(reference)
    if expects.kind == "nothing" or expects.written:
        if changed and _is_about_changes(candidate, expects, tree):
            return Sameness(True)
        if changed or not reference.stdout.strip():
            return _difference(reference.stdout, candidate.stdout)
        expects = replace(expects, kind="lines")  # it did nothing but print
    if reference.stdout_cut or candidate.stdout_cut:
        return Sameness(False, "one of them prints more than is kept, and not the same")
    if reference.stdout == candidate.stdout and reference.stdout_digest and candidate.stdout_digest:
        return Sameness(False, "a byte that is no text is not its escape")
    facts = facts_after(tree, reference.changes), facts_after(tree, candidate.changes)
    if same_answer(reference.stdout, candidate.stdout, expects, *facts):
        return Sameness(True, f"the same {expects.kind}")
    return _difference(reference.stdout, candidate.stdout)


def _is_about_changes(outcome: Outcome, expects: Expectation, tree: Tree) -> bool:
    """Whether every row says which file is worked on, or what was written to it."""
    contents = [change.after.content for change in outcome.changes if change.after and change.after.content]
    written = {line for content in contents for line in content.split(b"\n")}
    paths = [*(entry.path for entry in tree.entries), *(change.path for change in outcome.changes)]
    names = {path.rpartition("/")[2] for path in paths if not expects.written}
    rows = [row for row in outcome.stdout.encode().split(b"\n") if row.strip()]
    return all(row in written or _names_a_file(row.decode("utf-8", "replace"), names) for row in rows)


def _names_a_file(row: str, names: set[str]) -> bool:
    words = [word.strip("'\"‘’,:()").rstrip("/").rpartition("/")[2] for word in row.split()]
    return not names.isdisjoint(words) or any(name in row for name in names if " " in name)


def says_anything(outcome: Outcome) -> bool:
    return bool(outcome.stdout.strip() or visible_changes(outcome) or outcome.touched)


# ── a reference that fails ─────────────────────────────────────────────────────────────────────────


def is_failure(outcome: Outcome) -> bool:
    """Whether it did nothing but complain."""
    return bool(outcome.exit_status) and bool(outcome.stderr.strip()) and not says_anything(outcome)


def _same_failure(reference: Outcome, candidate: Outcome) -> Sameness:
    """Nothing but the same failure: the same status, and the same complaints about the same names."""
    if not is_failure(candidate) or reference.exit_status != candidate.exit_status:
        return Sameness(False, f"the reference fails: {_short(reference.stderr)}; this does not fail so")
    if _complaints(reference.stderr) != _complaints(candidate.stderr):
        return Sameness(False, f"fails with {_short(candidate.stderr)}, expected {_short(reference.stderr)}")
    return Sameness(True, "the same failure")


def _complaints(stderr: str) -> set[str]:
    """What is said after the last colon, and the last word before it: `a.txt: No such file or directory`."""
    lines = (line.rpartition(": ") for line in re.split(r"[\r\n]+", stderr))
    # Without a colon it is a heading, or a bar of progress.
    return {
        re.split("[ ‘’]+", before.strip("'‘’"))[-1] + colon + message
        for before, colon, message in lines
        if colon
    }


# ── what varies from run to run ────────────────────────────────────────────────────────────────────


def _masked(reference: Outcome, candidate: Outcome, again: Outcome) -> tuple[Outcome, Outcome] | None:
    """Both without rows like those in which two runs of the reference differ; None if their shapes differ."""
    if reference.stdout == again.stdout:
        return reference, candidate
    rows, other_rows, left = (run.stdout.split("\n") for run in (reference, again, candidate))
    if [len(row.split()) for row in rows] != [len(row.split()) for row in other_rows]:
        return None
    stable = []
    for row, other in zip(rows, other_rows, strict=True):
        pattern = r"\s*" + r"\s+".join(map(_shape, row.split(), other.split())) + r"\s*"
        fitting = next((one for one in left if re.fullmatch(pattern, one)), None) if row != other else None
        if fitting is None:
            stable.append(row)
        else:
            left.remove(fitting)
    return (
        replace(reference, stdout="\n".join(stable), stdout_digest=""),
        replace(candidate, stdout="\n".join(left), stdout_digest=""),
    )


def _shape(one: str, other: str) -> str:
    """A pattern for a word: of one that varies, the digits that do; or the letters that it is made of.

    A number that begins alike but for its last digits stays so; any other may be shorter.
    """
    if one == other:
        return re.escape(one)
    if one.isdecimal() and other.isdecimal():
        alike = len(posixpath.commonprefix((one, other)))
        if alike < LEAST_ALIKE or len(one) != len(other):
            return f"\\d{{1,{max(len(one), len(other)) + 1}}}"
        left = len(one) - alike + 2
        return f"{one[:-left]}\\d{{{left - 1},{left + 1}}}"
    if re.sub(r"\d+", "0", one) == re.sub(r"\d+", "0", other):
        return "".join(map(_shape, *(re.findall(r"\d+|\D+", word) for word in (one, other))))
    marks = "".join(sorted({re.escape(letter) for letter in one + other if not letter.isalnum()}))
    return f"[a-zA-Z0-9{marks}]{{{min(len(one), len(other))},}}"


# ── words for people ───────────────────────────────────────────────────────────────────────────────


def _difference(expected: str, printed: str) -> Sameness:
    is_line = printed.strip() and expected.strip()
    lines = zip_longest(expected.split("\n"), printed.split("\n"), fillvalue="")
    for number, (one, other) in enumerate(lines if is_line else (), 1):
        if one.split() != other.split():
            return Sameness(False, f"line {number} of the output is {_short(other)}, expected {_short(one)}")
    return Sameness(False, f"prints {_short(printed)}, expected {_short(expected)}")


def _printable(text: str) -> str:
    """Names of files may hold what a terminal would obey."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def _short(text: str) -> str:
    text = text.strip("\n")
    return (
        "nothing" if not text else repr(text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "...")
    )
