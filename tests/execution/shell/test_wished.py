from __future__ import annotations

import pytest

from asmeant.execution.shell.wished import Wished, wished


@pytest.mark.parametrize(
    ("intent", "order"),
    [
        ("List all files sorted by size", True),
        ("Print the three largest folders", True),
        ("List all files in /etc", False),
        ("Find files changed in the last 7 days", False),
        ("Find the last 7 files", True),
        ("List files last modified before May", False),
        ("Show sizes from small to large", True),
        ("Show the first line of each file", False),
        ("Show the first line of a.txt", True),
        ("Show the most common word", True),
        ("Find files with at most 3 lines", False),
        ("Archivos de los últimos 7 días", False),
        ("Файлы за последние 7 дней", False),
        ("Ordena las líneas de notas.txt", True),
        ("Cuenta los archivos de datos", False),
        ("ファイルを大きい順に並べる", True),
        ("ファイルの行数を数える", False),
        ("Отсортируй строки файла", True),
        ("Посчитай файлы", False),
    ],
)
def test_what_intents_ask_for_an_order(intent: str, order: bool) -> None:
    assert wished(intent).order is order


@pytest.mark.parametrize(
    ("intent", "files"),
    [
        ("Find all files larger than 10 bytes under /w", True),
        ("Find all files in the /w directory and its subdirectories", True),
        ("Find all files and directories in /w", False),
        ("Find directories named x", False),
        ("Count the lines", False),
        ("Busca los archivos vacíos", True),
        ("Busca los archivos y las carpetas", False),
    ],
)
def test_what_intents_ask_for_files_alone(intent: str, files: bool) -> None:
    assert wished(intent).files is files


@pytest.mark.parametrize(
    ("intent", "wishes"),
    [
        ("Remove blank lines from a.txt", {"spacing"}),
        ("Count the blank lines of a.txt", {"details"}),
        ("Print every word on its own line", {"spacing"}),
        ("Show free disk space", set()),
        ("Print the absolute path of a.txt", {"paths"}),
        ("List file names without the path", {"paths"}),
        ("Show usage in human readable form", {"units"}),
        ("Find files larger than 10 MB", set()),
        ("Count the lines in total", {"totals", "details"}),
        ("List files with their sizes", {"details"}),
        ("Print the md5 sum of a.txt", {"details"}),
        ("List all details", {"everything"}),
        ("List files and their owners", {"everything"}),
        ("Find files with permission 777", set()),
        ("Find files named x and size greater than 3 kB", set()),
        ("Print the names and sizes of all files", {"details"}),
        ("Print the permissions of a.txt", {"details"}),
        ("Print a.txt", set()),
    ],
)
def test_what_intents_wish_for(intent: str, wishes: set[str]) -> None:
    found = wished(intent)
    names = ("spacing", "paths", "units", "totals", "details", "everything")
    assert {name for name in names if getattr(found, name)} == wishes


def test_without_an_intent_all_is_wanted() -> None:
    assert wished(" ") == Wished(everything=True)
