"""The language of a text."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.datasets import load_tasks
from asmeant.languages.natural.detecting import detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("sort the list `lista de nombres`", "en"),
        ("¿Cómo ordenar?", "es"),
        ("Obtener todos los archivos de una carpeta", "es"),
        ("リスト`my_list`をsortedで並べる", "ja"),
        ("Как прочитать file в pandas DataFrame", "ru"),
        ("`x` = 3", ""),
        ("xyz", ""),
    ],
)
def test_detect(text: str, language: str) -> None:
    assert detect(text) == language


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "language"), [("odex", "es"), ("mconala", "ja"), ("odex", "ru"), ("odex", "en")]
)
def test_released_intents(name: str, language: str, released_data: Path) -> None:
    from asmeant.records import Selection

    tasks = list(load_tasks(name, Selection(languages=(language,)), released_data))
    wrong = [task.intent for task in tasks if detect(task.intent) not in (language, "")]
    assert len(wrong) <= 0.02 * len(tasks), wrong[:10]
