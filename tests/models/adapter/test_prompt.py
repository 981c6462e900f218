from __future__ import annotations

from asmeant.models.adapter.prompt import Pair, prompt_text


def test_neighbours_then_the_intent_on_one_line() -> None:
    text = prompt_text("list\n all  files", "bash", [Pair("print the date", "date")])
    turn = text.partition("<|im_start|>user\n")[2]
    assert turn == "print the date\ndate\n\nBash: list all files<|im_end|>\n<|im_start|>assistant\n"
    assert prompt_text("sort", "python").count("Python: sort") == 1
