"""Two outcomes, an expectation, a tree -> whether they are the same. Pure; nothing here sees a command.

Both outputs are read as the kind of answer that is expected, and their values are compared. So are the files
that were written, where they are not equal byte by byte.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from asmeant.execution.shell.changes import State
from asmeant.execution.shell.facts import facts_after
from asmeant.execution.shell.files import changed_anything, same_changes, touched_only
from asmeant.execution.shell.outcome import Outcome, Sameness
from asmeant.execution.shell.reading import same_answer
from asmeant.execution.shell.tree import EMPTY, Tree
from asmeant.records import Expectation

MOST_SHOWN = 80
VARIES = "\0"
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
        masked = _masked(reference, candidate, again)
        if masked is None:
            return Sameness(False, "", "the reference says something else each time it is run")
        reference, candidate = masked
    if is_failure(reference):
        return _same_failure(reference, candidate)
    return _compared(reference, candidate, expects, tree)


def _compared(reference: Outcome, candidate: Outcome, expects: Expectation, tree: Tree) -> Sameness:
    changes = same_changes(reference, candidate, expects, tree)
    if not changes.same:
        return Sameness(False, _printable(changes.reason))
    output = _same_output(reference, candidate, expects, tree)
    if not output.same:
        return output
    # Without anything to see, the status is the answer; and work that is done well does not end badly.
    worse = expects.kind == "nothing" and reference.succeeded and not candidate.succeeded
    if worse or (not says_anything(reference) and reference.succeeded != candidate.succeeded):
        return Sameness(False, f"ended with status {candidate.exit_status}, expected {reference.exit_status}")
    return Sameness(True, output.reason or changes.reason)


# ── output ─────────────────────────────────────────────────────────────────────────────────────────


def _same_output(reference: Outcome, candidate: Outcome, expects: Expectation, tree: Tree) -> Sameness:
    if reference.stdout_digest == candidate.stdout_digest and reference.stdout == candidate.stdout:
        return Sameness(True)
    changed = changed_anything(reference) or touched_only(reference)
    if expects.kind == "nothing" or expects.written:
        if changed and _is_about_changes(candidate, expects, tree):
            return Sameness(True)
        if changed or not reference.stdout.strip():
            return _difference(reference.stdout, candidate.stdout)
        expects = replace(expects, kind="lines")  # it did nothing but print
    if reference.stdout_cut or candidate.stdout_cut:
        return Sameness(False, "one of them prints more than is kept, and not the same")
    if expects.kind == "status" and reference.succeeded != candidate.succeeded:
        return Sameness(False, f"ended with status {candidate.exit_status}, expected {reference.exit_status}")
    if reference.stdout == candidate.stdout and reference.stdout_digest and candidate.stdout_digest:
        return Sameness(False, "a byte that is no text is not its escape")
    if same_answer(
        reference.stdout,
        candidate.stdout,
        expects,
        facts_after(tree, reference.changes),
        facts_after(tree, candidate.changes),
    ):
        return Sameness(True, f"the same {expects.kind}")
    return _difference(reference.stdout, candidate.stdout)


def _is_about_changes(outcome: Outcome, expects: Expectation, tree: Tree) -> bool:
    """Whether every row says which file is worked on, or what was written to it."""
    written = {line for change in outcome.changes for line in _content_lines(change.after)}
    rows = [row for row in outcome.stdout.encode().split(b"\n") if row.strip()]
    if all(row in written for row in rows):
        return True
    if expects.written:
        return False
    paths = [*(entry.path for entry in tree.entries), *(change.path for change in outcome.changes)]
    names = {path.rpartition("/")[2] for path in paths}
    return all(row in written or _names_a_file(row.decode("utf-8", "replace"), names) for row in rows)


def _names_a_file(row: str, names: set[str]) -> bool:
    words = [word.strip("'\"‘’,:()").rstrip("/").rpartition("/")[2] for word in row.split()]
    return not names.isdisjoint(words) or any(name in row for name in names if " " in name)


def _content_lines(state: State | None) -> list[bytes]:
    return state.content.split(b"\n") if state is not None and state.content else []


def says_anything(outcome: Outcome) -> bool:
    return bool(outcome.stdout.strip() or changed_anything(outcome) or outcome.touched)


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
    complaints = set()
    for line in re.split(r"[\r\n]+", stderr):
        before, colon, message = line.rpartition(": ")
        if not colon:  # a heading, a bar of progress
            continue
        complaints.add(f"{re.split(r'[ ‘’]+', before.strip(chr(39) + '‘’'))[-1]}: {message}")
    return complaints


# ── what varies from run to run ────────────────────────────────────────────────────────────────────


def _masked(reference: Outcome, candidate: Outcome, again: Outcome) -> tuple[Outcome, Outcome] | None:
    """Both without the words in which two runs of the reference differ; None where their shapes differ."""
    if reference.stdout == again.stdout:
        return reference, candidate
    rows = [text.split("\n") for text in (reference.stdout, again.stdout)]
    if len(rows[0]) != len(rows[1]):
        return None
    patterns: list[str | None] = []
    for one, other in zip(*rows, strict=True):
        words, others = one.split(), other.split()
        if len(words) != len(others):
            return None
        patterns.append(_pattern(words, others) if one != other else None)
    rest = _fitted(patterns, candidate.stdout.split("\n"))
    kept = "\n".join(row for row, pattern in zip(rows[0], patterns, strict=True) if pattern is None)
    return (
        replace(reference, stdout=kept, stdout_digest=""),
        replace(candidate, stdout=rest, stdout_digest="" if rest != candidate.stdout else "varies"),
    )


def _pattern(words: Sequence[str], others: Sequence[str]) -> str:
    """What a row looks like: the words that stay, and the shape of those that vary."""
    shapes = [
        re.escape(one) if one == other else _shape(one, other)
        for one, other in zip(words, others, strict=True)
    ]
    return r"\s*" + r"\s+".join(shapes) + r"\s*"


def _shape(one: str, other: str) -> str:
    """Of a word that varies, the digits that do; or the letters that it is made of."""
    runs, others = (re.findall(r"\d+|\D+", word) for word in (one, other))
    texts, other_texts = ([run for run in word_runs if not run.isdecimal()] for word_runs in (runs, others))
    if len(runs) == len(others) and texts == other_texts:
        return "".join(
            re.escape(run) if run == again else _digits(run, again)
            for run, again in zip(runs, others, strict=True)
        )
    marks = "".join(sorted({re.escape(letter) for letter in one + other if not letter.isalnum()}))
    return f"[a-zA-Z0-9{marks}]{{{min(len(one), len(other))},}}"


def _digits(one: str, other: str) -> str:
    """Of a number that varies: what begins alike but for its last digits stays so; others may be shorter."""
    longest = max(len(one), len(other)) + 1
    alike = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    if alike < LEAST_ALIKE or len(one) != len(other):
        return f"\\d{{1,{longest}}}"
    begins = one[: alike - 2]
    left = len(one) - len(begins)
    return f"{begins}\\d{{{left - 1},{left + 1}}}"


def _fitted(patterns: Sequence[str | None], rows: list[str]) -> str:
    """What is left of the candidate's rows when each pattern has taken the first that fits it."""
    left = list(rows)
    for pattern in patterns:
        if pattern is None:
            continue
        place = next((n for n, row in enumerate(left) if re.fullmatch(pattern, row)), None)
        if place is None:
            left.append(VARIES)  # nothing will be equal to it
        else:
            del left[place]
    return "\n".join(left)


# ── words for people ───────────────────────────────────────────────────────────────────────────────


def _difference(expected: str, printed: str) -> Sameness:
    if not printed.strip():
        return Sameness(False, f"prints nothing, expected {_short(expected)}")
    if not expected.strip():
        return Sameness(False, f"prints {_short(printed)}, expected nothing")
    lines = zip([*expected.split("\n"), ""], [*printed.split("\n"), ""], strict=False)
    number, (one, other) = next(
        ((number, pair) for number, pair in enumerate(lines, 1) if pair[0].split() != pair[1].split()),
        (1, (expected, printed)),
    )
    return Sameness(False, f"line {number} of the output is {_short(other)}, expected {_short(one)}")


def _printable(text: str) -> str:
    """Names of files may hold what a terminal would obey."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def _short(text: str) -> str:
    text = text.strip("\n")
    return repr(text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "...")
