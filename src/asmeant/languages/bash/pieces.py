"""Word -> Piece: a word, or the rest of one after its flag, as flags and arguments are read from it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from asmeant.languages.bash.syntax import ArrayLiteral, Assignment, Literal, Part, Word


@dataclass(frozen=True, slots=True)
class Piece:
    start: int
    end: int
    text: str
    value: str
    is_literal: bool  # nothing in it is expanded
    parts: tuple[Part, ...] = ()
    word: Word | None = None

    @property
    def has_inner(self) -> bool:
        return not self.is_literal

    def after(self, length: int) -> Piece:
        """What is left when so many characters of its value are taken: of `-k2,2` after 2 it is `2,2`."""
        value = self.value[length:]
        if self.text[:length] == self.value[:length]:
            text, start = self.text[length:], self.start + length
        else:  # The flag itself is quoted: '-d '
            text, start = quoted(value), self.start
        return replace(self, start=start, text=text, value=value, word=None)


def quoted(value: str) -> str:
    """As one word of the shell, in quotes only if it needs them. Bash ends a word at a NUL, so we do."""
    value = value.partition("\0")[0]
    safe = value and all(letter.isalnum() or letter in "_@%+=:,./-^" for letter in value)
    return value if safe else "'" + value.replace("'", "'\\''") + "'"


def piece_of(word: Word) -> Piece:
    parts = word.parts
    if len(parts) == 1 and isinstance(parts[0], Literal):
        return Piece(word.start, word.end, word.text, parts[0].value, True, parts, word)
    literal = word.literal
    value = word.unquoted if literal is None else literal
    return Piece(word.start, word.end, word.text, value, literal is not None, parts, word)


def piece_of_array(array: ArrayLiteral) -> Piece:
    text = "(" + " ".join(_element(element) for element in array.elements) + ")"
    return Piece(array.start, array.end, text, text, False, (array,))


def _element(element: Word | Assignment) -> str:
    if isinstance(element, Word):
        return element.text
    subscript = "" if element.subscript is None else element.subscript.text
    value = element.value.text if isinstance(element.value, Word) else ""
    return f"[{subscript}]{'+' if element.append else ''}={value}"
