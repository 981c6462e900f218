from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from asmeant.prompts.template import fill, words


def test_words_are_replaced_once() -> None:
    assert fill("{intent}: {code}", {"intent": "show {code}", "code": "{'a': {intent}}"}) == (
        "show {code}: {'a': {intent}}"
    )


def test_doubled_braces_stand_for_the_word_itself() -> None:
    assert fill("{{intent}} {x: 1} {}", {"intent": "no"}) == "{intent} {x: 1} {}"


def test_a_word_alone_on_its_line_keeps_the_margin() -> None:
    assert fill("a\n    {probes}\nb", {"probes": "one\n\ntwo"}) == "a\n    one\n\n    two\nb"
    assert fill("# {intent}\n", {"intent": "one\ntwo"}) == "# one\n# two\n"


def test_an_empty_word_takes_its_line_along() -> None:
    assert fill("a\n    {probes}\nb", {"probes": ""}) == "a\nb"
    assert fill("a\n{probes}", {"probes": ""}) == "a\n"


def test_words_are_listed_in_order() -> None:
    assert words("{b} {{c}} {a}\n{b}") == ["b", "a", "b"]


@given(st.text(), st.text())
def test_any_value_is_written_as_it_is(intent: str, code: str) -> None:
    assert fill("<{intent}|{code}>", {"intent": intent, "code": code}) == f"<{intent}|{code}>"
