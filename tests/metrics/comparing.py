"""Tasks, candidates and a tiny WordNet for the tests of metrics."""

from __future__ import annotations

from pathlib import Path

from asmeant.metrics.measuring import Judged
from asmeant.records import Candidate, Task

SNIPPETS = {
    "expression": "sorted(rows, key=lambda row: row[1])",
    "loop": "total = 0\nfor value in values:\n    total += value\n",
    "one name": "x",
    "spanish": "print('año', ñandú)",
    "japanese": "名前 = input('お名前は')  # 聞く",
    "russian": "имя = 'Пушкин'.lower()",
    "broken": "def f(:\n  return ((",
    "bash": "find . -name '*.txt' | xargs grep -l \"foo bar\"",
}


def task(*references: str, id: str = "t", language: str = "python") -> Task:  # noqa: A002
    return Task(id, "an intent", code_language=language, references=references)


def answered(*codes: str) -> list[Candidate]:
    return [Candidate("t", rank, code) for rank, code in enumerate(codes)]


def pairs(*texts: tuple[str, str]) -> list[Judged]:
    """One task for each (candidate, reference)."""
    return [
        Judged(task(reference, id=str(number)), [Candidate(str(number), 0, code)], [])
        for number, (code, reference) in enumerate(texts)
    ]


def write_wordnet(folder: Path, line_end: str = "\n") -> Path:
    """A database of four meanings in WordNet's own format."""
    licence = "  1 WordNet 9.9 Copyright by no one.  "
    meanings = {
        "noun": [["car", "auto", "motor_car"], ["mouse"], ["man", "adult"]],
        "verb": [["fetch", "get"]],
        "adj": [["big(a)", "large"]],
        "adv": [],
    }
    for part, synsets in meanings.items():
        data, index = licence + "\n", {}
        for words in synsets:
            offset = len(data)
            names = " ".join(f"{word} 0" for word in words)
            data += f"{offset:08d} 00 {part[0]} {len(words):02x} {names} 001 @ 00000000 n 0000 | a gloss  \n"
            index.update({word.partition("(")[0]: offset for word in words})
        lines = "".join(
            f"{word} {part[0]} 1 1 @ 1 0 {offset:08d}  \n" for word, offset in sorted(index.items())
        )
        exceptions = "mice mouse\n" if part == "noun" else ""
        for name, text in (
            (f"data.{part}", data),
            (f"index.{part}", f"{licence}\n{lines}"),
            (f"{part}.exc", exceptions),
        ):
            (folder / name).write_bytes(text.replace("\n", line_end).encode())
    return folder
