"""An English word -> its stem, by Porter's algorithm (1980) with the changes that nltk makes to it.

The stems are those of nltk's `PorterStemmer`, which takes two seconds to import: nltk loads scipy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

_VOWELS = frozenset("aeiou")
# Words that the rules would not bring together, or should not touch.
_IRREGULAR = {
    "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie",
    "innings": "inning", "outings": "outing", "cannings": "canning",
    "sky": "sky", "news": "news", "inning": "inning", "outing": "outing", "canning": "canning",
    "howe": "howe", "proceed": "proceed", "exceed": "exceed", "succeed": "succeed",
}  # fmt: skip

# An ending, and what takes its place.
_Rules = Sequence[tuple[str, str]]
_PLURALS: _Rules = [("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")]
_MENDED: _Rules = [("at", "ate"), ("bl", "ble"), ("iz", "ize")]
_DOUBLE_ENDINGS: _Rules = [
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"),
    ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"),
    ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"), ("fulli", "ful"),
]  # fmt: skip
_LONG_ENDINGS: _Rules = [
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""),
    ("ness", ""),
]  # fmt: skip
_LAST_ENDINGS: _Rules = [
    ("al", ""), ("ance", ""), ("ence", ""), ("er", ""), ("ic", ""), ("able", ""), ("ible", ""), ("ant", ""),
    ("ement", ""), ("ment", ""), ("ent", ""), ("ou", ""), ("ism", ""),
    ("ate", ""), ("iti", ""), ("ous", ""), ("ive", ""), ("ize", ""),
]  # fmt: skip


@lru_cache(65_536)
def stem(word: str) -> str:
    word = word.lower()
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    for step in _STEPS:
        word = step(word)
    return word


def _without_plural(word: str) -> str:
    if len(word) == 4 and word.endswith("ies"):
        return word[:-1]
    return _replace_ending(word, _PLURALS, least=0)


def _without_tense(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        rest = word.removesuffix(ending)
        if rest != word and "v" in _form(rest):
            return _mend(rest)
    return word


def _mend(word: str) -> str:
    """A word that has lost its `ed` or `ing`: `hopp` is `hop`, and `fil` is `file`."""
    for ending, _ in _MENDED:
        if word.endswith(ending):
            return word + "e"
    form = _form(word)
    if word[-1:] == word[-2:-1] and form.endswith("c"):
        return word if word[-1] in "lsz" else word[:-1]
    return word + "e" if form.count("vc") == 1 and _is_short(word) else word


def _with_i_for_y(word: str) -> str:
    rest = word[:-1]
    return rest + "i" if word.endswith("y") and len(rest) > 1 and _form(rest).endswith("c") else word


def _with_single_ending(word: str) -> str:
    while word.endswith("alli") and _measure(word[:-4]):
        word = word[:-2]
    if word.endswith("logi"):
        return word[:-1] if _measure(word[:-3]) else word
    return _replace_ending(word, _DOUBLE_ENDINGS, least=1)


def _without_long_ending(word: str) -> str:
    return _replace_ending(word, _LONG_ENDINGS, least=1)


def _without_last_ending(word: str) -> str:
    if word.endswith(("sion", "tion")):
        return word[:-3] if _measure(word[:-3]) > 1 else word
    return _replace_ending(word, _LAST_ENDINGS, least=2)


def _without_e(word: str) -> str:
    rest = word.removesuffix("e")
    measure = _measure(rest)
    return rest if measure > 1 or (measure == 1 and not _is_short(rest)) else word


def _with_single_l(word: str) -> str:
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


_STEPS: Sequence[Callable[[str], str]] = (
    _without_plural,
    _without_tense,
    _with_i_for_y,
    _with_single_ending,
    _without_long_ending,
    _without_last_ending,
    _without_e,
    _with_single_l,
)


def _replace_ending(word: str, rules: _Rules, least: int) -> str:
    """By the first rule whose ending the word has, where what stays has at least that measure.

    No other rule is tried.
    """
    for ending, replacement in rules:
        if word.endswith(ending):
            rest = word[: -len(ending)] + replacement
            return rest if _measure(word[: -len(ending)]) >= least else word
    return word


def _form(word: str) -> str:
    """`v` for each vowel, `c` for all else. A `y` is a vowel after a consonant."""
    form = ""
    for letter in word:
        vowel = letter in _VOWELS or (letter == "y" and form.endswith("c"))
        form += "v" if vowel else "c"
    return form


def _measure(word: str) -> int:
    """How many times a consonant follows a vowel."""
    return _form(word).count("vc")


def _is_short(word: str) -> bool:
    """Whether it ends as `hop` does, or is such as `at`."""
    form = _form(word)
    return form == "vc" or (form.endswith("cvc") and word[-1] not in "wxy")
