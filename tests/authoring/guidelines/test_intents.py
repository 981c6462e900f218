"""What an intent must be without a look at its code."""

from __future__ import annotations

import pytest

from asmeant.authoring.guidelines import check_pair
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
        ("Sort xs. Then print it", "en", ["one sentence"]),
        ("Use e.g. A or J. Doe", "en", []),
        ("  ", "en", ["empty"]),
    ],
)  # fmt: skip
def test_intents(intent: str, language: str, rules: list[str]) -> None:
    assert [remark.rule for remark in intent_remarks(intent, language)] == rules


def test_a_giant_paste_is_not_looked_at() -> None:
    remarks = check_pair("`" * 100_001, "x" * 1_000_000)
    assert [remark.rule for remark in (*remarks.intent, *remarks.code)] == ["too long", "too long"]
