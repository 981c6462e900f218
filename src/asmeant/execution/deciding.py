"""Report -> Decision: whether every probe of a check holds, by the answers and the witness's marks. Pure."""

from __future__ import annotations

import builtins
import hashlib
import hmac
import json
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Any

from asmeant.execution.asking import ANSWER, NAMES, Question, Scope, Statement, parts


@dataclass(frozen=True, slots=True, eq=False)
class Opaque:
    """An answer that is not plain data."""

    kind: str

    def __repr__(self) -> str:
        return f"an object of type {self.kind}"


# Larger numbers are not reckoned with here: that could be made to take for ever.
MOST_DIGITS = 10_000
NO_ANSWER = Opaque("nothing")


@dataclass(frozen=True, slots=True)
class Decision:
    """How far a check came. `fault` is None where all of it holds, and empty where the guest says why not.

    `opaque` says that it failed by an answer which is not plain data, and could be decided beside it; `plain`
    that it had to equal plain data, which such an answer seldom does.
    """

    probes_passed: int
    fault: str | None = None
    tampered: bool = False
    opaque: bool = False
    plain: bool = False


def decide(probes: tuple[str, ...], scope: Scope, shared: bool, report: list[str]) -> Decision:
    """Whether every probe holds, by the answers and the witness's marks in the report."""
    said = _Report(report)
    if said.accusation:
        return Decision(0, said.accusation, tampered=True)
    for number, probe in enumerate(probes):
        for part in parts(probe, scope, shared):
            if isinstance(part, Statement):
                if part.guarded and not said.vouched():
                    return Decision(number, "", tampered=said.forged)
                continue
            answers = [said.answer() for _ in part.sources]
            if any(answer is NO_ANSWER for answer in answers):
                return Decision(number, "")
            fault = _fault(part, answers)
            if fault is not None:
                opaque = any(isinstance(item, Opaque) for item in _all(answers))
                return Decision(
                    number, f"probe {number + 1}: {fault}", opaque=opaque, plain=bool(part.equals)
                )
    return Decision(len(probes))


def _fault(question: Question, answers: list[Any]) -> str | None:
    values = {f"{ANSWER}{number}": answer for number, answer in enumerate(answers)}
    try:
        if eval(question.condition, {"__builtins__": NAMES}, values):
            return None
    except Exception as error:
        return f"{type(error).__name__}: {error} in {question.text}"
    if question.equals is not None:
        return f"answered {_short(answers[0])}, expected {_short(question.equals[0])}"
    return f"AssertionError: {question.text}"


def _short(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # an int of more digits than Python will print
        return "something too large to print"
    return text if len(text) <= 120 else text[:117] + "..."


def _all(values: list[Any]) -> list[Any]:
    found = []
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        found.append(value)
        if isinstance(value, list | tuple | set | frozenset):
            waiting += value
        elif isinstance(value, dict):
            waiting += [*value, *value.values()]
    return found


class _Report:
    """The lines of a report, each kind in its order."""

    def __init__(self, lines: list[str]) -> None:
        words = [line.partition(" ") for line in lines if line != "begun"]
        self._values = iter([rest for kind, _, rest in words if kind == "value"])
        # Told before the candidate was loaded: whatever else calls itself a secret is not the first.
        told = bool(words) and words[0][0] == "secret"
        self._secret = bytes.fromhex(words[0][2]) if told else b""
        self._marks = iter([rest for kind, _, rest in words if kind == "clean"])
        self._step = 0
        self.forged = False
        accused = [rest for kind, _, rest in words if kind == "tampered"]
        self.accusation = accused[0] if accused else ""

    def answer(self) -> Any:
        try:
            return decoded(json.loads(next(self._values)))
        except Exception:  # what cannot be read is no answer, whatever it was made to look like
            return NO_ANSWER

    def vouched(self) -> bool:
        mark = next(self._marks, None)
        if mark is None:
            return False
        right = hashlib.blake2b(b"%d" % self._step, key=self._secret, digest_size=16).hexdigest()
        genuine = bool(self._secret) and hmac.compare_digest(mark, f"{self._step} {right}")
        self.forged = self.forged or not genuine
        self._step += 1
        return genuine


def decoded(value: Any) -> Any:
    """The plain value that JSON from guest/values.py stands for."""
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    match kind:
        case "tuple":
            return tuple(decoded(item) for item in content)
        case "dict":
            keys = _hashable([decoded(key) for key, _ in content])
            return dict(zip(keys, [decoded(item) for _, item in content], strict=True))
        case "counter":
            return Counter(decoded(content))
        case "set":
            return set(_hashable([decoded(item) for item in content]))
        case "int":
            return int(content, 16)
        case "float":
            return float.fromhex(content)
        case "complex":
            return complex(decoded(content[0]), decoded(content[1]))
        case "bytes":
            return bytes.fromhex(content)
        case "decimal":
            number = Decimal(content)
            return number if abs(number.adjusted()) < MOST_DIGITS else Opaque("decimal.Decimal")
        case "ellipsis":
            return ...
        case "range":
            told = range(*(int(part, 16) for part in content))
            return told if told.stop - told.start < MOST_DIGITS else Opaque("builtins.range")
        case "type":
            found = vars(builtins)[content]
            return found if isinstance(found, type) else Opaque("builtins.function")
        case "fraction":
            above, below = decoded(content[0]), decoded(content[1])
            large = max(above.bit_length(), below.bit_length()) > MOST_DIGITS
            return Opaque("fractions.Fraction") if large else Fraction(above, below)
        case _:
            return Opaque(str(content))


def _hashable(items: list[Any]) -> list[Any]:
    """The items, if they are not chosen to all fall on one place: a set of such would take hours to make."""
    if len(items) > 1000 and len(list(groupby(sorted(map(hash, items))))) * 4 < len(items):
        raise ValueError("these have too few hashes")
    return items


def strange_kinds(recorded: tuple[str, ...]) -> list[str]:
    """The types of answers that are neither plain data nor a way to walk through some, as generators are."""
    try:
        found = _all([decoded(json.loads(line)) for line in recorded])
    except Exception:  # what cannot be read is strange indeed
        return ["what was recorded"]
    kinds = dict.fromkeys(item.kind for item in found if isinstance(item, Opaque))
    return [kind for kind in kinds if not kind.startswith(("builtins.", "itertools.", "collections.deque"))]


def replaying(entry: str, recorded: tuple[str, ...]) -> str:
    """A program whose function gives these answers again, in order. Empty where one is not plain data."""
    try:
        answers = [decoded(json.loads(line)) for line in recorded]
        told = repr(answers)
    except Exception:  # what cannot be read, or is too large to print, cannot be said again
        return ""
    if any(isinstance(part, Opaque) for part in _all(answers)) or not entry:
        return ""
    return (
        "from collections import Counter\nfrom decimal import Decimal\nfrom fractions import Fraction\n"
        "inf, nan = float('inf'), float('nan')\n"
        f"_answers = iter({told})\n"
        f"def {entry}(*arguments, **options):\n    return next(_answers)\n"
    )
