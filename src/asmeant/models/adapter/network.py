"""A frozen Llama with several adapters that are trained in parallel.

All adapters share the pass through the base model: the first dimension of every tensor is the adapter
(`runs`). Weights keep the layout of GGUF files, in which rotary embeddings rotate adjacent pairs of a head.
Shapes: K adapters, B texts, T tokens, D model, H heads, d size of a head.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from asmeant.errors import ModelError
from asmeant.models.adapter.gguf import GgufFile, Stored, Value, write_gguf

# The linear layers of a block, by their names in GGUF. Each has an adapter.
LINEAR = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")


@dataclass(frozen=True, slots=True)
class Shape:
    layers: int
    heads: int
    key_heads: int
    head_size: int
    epsilon: float
    rotary_base: float

    @classmethod
    def of(cls, metadata: Mapping[str, Any]) -> Shape:
        architecture = metadata.get("general.architecture")
        if architecture != "llama":
            raise ModelError(
                f"An adapter can be trained for a Llama, but the base model is '{architecture}'."
            )
        heads, width = metadata["llama.attention.head_count"], metadata["llama.embedding_length"]
        return cls(
            metadata["llama.block_count"],
            heads,
            metadata.get("llama.attention.head_count_kv", heads),
            metadata.get("llama.rope.dimension_count", width // heads),
            metadata["llama.attention.layer_norm_rms_epsilon"],
            metadata.get("llama.rope.freq_base", 10_000.0),
        )


class Adapters(nn.Module):
    """A (rank × in) and B (out × rank) of every linear layer, for all adapters in one parameter."""

    def __init__(self, sizes: Mapping[str, tuple[int, int]], runs: int, rank: int, alpha: float) -> None:
        super().__init__()
        self.sizes, self.rank, self.alpha = dict(sizes), rank, alpha
        self.lengths = [width * rank for out, into in self.sizes.values() for width in (into, out)]
        self.values = nn.Parameter(torch.zeros(runs, sum(self.lengths)))

    @property
    def scale(self) -> float:
        return self.alpha / self.rank

    def initialize(self, generator: torch.Generator) -> None:
        """Sets A at random and B to zero, so that an adapter changes nothing at first."""
        with torch.no_grad():
            for down, _ in self.matrices(self.values).values():
                bound = 1 / math.sqrt(down.shape[-1])
                down.copy_((2 * torch.rand(down.shape, generator=generator) - 1) * bound)

    def matrices(self, values: Tensor) -> dict[str, tuple[Tensor, Tensor]]:
        """A and B of each layer, with the adapter as the first dimension."""
        slices = iter(values.split(self.lengths, dim=1))
        runs = values.shape[0]
        return {
            name: (next(slices).view(runs, self.rank, into), next(slices).view(runs, out, self.rank))
            for name, (out, into) in self.sizes.items()
        }


class Cache:
    """Keys and values of the tokens so far: one tensor for each layer, with room for further tokens."""

    def __init__(self, shape: Shape, texts: int, room: int, like: Tensor) -> None:
        size = (shape.layers, texts, shape.key_heads, room, shape.head_size)
        self.keys, self.values = like.new_empty(size), like.new_empty(size)
        self.length = 0

    def add(self, layer: int, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        end = self.length + keys.shape[2]
        self.keys[layer, :, :, self.length : end] = keys
        self.values[layer, :, :, self.length : end] = values
        return self.keys[layer, :, :, :end], self.values[layer, :, :, :end]

    def reorder(self, order: Tensor, start: int) -> None:
        """Text i becomes what text order[i] was, from the position `start` on."""
        for tensor in (self.keys, self.values):
            tensor[:, :, :, start : self.length] = tensor[:, order, :, start : self.length]


class Llama(nn.Module):
    def __init__(self, base: GgufFile, runs: int, rank: int, alpha: float, dropout: float = 0.0) -> None:
        super().__init__()
        self.shape, self.dropout = Shape.of(base.metadata), dropout
        self.weights = nn.ParameterDict()
        for name in _names(self.shape):
            self.weights[_key(name)] = nn.Parameter(base.tensor(f"{name}.weight"), requires_grad=False)
        has_head = "output.weight" in base.places
        head = base.tensor("output.weight" if has_head else "token_embd.weight")
        self.weights["output"] = nn.Parameter(head, requires_grad=False)
        sizes = {
            name: tuple(self.weights[_key(name)].shape)
            for name in _names(self.shape)
            if name.rpartition(".")[2] in LINEAR
        }
        self.adapters = Adapters(sizes, runs, rank, alpha)

    def cast_base(self, dtype: torch.dtype) -> None:
        for weight in self.weights.values():
            weight.data = weight.data.to(dtype)

    def forward(
        self,
        tokens: Tensor,
        positions: Tensor | None = None,
        mask: Tensor | None = None,
        cache: Cache | None = None,
    ) -> Tensor:
        """Tokens K × B × T -> states K × B × T × D. Without a mask, attention is causal."""
        embedded = functional.embedding(tokens, self.weights["token_embd"])  # K × B × T × D
        if positions is None:
            positions = torch.arange(tokens.shape[2], device=tokens.device).expand(tokens.shape)
        turns = self._turns(positions)
        matrices = self.adapters.matrices(self.adapters.values.to(embedded.dtype))
        states = embedded
        for layer in range(self.shape.layers):
            block = _Block(self, f"blk.{layer}.", matrices)
            states = states + self._dropped(block.attention(states, turns, mask, cache, layer))
            states = states + self._dropped(block.feed_forward(states))
        if cache is not None:
            cache.length += tokens.shape[2]
        return self.norm(states, "output_norm")

    def logits(self, states: Tensor) -> Tensor:
        return states @ self.weights["output"].T

    def norm(self, states: Tensor, name: str) -> Tensor:
        weight = self.weights[_key(name)]
        return functional.rms_norm(states, weight.shape, weight, self.shape.epsilon)

    def _dropped(self, states: Tensor) -> Tensor:
        return functional.dropout(states, self.dropout, self.training)

    def _turns(self, positions: Tensor) -> Tensor:
        """Positions K × B × T -> rotations as complex numbers (K B) × 1 × T × d/2."""
        half = torch.arange(0, self.shape.head_size, 2, device=positions.device, dtype=torch.float32)
        speeds = self.shape.rotary_base ** (-half / self.shape.head_size)
        angles = positions.flatten(0, 1)[:, None, :, None].float() * speeds
        return torch.polar(torch.ones_like(angles), angles)


class _Block:
    def __init__(self, model: Llama, prefix: str, matrices: Mapping[str, tuple[Tensor, Tensor]]) -> None:
        self.model, self.prefix, self.matrices = model, prefix, matrices

    def linear(self, name: str, states: Tensor) -> Tensor:
        """K × N × in -> K × N × out: the frozen layer plus the update of each adapter."""
        weight = self.model.weights[_key(self.prefix + name)]
        down, up = self.matrices[self.prefix + name]
        narrow = batched_linear(states, down)  # K × N × rank
        return states @ weight.T + batched_linear(narrow, up) * self.model.adapters.scale

    def attention(
        self, states: Tensor, turns: Tensor, mask: Tensor | None, cache: Cache | None, layer: int
    ) -> Tensor:
        shape = self.model.shape
        runs, texts, length, width = states.shape
        flat = self.model.norm(states, self.prefix + "attn_norm").view(runs, texts * length, width)

        def heads(name: str, count: int) -> Tensor:
            projected = self.linear(name, flat).view(runs * texts, length, count, shape.head_size)
            return projected.transpose(1, 2)  # (K B) × H × T × d

        queries = turned(heads("attn_q", shape.heads), turns)
        keys, values = turned(heads("attn_k", shape.key_heads), turns), heads("attn_v", shape.key_heads)
        if cache is not None:
            keys, values = cache.add(layer, keys, values)
        attended = attend(queries, keys, values, mask)
        joined = attended.transpose(1, 2).reshape(runs, texts * length, shape.heads * shape.head_size)
        return self.linear("attn_output", joined).view(states.shape)

    def feed_forward(self, states: Tensor) -> Tensor:
        runs, texts, length, width = states.shape
        flat = self.model.norm(states, self.prefix + "ffn_norm").view(runs, texts * length, width)
        opened = functional.silu(self.linear("ffn_gate", flat)) * self.linear("ffn_up", flat)
        return self.linear("ffn_down", opened).view(states.shape)


# The gradient of a narrow matrix is a long sum for few numbers: a GPU is faster with this many partial sums.
PARTS = 32


class _BatchedLinear(torch.autograd.Function):
    """K × N × in, K × out × in -> K × N × out."""

    @staticmethod
    def forward(context: Any, states: Tensor, weights: Tensor) -> Tensor:
        context.save_for_backward(states, weights)
        return torch.bmm(states, weights.transpose(1, 2))

    @staticmethod
    def backward(context: Any, gradient: Tensor) -> tuple[Tensor, Tensor]:
        states, weights = context.saved_tensors
        count = math.gcd(states.shape[1], PARTS)
        left = gradient.unflatten(1, (count, -1)).flatten(0, 1)  # (K count) × N / count × out
        right = states.unflatten(1, (count, -1)).flatten(0, 1)
        summed = torch.bmm(left.transpose(1, 2), right).unflatten(0, (-1, count)).sum(1)
        return torch.bmm(gradient, weights), summed


def batched_linear(states: Tensor, weights: Tensor) -> Tensor:
    product: Tensor = _BatchedLinear.apply(states, weights)
    return product


def attend(queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor | None) -> Tensor:
    """Several query heads share a key head.

    For a single token they are treated as tokens of that key head.
    """
    key_heads, is_single = keys.shape[1], queries.shape[2] == 1
    if is_single:
        queries = queries.squeeze(2).unflatten(1, (key_heads, -1))
    else:
        group = queries.shape[1] // key_heads
        keys, values = keys.repeat_interleave(group, dim=1), values.repeat_interleave(group, dim=1)
    attended = functional.scaled_dot_product_attention(
        queries, keys, values, attn_mask=mask, is_causal=mask is None and not is_single
    )
    return attended.flatten(1, 2).unsqueeze(2) if is_single else attended


def turned(heads: Tensor, turns: Tensor) -> Tensor:
    """Rotary embeddings: each pair of adjacent values is rotated by its angle."""
    pairs = torch.view_as_complex(heads.float().unflatten(-1, (-1, 2)).contiguous())
    return torch.view_as_real(pairs * turns).flatten(-2).to(heads.dtype)


def _names(shape: Shape) -> list[str]:
    block = ("attn_norm", "ffn_norm", *LINEAR)
    layers = [f"blk.{layer}.{name}" for layer in range(shape.layers) for name in block]
    return ["token_embd", "output_norm", *layers]


def _key(name: str) -> str:
    """A name that PyTorch accepts for a parameter."""
    return name.replace(".", "_")


def write_adapter(path: Path, adapters: Adapters, run: int, stored: Stored, name: str) -> None:
    """Writes one adapter as a GGUF file that llama.cpp can load with its base model."""
    matrices = adapters.matrices(adapters.values.detach().float().cpu())
    tensors = {}
    for layer, (down, up) in matrices.items():
        tensors[f"{layer}.weight.lora_a"] = down[run]
        tensors[f"{layer}.weight.lora_b"] = up[run]
    metadata: dict[str, Value] = {
        "general.architecture": "llama",
        "general.type": "adapter",
        "general.name": name,
        "adapter.type": "lora",
        "adapter.lora.alpha": float(adapters.alpha),
    }
    write_gguf(path, metadata, tensors, stored)


def read_adapter(adapters: Adapters, file: GgufFile) -> None:
    """Sets every adapter to the values of a GGUF file."""
    with torch.no_grad():
        for layer, (down, up) in adapters.matrices(adapters.values).items():
            down.copy_(file.tensor(f"{layer}.weight.lora_a").expand_as(down))
            up.copy_(file.tensor(f"{layer}.weight.lora_b").expand_as(up))
