"""What a reader would not see is shown, and never run."""

from __future__ import annotations

import json

import pytest

from asmeant.cli.ask_letters import harmless_json, hides_something, revealed


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("ls -l", "ls -l"),
        ("echo 'こんにちは é ё ñ'\n\tdone", "echo 'こんにちは é ё ñ'\n\tdone"),
        ("ls\x1b[2J", "ls\\x1b[2J"),
        ("ls\u009b2J", "ls\\x9b2J"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u200bb", "a\\u200bb"),
        ("a\u00a0b", "a\\xa0b"),
        ("a\u3164b", "a\\u3164b"),  # a letter, and empty
        ("a\ufe0fb", "a\\ufe0fb"),
        ("a\U000e0041b", "a\\U000e0041b"),
        ("a\u2800b", "a\\u2800b"),
        ("ls\rrm x", "ls\\rrm x"),
    ],
)
def test_what_is_hidden_is_shown(code: str, shown: str) -> None:
    assert revealed(code) == shown
    assert hides_something(code) == (code != shown)


def test_json_does_nothing_to_a_terminal() -> None:
    record = {"stdout": "\u009b2J \u202e é \x7f"}
    line = harmless_json(json.dumps(record, ensure_ascii=False).encode())
    assert json.loads(line) == record
    assert not {"\u009b", "\u202e", "\x7f"} & set(line)
    assert "é" in line
