"""Text -> token ids, by the vocabulary of a GGUF file: byte-level byte-pair encoding, as in GPT-2.

Digits are separate tokens. The ids are those that llama.cpp gives for the same text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from asmeant.errors import ModelError

KNOWN = ("smollm", "starcoder")
_DIGITS = re.compile(r"(\d)")
_PIECES = re.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?[^\W\d_]+| ?(?:[^\w\s]|_)+|\s+(?!\S)|\s+")
_CONTROL = 3


def byte_letters() -> dict[int, str]:
    """A visible character for each byte: itself if it is visible, otherwise one from 256 on."""
    visible = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters = {byte: chr(byte) for byte in visible}
    invisible = [byte for byte in range(256) if byte not in letters]
    return letters | {byte: chr(256 + position) for position, byte in enumerate(invisible)}


class Tokenizer:
    def __init__(self, metadata: Mapping[str, Any]) -> None:
        if metadata.get("tokenizer.ggml.model") != "gpt2" or metadata.get("tokenizer.ggml.pre") not in KNOWN:
            raise ModelError(
                "The base model divides text in a way that is not known here "
                f"({metadata.get('tokenizer.ggml.pre')}). Known: {', '.join(KNOWN)}."
            )
        tokens, kinds = metadata["tokenizer.ggml.tokens"], metadata["tokenizer.ggml.token_type"]
        self.tokens: list[str] = tokens
        self.ids = {token: number for number, token in enumerate(tokens)}
        self.end: int = metadata["tokenizer.ggml.eos_token_id"]
        self.special = {token for token, kind in zip(tokens, kinds, strict=True) if kind == _CONTROL}
        self._special = re.compile(
            "|".join(sorted(map(re.escape, self.special), key=len, reverse=True)) or "(?!)"
        )
        self._letters = byte_letters()
        self._bytes = {letter: byte for byte, letter in self._letters.items()}
        self._ranks = {
            tuple(merge.split(" ")): rank for rank, merge in enumerate(metadata["tokenizer.ggml.merges"])
        }
        self._merged = lru_cache(maxsize=100_000)(self._merge)

    def encode(self, text: str, with_special: bool = False) -> list[int]:
        """The ids of a text. `with_special`: names such as <|im_end|> in it are special tokens."""
        if not with_special:
            return [number for piece in _pieces(text) for number in self._merged(piece)]
        ids, position = [], 0
        for match in self._special.finditer(text):
            ids += [*self.encode(text[position : match.start()]), self.ids[match[0]]]
            position = match.end()
        return ids + self.encode(text[position:])

    def decode(self, ids: Iterable[int]) -> str:
        letters = "".join(self.tokens[number] for number in ids if self.tokens[number] not in self.special)
        return bytes(self._bytes[letter] for letter in letters if letter in self._bytes).decode(
            "utf-8", "replace"
        )

    def _merge(self, piece: str) -> tuple[int, ...]:
        symbols = [self._letters[byte] for byte in piece.encode("utf-8", "replace")]
        while len(symbols) > 1:
            ranked = [
                (self._ranks.get((symbols[place], symbols[place + 1]), len(self._ranks)), place)
                for place in range(len(symbols) - 1)
            ]
            rank, place = min(ranked)
            if rank == len(self._ranks):
                break
            symbols[place : place + 2] = ["".join(symbols[place : place + 2])]
        return tuple(self.ids[symbol] for symbol in symbols if symbol in self.ids)


def _pieces(text: str) -> Iterable[str]:
    for segment in _DIGITS.split(text):
        if _DIGITS.fullmatch(segment):
            yield segment
        else:
            yield from _PIECES.findall(segment)
