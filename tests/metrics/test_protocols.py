"""Protocols of metrics: a signature says what the record says, and a changed record changes the number."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

import pytest

from asmeant import plugins
from asmeant.metrics import load_metric
from asmeant.metrics.bleu import MBART, Bleu, BleuProtocol
from asmeant.metrics.comparing import Comparison
from asmeant.metrics.protocols import CONALA, MetricProtocol, Tokenizer
from asmeant.records import Candidate
from asmeant.seams import HasNotes, HasProtocols, HasSignature, NeedsCandidates, NeedsOnlySums
from tests.metrics.comparing import task

COMPARISONS = [
    f"{name}:{protocol}"
    for name in plugins.names("metric")
    if isinstance(make := plugins.load("metric", name), type) and issubclass(make, Comparison)
    for protocol in make.protocols
]


def test_only_what_is_set_is_printed() -> None:
    rule = BleuProtocol("about", "best of each task", tokenizer=MBART)
    assert list(rule.settings()) == ["order:4", "tokenizer:13a", "smoothing:none", "reference-length:closest"]
    assert list(replace(rule, references="that parse").settings())[-1] == "references:that parse"
    assert str(rule) == "about"
    assert list(MetricProtocol("about").settings()) == []


@pytest.mark.parametrize("name", COMPARISONS)
def test_a_signature_is_printed_from_the_record(name: str) -> None:
    metric = load_metric(name)
    assert isinstance(metric, Comparison)
    signature = metric.signature.split("|")
    assert signature[0] == f"protocol:{metric.protocol}"
    assert signature[-1] == f"candidate:{metric.rule.candidate}"
    assert {*metric.rule.settings()} <= {*signature}


@pytest.mark.parametrize("name", COMPARISONS)
def test_a_metric_can_be_sent_to_another_process(name: str) -> None:
    metric = load_metric(name)
    copied = pickle.loads(pickle.dumps(metric))
    given = task("find . -name x", language="bash") if "@" in name else task("def f(x):\n    return x")
    candidates = [Candidate(given.id, 0, given.references[0])]
    assert copied.measure(given, candidates, []) == metric.measure(given, candidates, [])


def _shouted(code: str) -> tuple[str, ...]:
    return tuple(code.upper().split())


def test_a_protocol_is_a_line() -> None:
    """A metric with one more protocol: the number and the signature follow from the record alone."""

    class Shouting(Bleu):
        protocols: ClassVar[Mapping[str, BleuProtocol]] = {
            **Bleu.protocols,
            "loud": BleuProtocol("case does not count", tokenizer=Tokenizer("shouted", _shouted)),
        }

    code, reference = "a b c d e", "A B C D E"
    given = task(reference)
    candidates = [Candidate(given.id, 0, code)]
    values = {}
    for protocol in ("official", "loud"):
        metric = Shouting(protocol)
        statistic = metric.measure(given, candidates, [])
        values[protocol] = metric.aggregate([statistic])
    assert values == {"official": 0.0, "loud": pytest.approx(1.0)}
    assert "|tokenizer:shouted|" in Shouting("loud").signature


def test_what_is_prepared_is_split() -> None:
    assert Tokenizer("lower", CONALA.split, prepare=str.lower)("Ab(C)") == ("ab", "(", "c", ")")
    assert str(CONALA) == "conala"


def test_optional_members_are_declared() -> None:
    assert isinstance(load_metric("codebleu"), HasNotes)
    assert isinstance(load_metric("bleu"), HasSignature)
    assert isinstance(load_metric("bleu"), NeedsOnlySums)
    assert isinstance(load_metric("pass@3"), NeedsCandidates)
    assert isinstance(plugins.load("metric", "bleu"), HasProtocols)
    solvability = load_metric("solvability")
    assert not isinstance(solvability, HasNotes | HasSignature | NeedsOnlySums)
    assert not isinstance(plugins.load("metric", "solvability"), HasProtocols)
