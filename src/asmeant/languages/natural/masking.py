"""Intent -> a text that can be translated without harm to its names and literals, and back.

Machine translation turns `my_list` into words of another language, or loses its quotes. So a placeholder
takes the place of every slot before the translation, and the slot takes its own place back afterwards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from asmeant.languages.natural.slots import replaced, slots

# What translators leave alone. Another one is taken where an intent has it already.
STEMS = ("VAR", "SLOT", "ARG", "TOK", "QXV")


@dataclass(frozen=True, slots=True)
class Masked:
    """A text with placeholders, and what each of them stands for, quotes included."""

    text: str
    stem: str
    originals: tuple[str, ...]

    def restore(self, translation: str) -> str:
        """The translation with every original in it.

        A placeholder is known in any case, with blanks in it and with wide digits. One that the translator
        lost is put at the end, so that no name is lost with it.
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
    """`restore` gives the intent back where the text was not changed."""
    intent_slots = slots(intent)
    stem = next(
        (stem for stem in STEMS if not re.search(stem, intent, re.IGNORECASE)), f"Q{'V' * len(intent)}"
    )
    placeholders = [f"{stem}{number}R" for number in range(len(intent_slots))]
    originals = tuple(intent[slot.start : slot.end] for slot in intent_slots)
    return Masked(replaced(intent, placeholders, intent_slots), stem, originals)


def _placeholder(stem: str) -> re.Pattern[str]:
    return re.compile(rf"{stem}[\s_-]?(\d+)[\s_-]?[RР]", re.IGNORECASE)
