"""Text -> ids -> the same text; merges in the order of their ranks; digits one by one."""

from __future__ import annotations

import pytest

from asmeant.errors import ModelError
from asmeant.models.adapter.tokens import Tokenizer
from tests.models.adapter.tiny import metadata


def names(text: str, with_special: bool = False) -> list[str]:
    tokenizer = Tokenizer(metadata())
    return [tokenizer.tokens[number] for number in tokenizer.encode(text, with_special)]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("find", ["find"]),
        ("ls find", ["ls", "Ġf", "in", "d"]),
        ("a12", ["a", "1", "2"]),
        ("a  b", ["a", "Ġ", "Ġ", "b"]),
        ("x_y", ["x", "_", "y"]),
        ("a\n\nb", ["a", "Ċ", "Ċ", "b"]),
        ("", []),
    ],
)
def test_pieces(text: str, tokens: list[str]) -> None:
    assert names(text) == tokens


def test_special_tokens_only_where_they_are_wanted() -> None:
    assert names("ls<|im_end|>", with_special=True) == ["ls", "<|im_end|>"]
    assert "<|im_end|>" not in names("ls<|im_end|>")


@pytest.mark.parametrize("text", ["find . -name '*.txt'", "удали файлы", "ファイル 12", "ñ\t\r\n  x"])
def test_back_again(text: str) -> None:
    tokenizer = Tokenizer(metadata())
    assert tokenizer.decode(tokenizer.encode(text)) == text
    assert tokenizer.decode([tokenizer.end]) == ""


def test_an_unknown_way_to_divide_text() -> None:
    with pytest.raises(ModelError, match=r"not known here \(qwen2\)"):
        Tokenizer({**metadata(), "tokenizer.ggml.pre": "qwen2"})
