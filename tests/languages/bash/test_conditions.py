from __future__ import annotations

import pytest

from asmeant.languages.bash.command import Call
from asmeant.languages.bash.conditions import condition_in_words
from asmeant.languages.bash.understanding import understand


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("[ -f a ]", "a is a regular file"),
        ("test a -nt b", "a is newer than b"),
        ("test ! -d a", "not a is a directory"),
        ('[ -z "$x" -o -d y ]', '"$x" is an empty text or y is a directory'),
        ("[ $x ]", "$x"),
    ],
)
def test_what_is_tested(command: str, words: str) -> None:
    (call,) = understand(command).commands
    assert isinstance(call, Call)
    assert condition_in_words(call.parts) == words
