from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.languages.natural.masking import mask

INTENTS = {
    "en": "replace 'old' by \"new\" in list `words`, 10 times",
    "es": "¿Cómo reemplazar 'viejo' por «nuevo» en la lista `datos_1`?",
    "ja": "リスト`単語`の「古い」を'new'に置き換える、3回",
    "ru": "заменить «старое» на 'new' в строке `s` из файла notes.txt",
}
WORDS = {
    "en": "sort the list of words by their size",
    "es": "ordena la lista según el tamaño de cada elemento",
    "ja": "リストの要素を大きさの順に並べる",
    "ru": "отсортировать список по размеру элементов",
}
QUOTES = ["``", "''", '""', "«»", "「」", "“”"]


@pytest.mark.parametrize("language", INTENTS)
def test_what_is_masked_is_not_in_the_text_and_comes_back(language: str) -> None:
    intent = INTENTS[language]
    hidden = mask(intent)
    assert len(hidden.originals) >= 3
    assert not any(original in hidden.text for original in hidden.originals if not original.isdigit())
    assert hidden.restore(hidden.text) == intent


@given(
    language=st.sampled_from(sorted(WORDS)),
    values=st.lists(st.text(alphabet="abcxyz_019 ñéжя語のVAR", min_size=1, max_size=8), max_size=5),
    quotes=st.lists(st.sampled_from(QUOTES), min_size=5, max_size=5),
    seed=st.randoms(use_true_random=False),
)
def test_masking_and_restoring_is_the_identity_in_four_languages(
    language: str, values: list[str], quotes: list[str], seed: object
) -> None:
    words = WORDS[language]
    intent = words
    for value, quote in zip(values, quotes, strict=False):
        intent = f"{intent} {quote[0]}{value}{quote[1]} {words[:5]}"
    hidden = mask(intent)
    assert hidden.restore(hidden.text) == intent


@given(
    language=st.sampled_from(sorted(INTENTS)),
    order=st.permutations(range(3)),
    change=st.sampled_from([str.upper, str.lower, lambda text: text.replace("0R", "0 R"), str.title]),
)
def test_no_name_is_lost_whatever_a_translator_does(language: str, order: list[int], change: object) -> None:
    """It may turn the order around, change the case, put blanks in, and lose some of them."""
    hidden = mask(INTENTS[language])
    assert callable(change)
    translation = " and ".join(change(f"{hidden.stem}{number}R") for number in order)
    restored = hidden.restore(f"Do it with {translation}.")
    assert all(original in restored for original in hidden.originals)


def test_lost_ones_are_put_at_the_end() -> None:
    hidden = mask("join `a` with `b`")
    assert hidden.restore("unir VAR1R") == "unir `b` `a`"


def test_wide_digits_and_cyrillic_letters_are_known() -> None:
    hidden = mask("сложить `a` и `b`")
    assert hidden.restore("ＶAR ... VAR０R VAR1Р") == "ＶAR ... `a` `b`"


def test_an_intent_that_speaks_of_placeholders_gets_others() -> None:
    intent = "rename VAR0R to `x`"
    hidden = mask(intent)
    assert hidden.stem == "SLOT"
    assert hidden.restore(hidden.text) == intent
    full = "var slot arg tok qxv `x`"
    assert mask(full).restore(mask(full).text) == full


def test_a_placeholder_that_was_never_there_stays() -> None:
    assert mask("`a`").restore("VAR0R VAR7R") == "`a` VAR7R"
