"""Answers -> Decision: whether every assertion of a check holds, by plain answers alone. Pure.

What is large, deep or strange is not reckoned with here, where it would hold up others: a probe process
decides it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from asmeant.causes import of_exception
from asmeant.execution.asking import ANSWER, NAMES, Question, Questions
from asmeant.execution.guest.decoding import Decoder
from asmeant.records import Cause, CauseKind

# Larger answers are decided elsewhere.
MOST_ANSWER_BYTES = 1 << 17
MOST_DIGITS = 4000


@dataclass(frozen=True, slots=True, eq=False)
class Opaque:
    """An answer that is not plain data."""

    kind: str

    def __repr__(self) -> str:
        return f"an object of type {self.kind}"


@dataclass(frozen=True, slots=True)
class Decision:
    """How far a check came. `fault` is None where all of it holds, and empty where an answer is missing.

    `needs_probes` says that an answer is not plain data, so that it must be decided elsewhere.
    """

    probes_passed: int
    fault: str | None = None
    needs_probes: bool = False
    cause: Cause | None = None


class PlainDecoder(Decoder):
    """Reads plain data; all else is opaque."""

    def __init__(self) -> None:
        self.has_opaque = False

    def value(self, tree: Any) -> Any:
        value = super().value(tree)
        return self.opaque(type(value).__name__) if _is_large(value) else value

    def unknown(self, kind: str, content: Any) -> Any:
        return self.opaque(content if kind == "object" and isinstance(content, str) else kind)

    def opaque(self, kind: str) -> Opaque:
        self.has_opaque = True
        return Opaque(kind)

    def class_of(self, module: str, name: str) -> type:
        if module != "builtins":
            raise ValueError(f"{module}.{name} is no plain type")
        return super().class_of(module, name)


def _is_large(value: Any) -> bool:
    match value:
        case bool():
            return False
        case int():
            return value.bit_length() > 4 * MOST_DIGITS
        case Decimal():
            return not value.is_finite() or abs(value.adjusted()) > MOST_DIGITS
        case Fraction():
            return max(value.numerator.bit_length(), value.denominator.bit_length()) > 4 * MOST_DIGITS
        case range():
            return abs(value.start) + abs(value.stop) > 10**6
        case _:
            return False


def decide(asked: Questions, answers: Sequence[bytes]) -> Decision:
    """Whether every assertion holds. `answers` are JSON texts, in the order of the questions."""
    waiting = iter(answers)
    passed = 0
    for question in asked.questions:
        texts = [text for _, text in zip(range(question.answers), waiting, strict=False)]
        if len(texts) < question.answers:
            return Decision(question.probe - 1, "")
        if question.surely and texts[0] == question.surely:
            passed = question.probe
            continue
        decoder = PlainDecoder()
        try:
            if sum(map(len, texts)) > MOST_ANSWER_BYTES:
                raise ValueError("too much to decide here")
            values = [decoder.value(_read(text)) for text in texts]
        except Exception:  # whatever reading it leads to: a message may be anything
            return Decision(question.probe - 1, f"probe {question.probe}: the answer is not plain data", True)
        fault = _fault(question, values)
        if decoder.has_opaque:
            why = fault.text if fault else "not plain data"
            return Decision(question.probe - 1, f"probe {question.probe}: {why}", True)
        if fault is not None:
            return Decision(question.probe - 1, f"probe {question.probe}: {fault.text}", cause=fault.cause)
        passed = question.probe
    return Decision(max(passed, asked.probes))


def _read(text: bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):  # half a letter, among others
        return json.loads(text)


@dataclass(frozen=True, slots=True)
class _Fault:
    """Why an assertion does not hold, in words and as a record."""

    text: str
    cause: Cause


def _fault(question: Question, answers: list[Any]) -> _Fault | None:
    values = {f"{ANSWER}{number}": answer for number, answer in enumerate(answers)}
    try:
        if eval(question.condition, {"__builtins__": NAMES}, values):
            return None
    except Exception as error:
        name = type(error).__name__
        cause = of_exception(name, str(error), "probe", "probe")
        return _Fault(f"{name}: {error} in {question.text}", cause)
    if question.equals is not None:
        expected = question.equals[0]
        kind: CauseKind = "no answer" if answers[0] is None and expected is not None else "wrong answer"
        text = f"answered {_short(answers[0])}, expected {_short(expected)}"
        return _Fault(text, Cause(kind, stage="probe"))
    return _Fault(f"AssertionError: {question.text}", Cause("wrong answer", stage="probe"))


def _short(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # an int of more digits than Python will print
        return "something too large to print"
    return text if len(text) <= 120 else text[:117] + "..."
