"""The network against the same sums written out; adapters side by side do not touch each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import needs

torch = pytest.importorskip("torch", reason=needs.TRAIN)

from asmeant.errors import ModelError  # noqa: E402
from asmeant.models.adapter.gguf import GgufFile, read_gguf  # noqa: E402
from asmeant.models.adapter.network import (  # noqa: E402
    Cache,
    Llama,
    Shape,
    attend,
    batched_linear,
    read_adapter,
    turned,
    write_adapter,
)
from tests.models.adapter.tiny import HEADS, KEY_HEADS, WIDTH, metadata, write_base  # noqa: E402

TOKENS = torch.tensor([[5, 9, 70, 33, 8]])


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> GgufFile:
    return read_gguf(write_base(tmp_path_factory.mktemp("base")))


def random_adapters(model: Llama, seed: int = 3) -> None:
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        model.adapters.values.copy_(torch.randn(model.adapters.values.shape, generator=generator) * 0.1)


def by_hand(base: GgufFile, tokens: list[int], added: dict[str, Any]) -> Any:
    """One text, one position at a time, one head at a time."""
    size = WIDTH // HEADS

    def weight(name: str) -> Any:
        return base.tensor(f"{name}.weight") + added.get(name, 0.0)

    def norm(state: Any) -> Any:
        return state / (state.pow(2).mean() + 1e-5).sqrt()

    def turn(head: Any, position: int) -> Any:
        out = head.clone()
        for pair in range(size // 2):
            angle = torch.tensor(position * 10_000.0 ** (-2 * pair / size))
            one, two = head[2 * pair], head[2 * pair + 1]
            out[2 * pair] = one * angle.cos() - two * angle.sin()
            out[2 * pair + 1] = one * angle.sin() + two * angle.cos()
        return out

    states = [base.tensor("token_embd.weight")[token] for token in tokens]
    for layer in range(2):
        prefix, keys, values = f"blk.{layer}.", [], []
        for position, state in enumerate(states):
            normed = norm(state)
            keys.append(
                [turn(head, position) for head in (weight(prefix + "attn_k") @ normed).view(KEY_HEADS, size)]
            )
            values.append((weight(prefix + "attn_v") @ normed).view(KEY_HEADS, size))
            queries = (weight(prefix + "attn_q") @ normed).view(HEADS, size)
            heads = []
            for number in range(HEADS):
                shared = number * KEY_HEADS // HEADS
                query = turn(queries[number], position)
                scores = torch.stack([query @ key[shared] for key in keys]) / size**0.5
                heads.append(
                    sum(share * value[shared] for share, value in zip(scores.softmax(0), values, strict=True))
                )
            states[position] = state + weight(prefix + "attn_output") @ torch.cat(heads)
        for position, state in enumerate(states):
            normed = norm(state)
            gate = weight(prefix + "ffn_gate") @ normed
            opened = gate * gate.sigmoid() * (weight(prefix + "ffn_up") @ normed)
            states[position] = state + weight(prefix + "ffn_down") @ opened
    return torch.stack([norm(state) for state in states])


def test_the_network_is_what_is_written_out(base: GgufFile) -> None:
    model = Llama(base, runs=2, rank=4, alpha=8.0)
    random_adapters(model)
    states = model(TOKENS.expand(2, 1, -1))
    for run in range(2):
        added = {
            name: 2.0 * up[run] @ down[run]
            for name, (down, up) in model.adapters.matrices(model.adapters.values).items()
        }
        assert torch.allclose(states[run, 0], by_hand(base, TOKENS[0].tolist(), added), atol=1e-4)


def test_at_first_an_adapter_changes_nothing(base: GgufFile) -> None:
    model = Llama(base, runs=1, rank=4, alpha=8.0)
    bare = model(TOKENS[None])
    model.adapters.initialize(torch.Generator().manual_seed(0))
    assert model.adapters.values.abs().sum() > 0
    assert torch.allclose(model(TOKENS[None]), bare)


def test_runs_share_no_gradient(base: GgufFile) -> None:
    model = Llama(base, runs=2, rank=4, alpha=8.0)
    random_adapters(model)
    model(TOKENS.expand(2, 1, -1))[0].sum().backward()
    assert model.adapters.values.grad[0].abs().sum() > 0
    assert model.adapters.values.grad[1].abs().sum() == 0


def test_with_a_cache_one_token_at_a_time(base: GgufFile) -> None:
    model = Llama(base, runs=1, rank=4, alpha=8.0)
    random_adapters(model)
    whole = model(TOKENS[None])
    cache = Cache(model.shape, 1, 5, model.weights["token_embd"])
    for position in range(5):
        mask = torch.ones(1, 1, 1, position + 1, dtype=torch.bool)
        step = model(TOKENS[None, :, position : position + 1], torch.tensor([[[position]]]), mask, cache)
        assert torch.allclose(step[0, 0, 0], whole[0, 0, position], atol=1e-5)


def test_attention_of_one_token_and_of_many() -> None:
    queries, keys, values = torch.randn(2, 4, 3, 8), torch.randn(2, 2, 3, 8), torch.randn(2, 2, 3, 8)
    mask = torch.ones(3, 3, dtype=torch.bool)
    many = attend(queries, keys, values, mask)
    single = attend(queries[:, :, 1:2], keys, values, mask[1:2])
    assert torch.allclose(many[:, :, 1:2], single, atol=1e-6)


def test_the_gradient_of_a_batched_linear_layer() -> None:
    states = torch.randn(2, 8, 5, dtype=torch.float64, requires_grad=True)
    weights = torch.randn(2, 3, 5, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(batched_linear, (states, weights))
    assert torch.allclose(batched_linear(states, weights), states @ weights.transpose(1, 2))


def test_turning_keeps_lengths_and_differences() -> None:
    heads = torch.randn(1, 1, 2, 8)
    angles = torch.randn(1, 1, 2, 4)
    assert torch.allclose(turned(heads, torch.polar(torch.ones_like(angles), angles)).norm(), heads.norm())


def test_an_adapter_in_a_file(base: GgufFile, tmp_path: Path) -> None:
    model = Llama(base, runs=2, rank=32, alpha=8.0)
    random_adapters(model)
    write_adapter(tmp_path / "a.gguf", model.adapters, 1, "f32", "tiny")
    file = read_gguf(tmp_path / "a.gguf")
    assert file.metadata["adapter.type"] == "lora"
    assert file.metadata["adapter.lora.alpha"] == 8.0
    other = Llama(base, runs=1, rank=32, alpha=8.0)
    read_adapter(other.adapters, file)
    assert torch.allclose(other.adapters.values[0], model.adapters.values[1])


def test_another_architecture() -> None:
    with pytest.raises(ModelError, match="the base model is 'mamba'"):
        Shape.of({**metadata(), "general.architecture": "mamba"})
