"""Text of a model -> the same text with every invisible character made visible."""

from __future__ import annotations

import re
import unicodedata

from asmeant.cli.console import visible

UNUSUAL = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
# Characters that are invisible on a screen, by Unicode's property Default_Ignorable_Code_Point, which
# Python does not provide; and the blank Braille pattern.
_WITHOUT_TRACE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]"
)
_CONTROL_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def is_hidden(letter: str) -> bool:
    """Whether this character could make a reader mistake the text for another one."""
    if letter in " \n\t":
        return False
    return unicodedata.category(letter) in UNUSUAL or _WITHOUT_TRACE.match(letter) is not None


def hides_something(code: str) -> bool:
    return any(map(is_hidden, code))


def revealed(code: str) -> str:
    """The code with invisible characters replaced by escapes."""
    return visible(
        "".join(
            letter.encode("unicode_escape").decode("ascii") if is_hidden(letter) else letter
            for letter in code
        )
    )


def harmless_json(line: bytes) -> str:
    """The same JSON, with all characters escaped that could control a terminal."""
    return _CONTROL_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", line.decode("utf-8"))
