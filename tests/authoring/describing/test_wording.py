"""The table of words."""

from __future__ import annotations

import pytest

from asmeant.authoring.describing.wording import LANGUAGES, pattern, structures, wording


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_means_and_kinds(language: str) -> None:
    words = wording(language)
    assert words.means.pattern != "(?!)"
    assert words.kinds.pattern != "(?!)"
    assert words.spaced == (language != "ja")


def test_an_unknown_language_has_the_words_of_english() -> None:
    assert wording("de").means is wording("en").means or wording("de").means == wording("en").means


def test_a_pattern_matches_whole_words_and_any_ending_of_a_stem() -> None:
    words = pattern(["list", "спис(?:ок|к~)"])
    assert [match[0] for match in words.finditer("list lists Список списками")] == [
        "list",
        "Список",
        "списками",
    ]
    assert not pattern([]).search("anything")


def test_structures_have_names_in_four_languages() -> None:
    assert all(
        structures()["dict"].fullmatch(word) for word in ("dictionary", "diccionario", "словаря", "辞書")
    )
