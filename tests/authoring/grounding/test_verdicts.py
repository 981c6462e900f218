"""A candidate is right when it does what a reference does, in trees that know nothing of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.grounding.tasks import write_tasks
from asmeant.authoring.grounding.trial import Setting, cleaned, ground
from asmeant.datasets import load_tasks
from asmeant.execution import assemble
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.execution.shell import ShellRunner
from asmeant.judging import judge
from asmeant.records import Candidate, Limits, Verdict

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    made = ShellRunner()
    yield made
    made.close()


@pytest.fixture(scope="module")
def sandbox() -> Iterator[NamespaceSandbox]:
    made = NamespaceSandbox()
    yield made
    made.pool.close()


def verdict(
    runner: ShellRunner, sandbox: NamespaceSandbox, folder: Path, intent: str, reference: str, candidate: str
) -> Verdict:
    grounded = ground([Pair(0, intent, reference)], runner, Setting(trees=3, runs=1))
    write_tasks(folder, [grounded])
    (task,) = load_tasks(f"tasks:{folder / 'tasks.jsonl'}")
    program = assemble(task, Candidate("t", 0, cleaned(candidate)))
    return judge(task, 0, sandbox.run([program], Limits(seconds=1)))


@pytest.mark.parametrize(
    ("intent", "reference", "candidate"),
    [
        ("list .c files", "find . -name '*.c'", "find . -type f -name '*.c' -print"),
        ("list .c files", "find . -name '*.c'", "find . -iname '*.c' | sort"),
        ("delete logs older than a week", "find . -name '*.log' -mtime +7 -delete", "find . -name '*.log' -mtime +7 -exec rm {} \\;"),
        ("count lines of a.txt", "wc -l < a.txt", "cat a.txt | wc -l"),
        ("first column of users", "cut -d: -f1 users", "awk -F: '{print $1}' users"),
        ("search src for needle", "grep -rn needle src", "find src -type f | xargs grep -n needle"),
        ("make b", "mkdir -p a/b", "mkdir a; mkdir a/b"),
        ("files in $dir", 'find "$dir" -type f', "find $dir -type f"),
        ("pack docs", "tar czf d.tgz docs", "tar -c docs | gzip > d.tgz"),
        ("remove x", "sudo rm x", "rm -f x"),
        ("files of the last 3 days", "find . -mtime -3", "find . -type f -mtime -3"),
        ("go to /srv/x", "cd /srv/x", "cd /srv && cd x"),
        ("save the files in F", "F=$(find . -name '*.c')", "F=`find . -name '*.c' -print`"),
        ("files of one and two that differ", "diff -rq one/ two/", "diff -r -q one two"),
        ("files of more than 90 MB", "find . -size +90M", "find . -type f -size +92160k"),
    ],
)  # fmt: skip
def test_right(
    intent: str,
    reference: str,
    candidate: str,
    runner: ShellRunner,
    sandbox: NamespaceSandbox,
    tmp_path: Path,
) -> None:
    found = verdict(runner, sandbox, tmp_path, intent, reference, candidate)
    assert (found.status, found.held) == ("passed", ("reference 1",)), found.reason


@pytest.mark.parametrize(
    ("intent", "reference", "candidate"),
    [
        ("list .c files", "find . -name '*.c'", "find . -name '*.h'"),
        ("list .c files", "find . -name '*.c'", "find . -name '*c'"),
        ("list .c files", "find . -name '*.c'", "find .. -name '*.c'"),
        ("list .c files", "find . -name '*.c'", "find . -maxdepth 1 -name '*.c'"),
        ("directories called src", "find . -type d -name src", "find . -name src"),
        ("c files whatever their case", "find . -iname '*.c'", "find . -name '*.c'"),
        ("older than 7 days", "find . -mtime +7", "find . -mtime +6"),
        ("older than 7 days", "find . -mtime +7", "find . -mtime -7"),
        ("changed in the last 5 minutes", "find . -mmin -5", "find . -mmin -6"),
        ("larger than 10k", "find . -size +10k", "find . -size +9k"),
        ("writable by all", "find . -perm -022", "find . -perm /022"),
        ("in /home/me", "find /home/me -type f", "find /home -type f"),
        ("remove foo", "rm foo", "find . -name foo -delete"),
        ("lines of a.txt with needle", "grep needle a.txt", "grep -c needle a.txt"),
        ("lines of a.txt with needle", "grep needle a.txt", "grep -v needle a.txt"),
        ("first 3 lines of a.txt", "head -n 3 a.txt", "head -n 4 a.txt"),
        ("sort a.txt by the second column", "sort -k2,2 a.txt", "sort a.txt"),
        ("second column of a.csv", "cut -d, -f2 a.csv", "cut -d, -f1 a.csv"),
        ("replace all ab in f", "sed -i 's/ab/x/g' f", "sed 's/ab/x/g' f"),
        ("f.sh is executable by the owner", "chmod u+x f.sh", "chmod a+x f.sh"),
        ("move a.txt to b.txt", "mv a.txt b.txt", "cp a.txt b.txt"),
        ("link b to a.txt", "ln -s a.txt b", "ln a.txt b"),
        ("files in $dir", 'find "$dir" -type f', "find . -type f"),
        ("list .c files", "find . -name '*.c'", "while true; do :; done"),
        ("list .c files", "find . -name '*.c'", "blurb"),
        ("list .c files", "find . -name '*.c'", ""),
        ("files and what links lead to", "find -L . -name '*.c'", "find . -name '*.c'"),
        ("directories called D", "find . -type d -name D", "find . -type d -name D -prune"),
        ("ogg files with mon", "find . -name '*mon*.ogg'", "find . -name '*.ogg'"),
        ("sorted list", "find . -name 'f??' | sort", "find . -name 'f??' | sort | uniq -c"),
        ("go to /srv/x", "cd /srv/x", "cd /srv"),
        ("save the files in F", "F=$(find . -name '*.c')", "find . -name '*.c'"),
    ],
)
def test_wrong(
    intent: str,
    reference: str,
    candidate: str,
    runner: ShellRunner,
    sandbox: NamespaceSandbox,
    tmp_path: Path,
) -> None:
    assert verdict(runner, sandbox, tmp_path, intent, reference, candidate).status == "failed"
