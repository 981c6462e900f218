"""What a reader of references, imports and intents would object to."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.authoring.auditing import on_code
from asmeant.authoring.auditing.findings import Finding
from asmeant.authoring.auditing.on_code import (
    on_encoding,
    on_intent,
    on_references,
)
from asmeant.datasets import load_tasks
from asmeant.records import Check, Selection, Task


def found(findings: object) -> list[tuple[str, str]]:
    return [(item.rule, item.evidence) for item in findings if isinstance(item, Finding)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("reference", "language", "rules"),
    [
        ("x = 1", "python", []),
        ("x = (", "python", [on_code.NOT_CODE]),
        ("# nothing", "python", [on_code.NO_CODE]),
        (r"x = 1\ny = 2", "python", [on_code.NOT_CODE, on_code.ESCAPED]),
        ("print(\\n\n1)", "python", [on_code.NOT_CODE, on_code.ESCAPED]),
        ("x = ‘a’", "python", [on_code.NOT_CODE, on_code.TYPOGRAPHY]),
        ("x = '‘a’ – é'", "python", []),
        ("x = 1\n", "python", [on_code.BLANKS]),
        ("x = 'a\tb'", "python", [on_code.TAB]),
        ("x = [\t1]", "python", []),
        ("find . -name x", "bash", []),
        ("find . –name x", "bash", [on_code.TYPOGRAPHY]),
        ("find . -n\u043e x", "bash", [on_code.TYPOGRAPHY]),
        ("if then", "bash", [on_code.NOT_CODE]),
        ("ls > x", "bash", [on_code.OUT_OF_SCOPE]),
        ("A=1 ls; pwd", "bash", [on_code.OUT_OF_SCOPE]),
    ],
)
def test_references(reference: str, language: str, rules: list[str]) -> None:
    tested = Task("t", "i", code_language=language, references=(reference,))
    assert [rule for rule, _ in found(on_references(tested))] == rules


@pytest.mark.parametrize(
    ("intent", "rules"),
    [
        ("add `a` to `total`", [on_code.LACKING]),
        ("call `f` on `a`, keep `x y` and '1'", []),
        ("add a", [on_code.NO_NAMES]),
        ("How to add `a`?", [on_code.QUESTION]),
        ("¿Cómo sumar `a`", [on_code.QUESTION]),
    ],
)
def test_intents(intent: str, rules: list[str]) -> None:
    task = Task("t", intent, references=("f(a)",))
    assert [rule for rule, _ in found(on_intent(task))] == rules


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ("caf\u00c3\u00a9", True),
        ("\u00e2\u20ac\u0153a", True),
        ("café", False),
        ("Ñandú, año", False),
        ("日本語", False),
        ("“a”", False),
    ],
)
def test_texts_that_were_decoded_wrongly(text: str, is_wrong: bool) -> None:
    task = Task("t", text, references=(f"x = '{text}'",), checks=(Check(probes=(f"assert f('{text}')",)),))
    assert [rule for rule, _ in found(on_encoding(task))] == [on_code.MOJIBAKE] * (3 if is_wrong else 0)


def test_an_intent_that_is_not_rewritten() -> None:
    task = Task("t", "add `a`", references=("a",), tags={"intent": "add `a`"})
    assert [rule for rule, _ in found(on_intent(task))] == [on_code.NOT_REWRITTEN]


@pytest.mark.data
def test_it_finds_what_is_known_of_the_released_data(released_data: Path) -> None:
    odex = load_tasks("odex", Selection(languages=("ru",)), released_data)
    tabs = {finding.task for task in odex for finding in on_references(task) if finding.rule == on_code.TAB}
    assert tabs == {"odex/ru/30"}
    mconala = load_tasks("mconala", Selection(languages=("es", "ja")), released_data)
    broken = [
        finding.task
        for task in mconala
        for finding in on_references(task)
        if finding.rule == on_code.NOT_CODE
    ]
    assert sum(task.startswith("mconala/es") for task in broken) == 77
    assert sum(task.startswith("mconala/ja") for task in broken) == 12
