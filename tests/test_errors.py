"""Which name was meant: close names are suggested, and no others."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from asmeant.cli import VERBS
from asmeant.errors import UnknownNameError, closest, hint

DATASETS = ("conala", "humaneval", "intercode-alfa", "mbupp", "mconala", "nl2bash", "odex", "sample", "tasks")
IDS = ("sample/en/count-words", "sample/es/count-words", "sample/en/reverse-string", "mbupp/9", "mbupp/900")


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("odx", DATASETS, "odex"),
        ("oedx", DATASETS, "odex"),
        ("ODEX", DATASETS, "odex"),
        ("mbpp", DATASETS, "mbupp"),
        ("smaple", DATASETS, "sample"),
        ("human-eval", DATASETS, "humaneval"),
        ("intercode", DATASETS, "intercode-alfa"),
        ("nl2", DATASETS, "nl2bash"),
        ("tea", ("tae", "odex"), "tae"),
        ("mm", ("m", "z"), "m"),
        ("sample/en/cuont-words", IDS, "sample/en/count-words"),
        ("sample/fr/count-words", IDS, "sample/en/count-words"),
        ("mbupp/90", IDS, "mbupp/9"),
        # Not close: a guess would mislead.
        ("nope", DATASETS, None),
        ("", DATASETS, None),
        ("x", DATASETS, None),
        ("my.jsonl", DATASETS, None),
        ("gpt-4o", ("embedded", "gguf", "hf", "openai", "recorded", "reference"), None),
        ("sample/en/x", IDS, None),
        ("mbupp/7", IDS, None),
        ("z", ("m",), None),
        ("odex", (), None),
    ],
)
def test_only_what_is_close_is_suggested(name: str, known: tuple[str, ...], meant: str | None) -> None:
    assert closest(name, known) == meant


@example("demo", "\u1fd2", 0)  # a small letter that becomes three when its case is folded
@given(st.sampled_from([*VERBS, *DATASETS]), st.characters(categories=["Ll"]), st.integers(0))
def test_one_slip_in_a_name_is_always_forgiven(name: str, letter: str, number: int) -> None:
    place = number % (len(name) - 1)
    slips = {
        name[:place] + name[place + 1 :],
        name[:place] + letter + name[place:],
        name[:place] + letter + name[place + 1 :],
        name[:place] + name[place + 1] + name[place] + name[place + 2 :],
    }
    assert all(closest(slip, [name]) == name for slip in slips)


@given(st.text(max_size=12), st.text(max_size=12))
def test_close_is_mutual(name: str, other: str) -> None:
    assert (closest(name, [other]) is None) == (closest(other, [name]) is None)


def test_what_is_like_no_other_gets_the_names_that_there_are() -> None:
    assert hint("nope", ["a", "b"]) == "Known: a, b."
    assert hint("nope", []) == "Known: none."
    assert hint("nope", [f"task/{number}" for number in range(23)]).endswith("task/19 and 3 more.")
    error = UnknownNameError("dataset", "nope", DATASETS, "asmeant list datasets")
    assert "Closest" not in str(error)
    assert "odex" in str(error)
