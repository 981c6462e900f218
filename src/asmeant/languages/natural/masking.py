"""Intent -> a text that can be translated without changing its names and literals, and back.

Machine translation turns `my_list` into words of another language, or loses its quotes. So every slot is
replaced by a placeholder before the translation, and restored afterwards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from asmeant.languages.natural.slots import replaced, slots

# Placeholders that translators leave unchanged. The next one is used if an intent contains the first.
STEMS = ("VAR", "SLOT", "ARG", "TOK", "QXV")


@dataclass(frozen=True, slots=True)
class Masked:
    """A text with placeholders, and the original text of each, including quotes."""

    text: str
    stem: str
    originals: tuple[str, ...]

    def restore(self, translation: str) -> str:
        """The translation with the original texts.

        A placeholder is recognised in any case, with blanks in it and with wide digits. If the translator
        lost one, its text is appended at the end, so that no name is lost.
        """
        used: set[int] = set()

        def original(match: re.Match[str]) -> str:
            number = int(match[1])
            if number >= len(self.originals):
                return match[0]
            used.add(number)
            return self.originals[number]

        text = _placeholder(self.stem).sub(original, translation)
        lost = [word for number, word in enumerate(self.originals) if number not in used]
        return " ".join([text.rstrip(), *lost]) if lost else text


def mask(intent: str) -> Masked:
    """Masks an intent. `restore` returns the intent if the text is unchanged."""
    intent_slots = slots(intent)
    stem = next(
        (stem for stem in STEMS if not re.search(stem, intent, re.IGNORECASE)), f"Q{'V' * len(intent)}"
    )
    placeholders = [f"{stem}{number}R" for number in range(len(intent_slots))]
    originals = tuple(intent[slot.start : slot.end] for slot in intent_slots)
    return Masked(replaced(intent, placeholders, intent_slots), stem, originals)


def _placeholder(stem: str) -> re.Pattern[str]:
    return re.compile(rf"{stem}[\s_-]?(\d+)[\s_-]?[RР]", re.IGNORECASE)
