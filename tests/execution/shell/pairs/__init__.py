"""Pairs of commands that a person would call the same, or not: three small trees, and two tables for each.

In a table a line that is not indented is an intent; `=` is the reference, and below it stand candidates.
`fooled.txt` has wrong commands that were written with the judge's source in hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from asmeant.execution.shell import Entry, Tree, grow
from asmeant.execution.shell.tree import MADE

DAY_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Row:
    tree: str
    intent: str
    reference: str
    candidates: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.tree}: {self.intent}"


def rows(kind: str) -> list[Row]:
    return [row for tree in TREES for row in read_rows(tree, f"{tree}.{kind}.txt")]


def read_rows(tree: str, file: str) -> Iterator[Row]:
    intent, reference, candidates = "", "", list[str]()
    for line in [*Path(__file__).with_name(file).read_text().splitlines(), "the end"]:
        if line.startswith("  = "):
            reference = line[4:]
        elif line.startswith("    "):
            candidates.append(line[4:])
        else:
            if candidates:
                yield Row(tree, intent, reference, tuple(candidates))
            intent, candidates = line, []


def _file(path: str, text: str | bytes = "", mode: int = 0o644, days: float = 1) -> Entry:
    content = text if isinstance(text, bytes) else text.encode()
    return Entry(path, content=content, mode=mode, time=MADE - days * DAY_SECONDS)


def _folder(path: str, days: float = 1) -> Entry:
    return Entry(path, "directory", 0o755, time=MADE - days * DAY_SECONDS)


FRUIT = "pear\nApple\nfig\napple pie\nbanana\n"
OFFICE = grow(
    [
        _folder("/w", 2),
        _file("/w/notes.txt", FRUIT, days=3),
        _file("/w/todo.txt", "call Bob\nbuy milk\ncall Ann\n\nerror in plan\n", days=10),
        _file("/w/empty.txt", "", days=20),
        _file(
            "/w/people.csv",
            "name,age,city\nann,31,Rome\nbob,25,Paris\ncid,31,Rome\ndora,9,Oslo\neve,47,Paris\n",
            days=5,
        ),
        _file(
            "/w/app.log",
            "2024-01-01 INFO start\n2024-01-01 ERROR disk full\n2024-01-02 WARN slow\n2024-01-02 ERROR no route\n2024-01-03 INFO terror ends\n2024-01-03 error lower\n",
            days=1,
        ),
        _folder("/w/logs", 1),
        _file("/w/logs/old.log", "a\nb\n", days=40),
        _file("/w/logs/new.log", "ERROR x\nok\n", days=0.2),
        _file("/w/logs/sys.log.1", "zip\n", days=8),
        _folder("/w/docs", 6),
        _folder("/w/docs/sub", 6),
        _file("/w/docs/sub/deep.txt", "apple deep\nlast\n", days=6),
        _file("/w/docs/readme.md", "# Title\ntext text\n", mode=0o600, days=2),
        _file("/w/docs/notes.txt", FRUIT, days=2),
        _file("/w/run.sh", "#!/bin/bash\necho hi\n", mode=0o755, days=4),
        _folder("/w/bare", 9),
        _file("/w/my file.txt", "space\n", days=2),
        _file("/w/.hidden", "h\n", days=2),
        Entry("/w/link.txt", "link", 0o777, time=MADE - DAY_SECONDS, target="notes.txt"),
    ],
    "/w",
)
CODE = grow(
    [
        _folder("/p", 1),
        _folder("/p/src", 1),
        _file("/p/src/main.c", "#include <stdio.h>\nint main() {\n  return foo(1);\n}\n", days=2),
        _file("/p/src/util.c", "int foo(int x) {\n  // TODO fix\n  return x;\n}\n", days=30),
        _file("/p/src/util.h", "int foo(int x);\n", days=30),
        _folder("/p/src/inner", 3),
        _file("/p/src/inner/extra.c", "int food() { return 2; }\n// todo later\n", days=3),
        _file("/p/src/inner/x.o", "\x00\x01BIN", days=3),
        _file("/p/Makefile", "all:\n\tcc -o main src/*.c\n", days=9),
        _file("/p/tool.py", "import os\nprint('foo')\n", mode=0o755, days=9),
        _file("/p/bad.sh", "echo foo\n", mode=0o777, days=1),
        _file("/p/.env", "KEY=1\n", mode=0o600, days=1),
        _folder("/p/tests", 5),
        _file("/p/tests/test_a.py", "def test_a():\n    assert True\n", days=5),
        _file("/p/tests/test_b.py", "", days=5),
        _folder("/p/build", 1),
        _file("/p/build/a.tmp", "x" * 3000, days=1),
        _file("/p/build/b.tmp", "y" * 20, days=9),
        _file("/p/big.bin", b"\0" * 70000, days=1),
    ],
    "/p",
)
DATA = grow(
    [
        _folder("/data", 1),
        _file("/data/num.txt", "10\n9\n2\n33\n9\n100\n"),
        _file("/data/words.txt", "the cat the dog\na cat\nthe end\n"),
        _file("/data/tab.tsv", "id\tname\tscore\n1\tzed\t5\n2\tamy\t15\n3\tbob\t5\n"),
        _folder("/data/a", 1),
        _file("/data/a/1.dat", "same\n"),
        _file("/data/a/2.dat", "same\n"),
        _file("/data/a/3.dat", "other content here\n"),
        _folder("/data/b", 1),
        _file("/data/b/1.dat", "same\n"),
        _file("/data/b/4.DAT", "UP\n"),
        _folder("/data/b/c", 1),
        _file("/data/b/c/9.dat", "z" * 5000 + "\n"),
        _file("/data/range.txt", "".join(f"line {i}\n" for i in range(1, 31))),
        _file("/data/dup.txt", "x\ny\nx\nz\nx\ny\n"),
        _file(
            "/data/ip.log",
            "10.0.0.1 GET /a 200\n10.0.0.2 GET /b 404\n10.0.0.1 POST /a 500\n10.0.0.3 GET /c 200\n",
        ),
        _file("/data/crlf.txt", "one\r\ntwo\r\n"),
    ],
    "/data",
)
TREES: dict[str, Tree] = {"office": OFFICE, "code": CODE, "data": DATA}
