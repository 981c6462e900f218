from __future__ import annotations

from asmeant.authoring.corpus.filter import compare, decide
from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.corpus.split import overlaps
from asmeant.authoring.corpus.stats import statistics
from asmeant.authoring.corpus.tables import (
    agreement_tables,
    corpus_tables,
    flags_table,
    overlap_table,
    reasons_table,
    splits_table,
    utilities_table,
)
from asmeant.languages.bash.knowledge import utilities

PAIRS = [Pair(0, "List all", "ls -a"), Pair(1, "List them", "ls -l"), Pair(2, "Go home", "cd")]


def test_the_corpus_beside_the_paper() -> None:
    ours = corpus_tables(statistics(PAIRS), with_paper=False)
    both = corpus_tables(statistics(PAIRS), with_paper=True)
    assert [table.columns for table in ours] == [("", "here")] * 3
    assert ours[0].rows[0] == ("pairs", 3)
    assert both[0].rows[0] == ("pairs", 3, 9305)
    assert both[0].rows[2] == ("normalised intents", 3, None)
    assert both[1].notes[0].startswith("templates: ")


def test_parts() -> None:
    parts = {"train": statistics(PAIRS[:2]), "dev": statistics(PAIRS[2:]), "test": statistics([])}
    table = splits_table(parts, with_paper=True)
    assert table.rows[:2] == (("pairs", 2, 1, 0), ("pairs, paper", 8090, 609, 606))
    assert splits_table(parts, with_paper=False).rows[1] == ("normalised intents", 2, 1, 0)


def test_overlap_is_said_in_words() -> None:
    assert overlap_table(overlaps({"a": PAIRS[:2], "b": PAIRS[2:]})).notes == (
        "No two parts share an intent or a command.",
    )
    shared = overlap_table(overlaps({"a": PAIRS, "b": PAIRS[:1]}))
    assert shared.rows == (("a and b", 1, 1, 1, 1),)
    assert shared.notes == ("Parts share intents or commands.",)


def test_utilities() -> None:
    table = utilities_table(statistics(PAIRS), with_paper=False)
    assert table.rows == (("ls", 2),)
    assert table.notes == ("In one pair alone, and not counted: cd.",)


def test_the_rest_of_the_utilities_is_summed_up() -> None:
    names = [name for name in sorted(utilities()) if name != "sudo"][:60]
    pairs = [Pair(0, "Do it", f"{name} x") for name in names for _ in range(2)]
    table = utilities_table(statistics(pairs), with_paper=True)
    assert table.rows[-1] == ("10 more", 20, None)


def test_flags() -> None:
    ((name, known, used, pairs),) = flags_table(statistics(PAIRS)).rows
    assert (name, used, pairs) == ("ls", 2, 2)
    assert isinstance(known, int)
    assert known > 50


def test_reasons_and_agreement() -> None:
    decisions = decide([Pair(0, "Do it", "ls"), Pair(1, "Do it", "vim x"), Pair(2, "Do it", "ls -a")])
    assert reasons_table(decisions).rows == (("kept", 2), ("interactive", 1))
    both, why = agreement_tables(compare(decisions, frozenset({0, 1})))
    assert [row[1] for row in both.rows] == [1, 0, 1, 1]
    assert both.notes == ("The same decision for 33.3 % of the rows.",)
    assert why.rows[1] == ("only the paper keeps", "interactive", 1)
