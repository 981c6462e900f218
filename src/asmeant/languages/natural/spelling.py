"""Word -> the word with correct spelling. spelling.toml has two short lists:

- frequent words of intents about files and systems. A word that is one typing error away from one of them (an
  added, missing, wrong or swapped letter) is corrected. This is done for long words only, which are rarely
  similar to other words; exceptions are listed;
- frequent misspellings of everyday words.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from asmeant.languages.natural.stemming import stem

# Shorter words are too similar to other words; longer ones are not words.
SHORTEST, LONGEST = 7, 30


@dataclass(frozen=True, slots=True)
class Spelling:
    vocabulary: tuple[str, ...]
    other_words: frozenset[str]
    slips: dict[str, str]


@cache
def _spelling() -> Spelling:
    table = tomllib.loads(files(__package__).joinpath("spelling.toml").read_text("utf-8"))
    return Spelling(
        tuple(table["vocabulary"].split()), frozenset(table["other_words"].split()), table["slips"]
    )


def respelt(word: str) -> str:
    """The correct spelling of a lower-case word: usually the word itself."""
    if word in _spelling().slips:
        return _spelling().slips[word]
    if not SHORTEST - 1 <= len(word) <= LONGEST or not word.isalpha() or word in _known():
        return word
    return _correction(word) or word


@cache
def _known() -> frozenset[str]:
    inflected = (form for word in _spelling().vocabulary for form in _forms(word))
    return frozenset(inflected) | _spelling().other_words


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2] not in "aeou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "z", "sh", "ch")) else f"{word}s"


def _forms(word: str) -> set[str]:
    """A word with all English endings. Forms that do not exist do no harm."""
    forms = {word, _plural(word), f"{word}ed", f"{word}ing", f"{word}ly", f"{word}er", f"{word}{word[-1]}ing",
             f"{word}{word[-1]}ed"}  # fmt: skip
    if word.endswith("e"):
        forms |= {f"{word}d", f"{word}r", f"{word[:-1]}ing", f"{word[:-1]}ion"}
    if word.endswith("y"):
        forms |= {f"{word[:-1]}ied"}
    return forms


@cache
def _correction(word: str) -> str | None:
    """The known word that is one typing error away, if there is exactly one."""
    near = {
        known
        for shortened in _shortened(word)
        for known in _index().get(shortened, ())
        if _one_slip(word, known)
    }
    known = near.pop() if len(near) == 1 else None
    return known if known and not _other_form(word, known) else None


def _other_form(word: str, known: str) -> bool:
    """Whether the words differ only in their ending, which is not a misspelling: "follow" and "follows"."""
    shorter, longer = sorted((word, known), key=len)
    return longer.startswith(shorter) or (word[:-1] == known[:-1] and stem(word) == stem(known))


@cache
def _index() -> dict[str, list[str]]:
    """Known words by each of their forms with one letter removed. Two similar words share such a form."""
    index: dict[str, list[str]] = {}
    for word in _spelling().vocabulary:
        for form in {word, _plural(word), *(_forms(word) if len(word) > SHORTEST else ())}:
            if len(form) >= SHORTEST:
                for shortened in _shortened(form):
                    index.setdefault(shortened, []).append(form)
    return index


def _shortened(word: str) -> set[str]:
    return {word, *(word[:position] + word[position + 1 :] for position in range(len(word)))}


def _one_slip(word: str, known: str) -> bool:
    """Whether the words are one typing error apart. The first letter must be the same."""
    if word[0] != known[0]:
        return False
    if len(word) != len(known):
        longer, shorter = (word, known) if len(word) > len(known) else (known, word)
        return shorter in _shortened(longer)
    positions = [
        position for position, (left, right) in enumerate(zip(word, known, strict=True)) if left != right
    ]
    if len(positions) == 2:
        first, second = positions
        return second == first + 1 and word[first] == known[second] and word[second] == known[first]
    return len(positions) == 1
