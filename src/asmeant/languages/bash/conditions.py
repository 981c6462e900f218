"""The words of `[ ]`, `test` and `[[ ]]` -> English: `a is a regular file`. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from asmeant.languages.bash.command import Argument, Operator

TESTS = frozenset({"test", "["})
CONDITIONS = {
    "-e": "is there", "-f": "is a regular file", "-d": "is a directory", "-L": "is a symbolic link",
    "-r": "can be read", "-w": "can be written", "-x": "can be run", "-s": "is not empty",
    "-z": "is an empty text", "-n": "is a text that is not empty", "-v": "is a variable that is set",
    "-nt": "is newer than", "-ot": "is older than", "==": "matches the pattern", "=": "matches the pattern",
    "!=": "does not match the pattern", "=~": "matches the regular expression", "<": "sorts before",
    ">": "sorts after", "-eq": "is the same number as", "-ne": "is another number than",
    "-lt": "is less than", "-le": "is at most", "-gt": "is more than", "-ge": "is at least",
    "&&": "and", "||": "or", "!": "not",
}  # fmt: skip
JOINING = {"&&": "and", "||": "or", "-a": "and", "-o": "or", "!": "not"}


def condition_in_words(parts: Iterable[object]) -> str:
    """`-f a && $b -gt 3` is `a is a regular file and $b is more than 3`."""
    words: list[str] = []
    waiting = ""  # the predicate of the next word
    for part in parts:
        if isinstance(part, Argument):
            words += [part.text, waiting] if waiting else [part.text]
            waiting = ""
        elif isinstance(part, Operator) and part.text in JOINING:
            words.append(JOINING[part.text])
        elif isinstance(part, Operator) and part.text in CONDITIONS:
            begins = not words or words[-1] in JOINING.values()
            if begins:
                waiting = CONDITIONS[part.text]
            else:
                words.append(CONDITIONS[part.text])
    return " ".join(words)
