"""Word -> CommandWord: a word of a command, or the rest of a word after its flag (`2,2` of `-k2,2`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from asmeant.languages.bash.syntax import ArrayLiteral, Assignment, Literal, Part, Word


@dataclass(frozen=True, slots=True)
class CommandWord:
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

    def after(self, length: int) -> CommandWord:
        """The rest after `length` characters of its value: `2,2` for `-k2,2` and 2."""
        value = self.value[length:]
        if self.text[:length] == self.value[:length]:
            text, start = self.text[length:], self.start + length
        else:  # The flag itself is quoted: '-d '
            text, start = quoted(value), self.start
        return replace(self, start=start, text=text, value=value, word=None)


def quoted(value: str) -> str:
    """The value as one word of the shell, with quotes only if needed. Like in Bash, a NUL ends it."""
    value = value.partition("\0")[0]
    safe = value and all(letter.isalnum() or letter in "_@%+=:,./-^" for letter in value)
    return value if safe else "'" + value.replace("'", "'\\''") + "'"


def command_word(word: Word) -> CommandWord:
    parts = word.parts
    if len(parts) == 1 and isinstance(parts[0], Literal):
        return CommandWord(word.start, word.end, word.text, parts[0].value, True, parts, word)
    literal = word.literal
    value = word.unquoted if literal is None else literal
    return CommandWord(word.start, word.end, word.text, value, literal is not None, parts, word)


def array_command_word(array: ArrayLiteral) -> CommandWord:
    text = "(" + " ".join(_element(element) for element in array.elements) + ")"
    return CommandWord(array.start, array.end, text, text, False, (array,))


def _element(element: Word | Assignment) -> str:
    if isinstance(element, Word):
        return element.text
    subscript = "" if element.subscript is None else element.subscript.text
    value = element.value.text if isinstance(element.value, Word) else ""
    return f"[{subscript}]{'+' if element.append else ''}={value}"
