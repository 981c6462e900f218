from __future__ import annotations

import pytest

from asmeant.models.baselines.tellina.constants import Constant, read_intent
from asmeant.models.baselines.tellina.filling import learned_defaults, matched, true_matches
from asmeant.models.baselines.tellina.formatting import argument_for, quoted
from asmeant.models.baselines.tellina.templates import Slot, filled, slots_of, slotted


@pytest.mark.parametrize(
    ("intent", "types"),
    [
        ("find files larger than 10 MB in /tmp", [("Size", "10 MB"), ("Directory", "/tmp")]),
        ("modified in the last 7 days", [("Timespan", "7 days")]),
        ("modified an hour ago", [("Timespan", "an hour")]),
        ("remove 'foo bar' and a.txt.", [("Regex", "foo bar"), ("File", "a.txt")]),
        ("all *.java files/directories", [("Extension", "*.java")]),
        ("print the first 5 lines", [("Number", "5")]),
        ("make it u+x", [("Permission", "u+x")]),
        ("newer than 2010-10-07", [("DateTime", "2010-10-07")]),
        ("count all java files", [("Extension", "java")]),
    ],
)
def test_constants_have_types(intent: str, types: list[tuple[str, str]]) -> None:
    found = [word for word in read_intent(intent, ["java"]) if isinstance(word, Constant)]
    assert [(constant.type, constant.text) for constant in found] == types


@pytest.mark.parametrize(
    ("command", "tokens"),
    [
        ('find . -name "*.txt" -mtime +7', "find <Path> -name <Regex> -mtime <+Timespan>"),
        ("chmod 644 a b", "chmod <Permission> <File> <File>"),
        ("head -n 5 f | sort -nk2", "head -n <Quantity> <File> | sort -n -k <Number>"),
        ("dd if=/dev/zero of=x bs=1M", "dd if=<File> of=<File> bs=<Size>"),
    ],
)
def test_a_template_and_its_arguments_give_the_command(command: str, tokens: str) -> None:
    found = slotted(command)
    assert " ".join(found.tokens) == tokens
    assert len(slots_of(found.tokens)) == len(found.arguments)
    assert slotted(filled(found.tokens, found.arguments)) == found


def slot(kind: str, before: str = "", sign: str = "") -> Slot:
    return Slot(0, sign, kind, before)


@pytest.mark.parametrize(
    ("constant", "place", "argument"),
    [
        (Constant("Timespan", "2 weeks", "2", "weeks"), slot("Timespan", "-mtime", "-"), "-14"),
        (Constant("Timespan", "1 hour", "1", "hour"), slot("Timespan", "-mmin", "+"), "+60"),
        (Constant("Timespan", "5 minutes", "5", "minutes"), slot("Timespan", "sleep"), "5m"),
        (Constant("Timespan", "24 hours", "24", "hours"), slot("Timespan", "-ctime"), "1"),
        (Constant("Size", "10 MB", "10", "mb"), slot("Size", "-size", "+"), "+10M"),
        (Constant("Size", "50 bytes", "50", "bytes"), slot("Size", "-size"), "50c"),
        (Constant("Extension", ".txt", unit="txt"), slot("Regex", "-name"), '"*.txt"'),
        (Constant("Number", "644", "644"), slot("Permission", "chmod"), "644"),
        (Constant("Regex", "a $b"), slot("Regex", "grep"), "'a $b'"),
        (Constant("File", "a.txt"), slot("File", "cat"), "a.txt"),
    ],
)
def test_arguments_are_formatted_for_their_slots(constant: Constant, place: Slot, argument: str) -> None:
    assert argument_for(constant, place) == argument


def test_quotes_only_where_the_shell_needs_them() -> None:
    assert [quoted(text) for text in ("a", "*.c", "it's $x")] == ["a", '"*.c"', "'it'\\''s $x'"]


def test_the_best_pairs_come_first_and_each_constant_fills_one_slot() -> None:
    slots = [slot("Path", "find"), slot("Regex", "-name"), slot("Size", "-size")]
    constants = [Constant("Regex", "a"), Constant("Directory", "/b")]
    # The first slot likes the first constant best, but the second slot likes it more.
    scores = [[0.6, 0.5, 0.0], [0.9, 0.1, 0.0], [0.9, 0.9, 0.0]]
    assert matched(slots, constants, scores) == [1, 0, -1]
    assert matched(slots, constants, [[0.1, 0.2, 0.3]] * 3) == [-1, -1, -1]


def test_alignments_to_learn_from_are_found_in_the_arguments() -> None:
    found = slotted('find /tmp -name "*.java" -mtime -7')
    constants = [
        word for word in read_intent("java files in /tmp changed in the last week", ["java"])
        if isinstance(word, Constant)
    ]  # fmt: skip
    matches = true_matches(slots_of(found.tokens), found.arguments, constants)
    assert [constants[number].text for number in matches] == ["/tmp", "java", "week"]


def test_the_usual_argument_is_the_default() -> None:
    defaults = learned_defaults(
        [(slot("Path", "find"), "."), (slot("Path", "find"), "."), (slot("Path", "ls"), "/")]
    )
    assert defaults.argument(slot("Path", "find")) == "."
    assert defaults.argument(slot("Path", "ls")) == "/"
    assert defaults.argument(slot("Path", "du")) == "."
    assert defaults.argument(slot("Quantity", "head")) == "10"
