from __future__ import annotations

import pytest

from asmeant.answers.guessing import code_language, intent_language


@pytest.mark.parametrize(
    ("intent", "language"),
    [
        ("find all java files that contain TODO", "en"),
        ("busca los archivos que contienen TODO", "es"),
        ("¿Cómo ordenar una lista?", "es"),
        ("TODOを含むファイルを探す", "ja"),
        ("найди все файлы", "ru"),
        ("print the word 'привет'", "en"),
        ("", "en"),
    ],
)
def test_the_language_of_an_intent(intent: str, language: str) -> None:
    assert intent_language(intent) == language


@pytest.mark.parametrize(
    ("intent", "language"),
    [
        ("find all java files that contain TODO", "bash"),
        ("busca los archivos de más de 10 MB", "bash"),
        ("удали пустые каталоги", "bash"),
        ("カレントディレクトリのファイルを表示する", "bash"),
        ("sort a list of tuples by the second element", "python"),
        ("unir una lista de cadenas", "python"),
        ("отсортировать словарь по значению", "python"),
        ("リスト`a`の要素を逆順にする", "python"),
        ("read a file in python", "python"),
        ("list files with bash", "bash"),
        ("do it", ""),
    ],
)
def test_the_language_of_the_code(intent: str, language: str) -> None:
    assert code_language(intent) == language
