"""Copying: the next token is generated from the vocabulary, or copied from the source.

A token that both can produce has the sum of both probabilities. There are two ways to split the probability
between them: one softmax over vocabulary and positions (Gu et al. 2016, CopyNet, section 3.2), or a gate
(TranX, section 3.2).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from asmeant.models.baselines.vocabulary import PAD


@dataclass(frozen=True, slots=True)
class Mixture:
    """Log-probabilities of generating each token and of copying each position. The probabilities sum to 1."""

    generate: Tensor  # batch × steps × vocabulary
    copy: Tensor  # batch × steps × source length


def jointly(vocabulary_scores: Tensor, copy_scores: Tensor) -> Mixture:
    """One softmax over both."""
    size = vocabulary_scores.shape[-1]
    joint = torch.cat([vocabulary_scores, copy_scores], -1).log_softmax(-1)
    return Mixture(joint[..., :size], joint[..., size:])


def gated(vocabulary_scores: Tensor, copy_scores: Tensor, gate: Tensor) -> Mixture:
    """A softmax over each, and one between them.

    `gate`: batch × steps × 2, scores of generating and copying.
    """
    shares = gate.log_softmax(-1)
    return Mixture(
        shares[..., :1] + vocabulary_scores.log_softmax(-1),
        shares[..., 1:] + copy_scores.log_softmax(-1),
    )


def likelihood(mixture: Mixture, targets: Tensor, source_ids: Tensor, unknown: int) -> Tensor:
    """The log-probability of each target, generated or copied.

    `targets`: batch × steps, and `source_ids`: batch × source length, in the numbers of
    `vocabulary.source_ids`. `unknown` may be generated only if the source has no such token.
    """
    size = mixture.generate.shape[-1]
    in_vocabulary = targets < size
    generated = mixture.generate.gather(-1, targets.clamp(max=size - 1).unsqueeze(-1)).squeeze(-1)
    generated = generated.masked_fill(~in_vocabulary, -torch.inf)  # batch × steps
    if not mixture.copy.shape[-1]:
        return generated  # nothing can be copied
    is_copy = targets.unsqueeze(-1) == source_ids.unsqueeze(1)  # batch × steps × source length
    is_copy &= (source_ids != PAD).unsqueeze(1) & (targets != unknown).unsqueeze(-1)
    # The lowest finite number instead of -inf: otherwise an empty sum has no gradient.
    lowest = torch.finfo(mixture.copy.dtype).min
    copied = mixture.copy.masked_fill(~is_copy, lowest).logsumexp(-1)  # batch × steps
    return torch.logaddexp(generated.clamp(min=lowest), copied)


def distribution(mixture: Mixture, source_ids: Tensor) -> Tensor:
    """The log-probability of every token that can be written: vocabulary, then positions of the source."""
    probabilities = mixture.generate.exp()
    rows = [*probabilities.shape[:-1], probabilities.shape[-1] + source_ids.shape[1]]
    out = probabilities.new_zeros(rows)  # batch × steps × (vocabulary + source length)
    out[..., : probabilities.shape[-1]] = probabilities
    # A source may have several consecutive rows.
    index = source_ids.repeat_interleave(len(out) // len(source_ids), 0).unsqueeze(1).expand_as(mixture.copy)
    copied = mixture.copy.exp().masked_fill(index == PAD, 0.0)
    return out.scatter_add_(-1, index, copied).log_()
