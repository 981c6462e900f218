"""A Llama of a few thousand random weights, as a GGUF file with a tokenizer of bytes."""

from __future__ import annotations

from pathlib import Path

import torch

from asmeant.models.adapter.gguf import Value, write_gguf
from asmeant.models.adapter.tokens import byte_letters
from asmeant.records import Task

WIDTH, HIDDEN, HEADS, KEY_HEADS, LAYERS = 32, 64, 4, 2, 2
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
MERGES = ["l s", "Ġ f", "i n", "f in", "fin d"]
PAIRS = [
    ("list all files", "ls"),
    ("list every file", "ls -a"),
    ("find text files", "find . -name '*.txt'"),
    ("find java files", "find . -name '*.java'"),
    ("find empty folders", "find . -type d -empty"),
    ("print the date", "date"),
]


def tasks(language: str = "bash") -> list[Task]:
    return [
        Task(f"tiny/{number}", intent, code_language=language, references=(code,))
        for number, (intent, code) in enumerate(PAIRS)
    ]


def metadata() -> dict[str, Value]:
    letters = list(byte_letters().values())
    tokens = [*SPECIAL, *letters, *(merge.replace(" ", "") for merge in MERGES)]
    return {
        "general.architecture": "llama",
        "llama.block_count": LAYERS,
        "llama.embedding_length": WIDTH,
        "llama.attention.head_count": HEADS,
        "llama.attention.head_count_kv": KEY_HEADS,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "llama.rope.freq_base": 10_000.0,
        "llama.rope.dimension_count": WIDTH // HEADS,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "smollm",
        "tokenizer.ggml.tokens": tokens,
        "tokenizer.ggml.token_type": [3] * len(SPECIAL) + [1] * (len(tokens) - len(SPECIAL)),
        "tokenizer.ggml.merges": MERGES,
        "tokenizer.ggml.eos_token_id": 2,
    }


def write_base(folder: Path, seed: int = 0) -> Path:
    generator = torch.Generator().manual_seed(seed)
    vocabulary = metadata()["tokenizer.ggml.tokens"]
    assert isinstance(vocabulary, list)
    key_width = WIDTH * KEY_HEADS // HEADS
    sizes = {
        "attn_q": (WIDTH, WIDTH),
        "attn_k": (key_width, WIDTH),
        "attn_v": (key_width, WIDTH),
        "attn_output": (WIDTH, WIDTH),
        "ffn_gate": (HIDDEN, WIDTH),
        "ffn_up": (HIDDEN, WIDTH),
        "ffn_down": (WIDTH, HIDDEN),
    }
    tensors = {
        "token_embd.weight": torch.randn(len(vocabulary), WIDTH, generator=generator) * 0.5,
        "output_norm.weight": torch.ones(WIDTH),
    }
    for layer in range(LAYERS):
        for name, size in sizes.items():
            weight = torch.randn(size, generator=generator) * size[1] ** -0.5
            tensors[f"blk.{layer}.{name}.weight"] = weight
        for name in ("attn_norm", "ffn_norm"):
            tensors[f"blk.{layer}.{name}.weight"] = torch.ones(WIDTH)
    path = folder / "tiny.gguf"
    write_gguf(path, metadata(), tensors, "f32")
    return path
