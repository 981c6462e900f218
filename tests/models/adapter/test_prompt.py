from __future__ import annotations

import pytest

from asmeant.models.adapter.prompt import Pair, prompt_language, prompt_text


def test_neighbours_then_the_intent_on_one_line() -> None:
    text = prompt_text("list\n all  files", "bash", [Pair("print the date", "date")])
    turn = text.partition("<|im_start|>user\n")[2]
    assert turn == "print the date\ndate\n\nBash: list all files<|im_end|>\n<|im_start|>assistant\n"
    assert prompt_text("sort", "python").count("Python: sort") == 1


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (prompt_text("list: files", "bash", [Pair("Python: x", "y")]), "bash"),
        (prompt_text("sort", "python"), "python"),
        ("Bash: sort", ""),
        ("", ""),
    ],
)
def test_the_language_of_a_prompt(text: str, language: str) -> None:
    assert prompt_language(text) == language
