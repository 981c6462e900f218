"""What a model is asked, and the description in what it answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.authoring.describing.asking import Order, ask, description_of, load_client
from asmeant.errors import UnknownNameError, UsageError


@pytest.mark.parametrize(
    ("reply", "description"),
    [
        ("Sort the words.", "Sort the words."),
        ("Here is the description:\n\nSort the words.", "Sort the words."),
        ("**Description:**\nSort the words.", "Sort the words."),
        ("```\nSort the words.\n```", "Sort the words."),
        ('"Sort the words."', "Sort the words."),
        ("«Упорядочить слова.»", "Упорядочить слова."),
        ('"a" and "b"', '"a" and "b"'),
        ("Sort the\nwords.\n\nThis is because...", "Sort the words."),
        ("Return one of two values: 1 or 2", "Return one of two values: 1 or 2"),
        ("", ""),
    ],
)
def test_description(reply: str, description: str) -> None:
    assert description_of(reply) == description


def test_replies_are_joined_by_the_ids_of_the_orders(tmp_path: Path) -> None:
    file = tmp_path / "replies.jsonl"
    file.write_text('{"task_id": "b", "text": " two "}\n{"task_id": "a", "text": "one"}\n')
    assert ask(load_client(f"recorded:{file}"), [Order("a", "1?"), Order("b", "2?")]) == {
        "a": "one",
        "b": "two",
    }
    assert ask(load_client(f"recorded:{file}"), []) == {}


def test_only_language_models_write_descriptions() -> None:
    with pytest.raises(UsageError, match="writes code, not descriptions"):
        load_client("reference")
    with pytest.raises(UnknownNameError, match=r"No language model is called 'embeded'\. .*'embedded'"):
        load_client("embeded")
