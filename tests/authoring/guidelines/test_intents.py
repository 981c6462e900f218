"""What an intent must be without a look at its code."""

from __future__ import annotations

import pytest

from asmeant.authoring.guidelines.intents import intent_remarks


@pytest.mark.parametrize(
    ("intent", "language", "rules"),
    [
        ("Sort the list.", "en", []),
        ("Sort the list. Then print it.", "en", ["one sentence"]),
        ("Sort files, e.g. a.txt and 3.5 others", "en", []),
        ("Split `a. b` at 'x. y'", "en", []),
        ("並べる。そして表示する。", "ja", ["one sentence"]),
        ("Sort `xs", "en", ["backquotes"]),
        ("¿Cómo ordenar la lista `xs`?", "en", ["language"]),
        ("Отсортировать список", "ru", []),
        ("`xs`", "ja", []),
        ("  ", "en", ["empty"]),
    ],
)  # fmt: skip
def test_intents(intent: str, language: str, rules: list[str]) -> None:
    assert [remark.rule for remark in intent_remarks(intent, language)] == rules
