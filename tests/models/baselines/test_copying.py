from __future__ import annotations

import math

import pytest
import torch

from asmeant.models.baselines.copying import Mixture, distribution, gated, jointly, likelihood
from asmeant.models.baselines.vocabulary import PAD, UNKNOWN

SIZE, LENGTH, STEPS = 7, 5, 3


@pytest.fixture(params=["jointly", "gated"])
def mixture(request: pytest.FixtureRequest) -> Mixture:
    torch.manual_seed(2)
    scores, copying = torch.randn(2, STEPS, SIZE), torch.randn(2, STEPS, LENGTH)
    copying[1, :, 3:] = -torch.inf  # padding of the second source
    if request.param == "jointly":
        return jointly(scores, copying)
    return gated(scores, copying, torch.randn(2, STEPS, 2))


# Token 5 stands twice in the first source; numbers from SIZE on are tokens that only a source has.
SOURCE = torch.tensor([[5, SIZE + 1, 5, 4, SIZE + 4], [SIZE, 6, SIZE + 2, PAD, PAD]])


def test_the_probability_of_a_token_is_what_a_loop_gives(mixture: Mixture) -> None:
    whole = distribution(mixture, SOURCE).exp()  # batch × steps × (vocabulary + source length)
    for row in range(2):
        for step in range(STEPS):
            for token in range(SIZE + LENGTH):
                wanted = math.exp(mixture.generate[row, step, token]) if token < SIZE else 0.0
                for place in range(LENGTH):
                    if SOURCE[row, place] == token and SOURCE[row, place] != PAD:
                        wanted += math.exp(mixture.copy[row, step, place])
                assert float(whole[row, step, token]) == pytest.approx(wanted, abs=1e-6)


def test_probabilities_add_up_to_one(mixture: Mixture) -> None:
    assert torch.allclose(distribution(mixture, SOURCE).exp().sum(-1), torch.ones(2, STEPS), atol=1e-5)


def test_likelihood_agrees_with_the_distribution(mixture: Mixture) -> None:
    whole = distribution(mixture, SOURCE)
    for token in [4, 5, 6, SIZE + 1, SIZE + 4]:
        targets = torch.full((2, STEPS), token)
        found = likelihood(mixture, targets, SOURCE, UNKNOWN)
        for row in range(2):
            expected = whole[row, :, token]
            if torch.isfinite(expected).all():
                assert torch.allclose(found[row], expected, atol=1e-5)
            else:
                assert (found[row] < -1e30).all()


def test_what_cannot_be_written_has_a_gradient_that_is_a_number() -> None:
    scores = torch.randn(1, 1, SIZE, requires_grad=True)
    copying = torch.randn(1, 1, 2, requires_grad=True)
    found = likelihood(jointly(scores, copying), torch.tensor([[4]]), torch.tensor([[5, 6]]), UNKNOWN)
    found.sum().backward()
    assert torch.isfinite(scores.grad).all()
    assert torch.isfinite(copying.grad).all()
