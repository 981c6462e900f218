from __future__ import annotations

import pytest

from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.corpus.stats import Spread, intent_words, statistics

PAIRS = [
    Pair(0, "List all the files", "ls -a"),
    Pair(1, "list all files", "ls -a"),
    Pair(2, "List all the files", "sudo ls -l | wc -l"),
    Pair(3, "Find a.txt or b.txt", "find . -name a.txt -o -name b.txt | xargs wc -l"),
    Pair(4, "Say it", "echo 'open"),
]


def test_what_is_counted() -> None:
    found = statistics(PAIRS)
    assert (found.pairs, found.intents, found.normalised_intents) == (5, 4, 3)
    assert (found.commands, found.unparsed, found.templates) == (4, 1, 3)
    assert found.utilities == {"ls": 3, "wc": 2}
    assert found.rare == {"find": 1, "xargs": 1}
    assert found.uses_per_utility == Spread(2.5, 2.5, 3)
    assert found.flags == {"-a": 2, "-l": 2, "-name": 1}
    assert found.flags_of == {"ls": 2, "find": 1, "wc": 1}
    assert found.commands_per_intent == Spread(1.25, 1, 2)
    assert found.intents_per_command == Spread(1.25, 1, 2)
    assert {"|", "-or"} <= found.reserved.keys() or {"|", "-o"} <= found.reserved.keys()


def test_words_of_an_intent() -> None:
    assert list(intent_words("List all the direcories in /tmp")) == [
        "List",
        "all",
        "directories",
        "in",
        "/tmp",
    ]


def test_nothing_to_count() -> None:
    found = statistics([])
    assert (found.pairs, found.words_per_intent) == (0, Spread(0, 0, 0))


@pytest.mark.parametrize(
    ("command", "tokens"),
    [
        ("ls -a x", 3),
        ("sort -nk 5,5 x", 5),  # sort -n -k 5,5 x
        ("find . -name x", 4),
        ("cat $(ls x)", 4),  # cat $( ls x
    ],
)
def test_tokens_of_a_command(command: str, tokens: int) -> None:
    assert statistics([Pair(0, "Do it", command)]).tokens_per_command.mean == tokens
