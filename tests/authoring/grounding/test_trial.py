"""Which commands decide something in a tree of their own, and why the others do not."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import pytest

from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.grounding.trial import Grounded, Setting, cleaned, ground, groups
from asmeant.execution.shell import ShellRunner
from asmeant.records import Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")
QUICK = Setting(trees=2, runs=2, limits=Limits(seconds=0.5))


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    made = ShellRunner()
    yield made
    made.close()


def grounded(runner: ShellRunner, *commands: str, intent: str = "") -> Grounded:
    """By default, the intent names whatever the commands name."""
    intent = intent or f"do {' '.join(commands)}"
    return ground([Pair(row, intent, command) for row, command in enumerate(commands)], runner, QUICK)


@pytest.mark.parametrize(
    "command",
    [
        "find . -name '*.txt' -mtime +3 -size +2k",
        "find . -mmin -60 -type f",
        "find src -type d -empty -delete",
        "find . -regex '.*/ab+c\\.x' | wc -l",
        "find . -perm -u+x -print0 | xargs -0 chmod g-x",
        "find ~ -newer ~/stamp ! -newer ~/end",
        "grep -rl 'needle[0-9]' src | sort",
        "ls -t *.log | head -2",
        "sort -t, -k2,2n data.csv | uniq -c",
        "cut -d: -f1,3 accounts",
        "awk -F'|' '{print $2}' t.txt",
        "sed -i 's/old/new/g' notes.txt",
        "tar xzf a.tgz inner/x.txt",
        "tar -cf all.tar docs && tar tf all.tar",
        "unzip -l a.zip",
        "zcat log.gz | grep error",
        "cp -r src /srv/copy",
        "mv a.txt b.txt /srv/there",
        "rm -f *.o",
        "mkdir -p a/b/c",
        "ln -s ../x y",
        "chmod 700 run.sh",
        "comm -12 one two",
        "diff -r left right",
        "cat names | xargs rm",
        "tail -n +3 a.txt > rest.txt",
        'find "$1" -name "*.$ext"',
        'for f in *.c; do mv "$f" "${f%.c}.cpp"; done',
        "cd src && wc -l main.c",
        "sudo /bin/rm x.tmp",
        "tr a-z A-Z",
        "read -r line",
    ],
)
def test_decides(command: str, runner: ShellRunner) -> None:
    (reference,) = grounded(runner, command).references
    assert (reference.reason, reference.detail) == ("", "")
    assert reference.trees


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("ssh host date", "depends on the network"),
        ("if then", "is no Bash"),
        ("$tool x", "needs a variable that nothing sets"),
        ("cd .", "doing nothing does the same"),
        ("find . -size +9000G", "finds nothing to do"),
        ("find . -nonsense", "fails"),
        ("true | cat -", "finds nothing to do"),
        ("nosuchtool a", "a tool is not installed"),
        ("find . -type f -exec nosuchtool {} +", "a tool is not installed"),
        ("echo", "finds nothing to do"),
        ("sleep 60", "does not come to an end"),
        ("seq 100000", "says more than can be compared"),
        ("head -c 9 /dev/urandom", "is not the same each time"),
    ],
)
def test_does_not(command: str, reason: str, runner: ShellRunner) -> None:
    undecided = grounded(runner, command)
    assert [reference.reason for reference in undecided.references] == [reason]
    assert undecided.deciding == ()


@pytest.mark.parametrize(
    ("intent", "command", "reason"),
    [
        ("Set the mode of a.txt to 644", "chmod 755 a.txt", "contradicts its intent"),
        ("Display all files of a folder", "find man5", "names a path that its intent does not"),
        ("Find text files", "find . - name '*.txt' - print", "names a path that its intent does not"),
        ("Print the sum of $FILES", "cat $(echo $FILES | sort) | md5sum", "names what is not there"),
        ("Display the files of folder man5", "find man5", ""),
        ("List what is in the folder for temporary files", "ls -a /tmp", ""),
    ],
)
def test_what_nobody_could_answer(intent: str, command: str, reason: str, runner: ShellRunner) -> None:
    assert [item.reason for item in grounded(runner, command, intent=intent).references] == [reason]


def test_one_tree_serves_all_references(runner: ShellRunner) -> None:
    found = grounded(runner, "find . -name '*.a'", "find . -name '*.b' -delete", "ssh a")
    assert [reference.decides for reference in found.references] == [True, True, False]
    assert len(found.planted) == QUICK.trees
    assert found == grounded(runner, "find . -name '*.a'", "find . -name '*.b' -delete", "ssh a")


def test_minutes_are_counted_from_when_a_command_looks(runner: ShellRunner) -> None:
    ages = grounded(runner, "find . -mmin -5")
    tree = ages.grown(ages.planted[0], runner)
    assert tree.clock is not None or max(entry.time for entry in tree.entries) <= time.time() + 60
    dates = grounded(runner, "find . -newermt 2020-01-01")
    assert dates.clock is None
    assert {entry.time for entry in dates.planted[0]} <= {
        e.time for e in dates.grown(dates.planted[0], runner).entries
    }


def test_groups_and_cleaning() -> None:
    pairs = [Pair(0, "Print the files", "ls"), Pair(1, "print files!", "ls -1"), Pair(2, "other", "x")]
    assert [[pair.row for pair in group] for group in groups(pairs)] == [[0, 1], [2]]
    assert cleaned("$ sudo /usr/bin/find . ") == "find ."


def test_what_only_reads_gets_lines_to_read(runner: ShellRunner) -> None:
    reading = grounded(runner, "read -n 1 letter")
    (reference,) = reading.deciding
    assert reference.runs.startswith("exec < /root/input\n")
    assert any(entry.path == "/root/input" for entry in reading.planted[0])
