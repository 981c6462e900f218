"""Expectations follow from commands; intents decide little, in four languages alike, and never by a name."""

from __future__ import annotations

import pytest

from asmeant.languages.bash.expecting import expectation, sentence, with_expectations
from asmeant.records import AnswerKind, Check, Expectation, Task

KINDS: dict[str, AnswerKind] = {
    "rm -r d": "nothing",
    "mkdir -p a/b && touch a/b/c": "nothing",
    "test -f a": "status",
    "grep -q x a": "status",
    "ls a > /dev/null": "status",
    "wc -l < a": "number",
    "find . -type f | wc -l": "number",
    "grep -c x a": "number",
    "tree -d | tail -n 1": "number",
    "wc -l *.c | tail -1": "number",
    "date": "value",
    "md5sum a": "value",
    "cat a": "text",
    "echo hello": "text",
    "cut -d: -f1 a": "lines",
    "sort a": "lines",
    "sort a | uniq": "lines in any order",
    "sort a | uniq -c": "lines in any order",
    "find . -name '*.c'": "files",
    "ls": "files",
    "grep -rl x .": "files",
    "find . -name a | xargs grep -l x": "files",
    "find . -exec echo {} \\;": "files",
    "cd d && ls": "files",
    "sudo find . -name a": "files",
    "tree -a d": "files",
    "tree -pu d": "files with attributes",
    "ls -l": "files with attributes",
    "find . -printf '%p %s\\n'": "files with attributes",
    "wc -l *.c": "files with attributes",
    "du -a d": "files with attributes",
    "stat -c '%a %n' *": "files with attributes",
    "find . -type f -exec md5sum {} +": "files with attributes",
    "grep -r x .": "lines by file",
    "cat *.txt": "lines by file",
    "find . -name '*.c' -exec cat {} \\;": "lines by file",
}


@pytest.mark.parametrize("command", KINDS)
def test_the_command_decides_the_kind(command: str) -> None:
    assert expectation((command,)).kind == KINDS[command]


@pytest.mark.parametrize(
    ("command", "ordered"),
    [
        ("find .", False),
        ("find . | sort", True),
        ("ls", False),
        ("ls -t", True),
        ("sort -u a", False),
        ("sort a | uniq -c | sort -rn", True),
        ("cat a", True),
    ],
)
def test_the_command_decides_the_order(command: str, ordered: bool) -> None:
    answer = expectation((command,), "List the orders.csv; the order does not matter, or sort them")
    assert (answer.ordered and answer.kind != "lines in any order") is ordered


def test_what_right_commands_differ_in_does_not_matter() -> None:
    assert expectation(("ls -l d", "ls d")).kind == "files"
    assert expectation(("find d | sort", "find d")).ordered is False
    assert expectation(("rm a", "rm -v a")).kind == "nothing"
    assert expectation(("find . -delete", "find . -print -delete")).kind == "nothing"
    assert expectation(("grep -rl x .", "grep -rn x .")).contents
    assert expectation(("od -c a", "od -An -c a")).attributes == ("dump", "characters")
    assert expectation(("find . -printf '%p %s %m\\n'", "find . -printf '%p %s\\n'")).attributes == ("size",)


@pytest.mark.parametrize(
    "intent",
    [
        "List the files with their sizes",
        "Lista los archivos con su tamaño",
        "ファイルの一覧をサイズと一緒に表示する",
        "Показать файлы и их размеры",
    ],
)
def test_columns_are_asked_for_in_four_languages(intent: str) -> None:
    assert expectation(("ls -l",), intent).attributes == ("size",)


@pytest.mark.parametrize(
    "intent",
    [
        "List the files in docs",
        "List the files in 'sizes and permissions'",
        "List the files in /srv/size/detail",
        "List the files of the Size Department",
        "List the files, sorted by size",
        "List the files with a size greater than 10 kB",
        "Lista los archivos de 'tamaño total'",
        "Lista los archivos ordenados por tamaño",
        "「サイズ」のファイルを一覧表示する",
        "Показать файлы в папке «размеры»",
        "Показать файлы, упорядочив их по размеру",
    ],
)
def test_names_conditions_and_orders_ask_for_no_column(intent: str) -> None:
    answer = expectation(("ls -l",), intent)
    assert (answer.kind, answer.attributes, answer.sure) == ("files", (), False)


def test_it_says_what_decided() -> None:
    answer = expectation(("du -sh d",), "Show the disk usage of d in human readable form")
    assert answer.units
    assert answer.because == (
        "the command prints: files with attributes",
        "'human' decides: units",
    )


def test_what_is_no_bash_is_text_and_not_sure() -> None:
    assert expectation(("echo '",)) == Expectation(
        sure=False, because=("the command is not Bash that can be read",)
    )


def test_words_of_a_sentence() -> None:
    text = "Sort 'size.txt' in /var/size of Human Resources by total_size"
    assert sentence(text).split() == ["Sort", "in", "of", "by"]


def test_what_a_task_says_itself_stays() -> None:
    said = Expectation("number")
    task = Task("a", "Count", code_language="bash", checks=(Check("x", same_outcome_as="ls", expects=said),))
    assert with_expectations(task).checks[0].expects is said
    bare = Task("a", "List", code_language="bash", checks=(Check("x", same_outcome_as="ls"),))
    derived = with_expectations(bare).checks[0].expects
    assert derived is not None
    assert derived.kind == "files"
