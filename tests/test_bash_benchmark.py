"""The parser's words are those of shfmt, by the means of benchmarks/bash_parser.py. No time is asserted."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

import bash_parser

from asmeant.languages.bash import parse

BESIDE = Path(sys.executable).with_name("shfmt")
SHFMT = str(BESIDE) if BESIDE.exists() else shutil.which("shfmt")

# Not here-documents: of these shfmt counts the last line as well.
COMMANDS = [
    "ls",
    "ls -la 'a b' \"c $d\" e\\ f",
    "a=1 b=$c cmd x=y",
    "find . -name '*.txt' -exec grep -l \"x y\" {} \\; | sort -u > out 2>&1",
    'cat <<< "$x" | tr a-z A-Z',
    "diff <(sort a) <(sort b)",
    "echo $(ls $(pwd)) `date`",
    "echo $((1 + 2)) ${a:-b} ${#c} ${d//x/y}",
    'for f in *.c; do cp "$f" "${f%.c}.bak"; done',
    "for ((i = 0; i < 3; i++)); do echo $i; done",
    'while read -r line; do echo "$line"; done < file',
    "if [[ $a == b* && -f c ]]; then d; elif e; then f; else g; fi",
    "case $1 in a|b) c ;; *) d ;; esac",
    'f() { echo "$@"; }',
    "(cd /tmp && ls) || { echo no; exit 1; }",
    "! grep -q x y && echo z &",
    "time tar czf a.tgz b",
    "echo a{1,2}b {x,y}/*.[ch] ~/z",
    "printf '%s\\n' $'a\\tb' $\"c\"",
    "arr=(1 2 [5]=6)",
    "exec 3<> file; echo x >&3; exec 3>&-",
    "a | b |& c",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_words_and_their_parts_are_those_of_shfmt(command: str) -> None:
    if SHFMT is None:
        pytest.skip("shfmt is not installed: pip install shfmt-py")
    expected = bash_parser.theirs(SHFMT, command)
    assert expected is not None, "shfmt does not take it for Bash"
    assert frozenset(bash_parser.ours(parse(command), command)) == expected
