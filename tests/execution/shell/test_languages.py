"""The same task in four languages, and with words that mislead: the same expectation, the same verdict."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.execution.shell import Outcome, ShellRunner
from asmeant.execution.shell.comparing import compare
from asmeant.languages.bash.expecting import expectation
from asmeant.records import Expectation, Limits
from tests.execution.shell.pairs import TREES

TABLE = Path(__file__).with_name("pairs") / "languages.txt"
ROWS = [
    tuple(cell.strip().replace("\\|", "|") for cell in line.replace("\\|", "\0").split("|"))
    for line in TABLE.read_text(encoding="utf-8").splitlines()
]
TASKS = [(row[0].replace("\0", "|"), row[1:]) for row in ROWS]
# What may stand in an intent and means nothing: names, quotes, titles, remarks. In both directions: words
# that seem to ask for an order, columns, totals, units or paths; and words that seem to free from them.
MISLEADING = {
    "en": (" of 'sizes and permissions'", " for the Human Resources Total Size Department",
           " in the project /srv/order/detail", ", as for `orders_by_size.csv`; the order does not matter"),
    "es": (" de «tamaño total y permisos»", " para \"Recursos Humanos en detalle\"",
           " en el proyecto /srv/orden/total", ", como en `permisos_por_fecha.csv`; el orden no importa"),
    "ja": ("（「サイズ順の詳細」用）", "（'合計と権限' のため）", "（/srv/サイズ/合計 にて）", "（`権限_日付.csv` と同様、順不同）"),
    "ru": (" для «общий размер и права»", ' для "Отдел итогов и владельцев"', " в проекте /srv/размер/итог",
           ", как в `размер_и_даты.csv`; порядок не важен"),
}  # fmt: skip
CANDIDATES = {
    "ls -l": ("ls", "ls -l", "stat -c '%s %n' *", "ls -lr"),
    "ls -S": ("ls", "ls -lS"),
    "find . -name '*.txt'": ("find . -name '*.txt' -ls", "ls *.txt", "find . -name '*.txt' | sort"),
    "find . -name '*.txt' -ls": ("find . -name '*.txt'", "find . -name '*.txt' -printf '%s %p\\n'"),
    "wc -l *.txt": ("for f in *.txt; do wc -l \"$f\"; done", "cat *.txt | wc -l"),
    "du -sh docs": ("du -s docs", "du -sh docs | cut -f1", "du -sh logs"),
    "grep -rn apple .": ("grep -r apple .", "grep -rn apple . | sort", "grep -rl apple ."),
    "sort notes.txt": ("cat notes.txt", "sort -r notes.txt"),
}  # fmt: skip


def what_counts(expects: Expectation) -> Expectation:
    """Without what is only for people."""
    return replace(expects, because=(), sure=True)


@pytest.mark.parametrize(("command", "intents"), TASKS)
def test_four_languages_expect_the_same(command: str, intents: tuple[str, ...]) -> None:
    assert len(intents) == 4
    assert len({what_counts(expectation((command,), intent)) for intent in intents}) == 1


def test_words_that_mislead_change_nothing() -> None:
    changed, pairs = [], 0
    for command, intents in TASKS:
        for intent, endings in zip(intents, MISLEADING.values(), strict=True):
            neutral = what_counts(expectation((command,), intent))
            for ending in endings:
                pairs += 1
                if what_counts(expectation((command,), intent + ending)) != neutral:
                    changed.append((command, intent + ending))
    assert changed == []
    assert pairs >= 600


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")
def test_verdicts_are_the_same_in_all_of_them() -> None:
    """At least 150 pairs that are run: each command under neutral and misleading words of four languages."""
    runner, tree, pairs = ShellRunner(), TREES["office"], 0
    outcomes: dict[str, Outcome] = {}

    def run(command: str) -> Outcome:
        if command not in outcomes:
            outcomes[command] = runner.run(command, tree, Limits(seconds=5))
        return outcomes[command]

    for command, intents in TASKS:
        for candidate in CANDIDATES.get(command, ()):
            verdicts = set()
            for intent, endings in zip(intents, MISLEADING.values(), strict=True):
                for text in (intent, *(intent + ending for ending in endings)):
                    expects = expectation((command,), text)
                    verdicts.add(compare(run(command), run(candidate), expects, tree).same)
                    pairs += 1
            assert len(verdicts) == 1, (command, candidate)
    runner.close()
    assert pairs >= 150
