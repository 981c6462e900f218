"""Run, Candidates -> the settings of the run that a model server was not sent. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from asmeant.records import Candidate, Sampling

# What a left-out setting means.
_MEANING = {
    "temperature": "the server's own temperature held",
    "top_p": "the server's own top_p held",
    "max_tokens": "the server's own limit held",
    "seed": "the replies may not repeat",
}


def departures(sampling: Sampling, candidates: Iterable[Candidate]) -> list[str]:
    """A sentence for each setting of the run that some requests were not sent."""
    requests, missing = 0, Counter[str]()
    for candidate in candidates:
        if candidate.sent:
            requests += 1
            missing.update(_missing(sampling, candidate))
    return [
        f"The server was not sent {name} {getattr(sampling, name)} for {count} of {requests} candidates: "
        f"{meaning}."
        for name, meaning in _MEANING.items()
        if (count := missing[name])
    ]


def _missing(sampling: Sampling, candidate: Candidate) -> Iterator[str]:
    sent_settings = candidate.sent
    if "temperature" not in sent_settings:
        yield "temperature"
    # At temperature 0 top-p has no effect, and 1 means all tokens: in both cases it is not sent.
    if "top_p" not in sent_settings and sampling.temperature > 0 and sampling.top_p < 1:
        yield "top_p"
    if not sent_settings.keys() & {"max_tokens", "max_completion_tokens"}:
        yield "max_tokens"
    if "seed" not in sent_settings:
        yield "seed"
