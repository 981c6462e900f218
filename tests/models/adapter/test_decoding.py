"""Beam search against a search that looks at everything; draws against probabilities; padding changes nothing."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import exp

import pytest

from tests import needs

torch = pytest.importorskip("torch", reason=needs.TRAIN)

from asmeant.models.adapter.decoding import decode, draw  # noqa: E402
from asmeant.models.adapter.gguf import read_gguf  # noqa: E402
from asmeant.models.adapter.network import Llama  # noqa: E402
from tests.models.adapter.tiny import write_base  # noqa: E402

END, LONGEST = 2, 2


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Llama:
    model = Llama(read_gguf(write_base(tmp_path_factory.mktemp("base"))), runs=1, rank=4, alpha=8.0)
    # Six tokens are enough for a search that looks at everything.
    for name in ("token_embd", "output"):
        model.weights[name].data = model.weights[name].data[:6] * 0.7
    return model.eval()


def exhaustive(model: Llama, prompt: list[int]) -> list[tuple[tuple[int, ...], float]]:
    """All texts of at most two tokens, and those that do not end by then, by the mean of a token."""
    texts = {(): ()} | {text: text for length in (1, 2) for text in product([0, 1, 3, 4, 5], repeat=length)}
    scored = []
    for text in texts:
        whole = [*prompt, *text, *([END] if len(text) < LONGEST else [])]
        scores = model.logits(model(torch.tensor([[whole]]))[0, 0]).log_softmax(-1)
        places = range(len(prompt) - 1, len(whole) - 1)
        scored.append((text, sum(float(scores[place, whole[place + 1]]) for place in places)))
    return sorted(scored, key=lambda one: -one[1] / (len(one[0]) + 1))


@torch.no_grad()
def test_a_wide_beam_finds_the_best(model: Llama) -> None:
    for prompt in ([1, 4, 5], [3]):
        (answers,) = decode(model, [prompt], beam=3, longest=LONGEST, end=END)
        expected = dict(exhaustive(model, prompt))
        for answer in answers:
            assert answer.log_probability == pytest.approx(expected[answer.tokens], abs=1e-4)


def test_a_text_is_answered_as_it_is_alone(model: Llama) -> None:
    prompts = [[1, 4, 5, 3, 0], [3], [0, 5]]
    together = list(decode(model, prompts, beam=2, longest=4, end=END))
    for prompt, answers in zip(prompts, together, strict=True):
        (alone,) = decode(model, [prompt], beam=2, longest=4, end=END)
        assert [one.tokens for one in answers] == [one.tokens for one in alone]
        assert [one.log_probability for one in answers] == pytest.approx(
            [one.log_probability for one in alone], abs=1e-4
        )


def test_in_parts_as_at_once(model: Llama) -> None:
    prompts = [[number % 6, 1, 3] for number in range(5)]
    at_once = list(decode(model, prompts, 2, 3, END))
    assert [[one.tokens for one in row] for row in decode(model, prompts, 2, 3, END, at_a_time=2)] == [
        [one.tokens for one in row] for row in at_once
    ]


@torch.no_grad()
def test_answers_are_drawn_by_their_probability(model: Llama) -> None:
    torch.manual_seed(0)
    prompt, count = [1, 4, 5], 4000
    (answers,) = draw(model, [prompt], count, 1.0, LONGEST, END)
    expected = dict(exhaustive(model, prompt))
    shares = Counter(answer.tokens for answer in answers)
    for answer in answers[:50]:
        assert answer.log_probability == pytest.approx(expected[answer.tokens], abs=1e-4)
    for tokens, log_probability in expected.items():
        assert shares[tokens] / count == pytest.approx(exp(log_probability), abs=0.03)


def test_a_cold_draw_takes_the_likeliest_token(model: Llama) -> None:
    prompts = [[1, 4, 5, 3, 0], [3], [0, 5]]
    for row, (greedy, *_) in zip(
        draw(model, prompts, 3, 1e-4, 4, END), decode(model, prompts, 1, 4, END), strict=True
    ):
        assert {answer.tokens for answer in row} == {greedy.tokens}
