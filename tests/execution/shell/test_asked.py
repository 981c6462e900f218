from __future__ import annotations

import pytest

from asmeant.execution.shell.asked import asked


@pytest.mark.parametrize(
    ("command", "sources", "walks", "sorts"),
    [
        ("find . -name '*.c'", {"find"}, True, False),
        ("find . | sort", {"find"}, True, True),
        ("grep x a.txt", {"grep"}, False, False),
        ("grep -rn x .", {"grep"}, True, False),
        ("cat a | grep -v r | cut -f1", set(), False, False),
        ("find . -type f -exec md5sum {} + | awk '{print $1}'", {"find", "md5sum"}, True, False),
        ("find . -print0 | xargs -0 -n 1 wc -l", {"find", "wc"}, True, False),
        ("sudo ls -lt", {"ls"}, True, True),
        ("bash -c 'du -sh .'", {"du"}, True, False),
        ("echo $(stat -c %s a)", {"stat"}, True, False),
        ("diff <(ls a) <(ls b)", {"diff", "ls"}, True, False),
        ("/usr/bin/du -a", {"du"}, True, False),
        ("wc -l *.txt", {"wc"}, True, False),
        ("ls -l | grep ^d", {"ls"}, True, False),
        ("ls | grep -c x", {"ls", "grep"}, True, False),
        ("find . | xargs grep x", {"find", "grep"}, True, False),
        ("sort a | uniq -c", {"uniq"}, True, True),
        ("sort -u a", set(), True, True),
        ("sort a", set(), False, True),
        ("env", {"env"}, True, False),
        ("env A=1 date", {"date"}, False, False),
        ("uniq a", set(), False, False),
        ("awk '{print $1 * 2}' a", set(), False, False),
        ("awk '{n[$1]++} END {for (k in n) print k}' a", set(), True, False),
        ("if", set(), False, False),
        ("sudo", set(), False, False),
    ],
)
def test_what_a_command_asks_for(command: str, sources: set[str], walks: bool, sorts: bool) -> None:
    found = asked(command)
    assert (set(found.sources), found.walks, found.sorts) == (sources, walks, sorts)


@pytest.mark.parametrize(
    ("command", "needs"),
    [
        ("date", "the clock"),
        ("echo $(date +%F) > a", "the clock"),
        ("ps aux | grep x", "the machine"),
        ("df -h .", "the machine"),
        ("echo $RANDOM", "chance"),
        ("head -c 3 /dev/urandom", "chance"),
        ("curl http://x.y/z", "the network"),
        ("find . -mtime -1", ""),
    ],
)
def test_what_an_output_depends_on(command: str, needs: str) -> None:
    assert asked(command).needs == needs


@pytest.mark.parametrize(
    ("command", "verbose"),
    [("cp -v a b", True), ("tar -czvf a.tgz b", True), ("grep -v a b", False), ("cp a b", False)],
)
def test_what_comments_on_its_work(command: str, verbose: bool) -> None:
    assert asked(command).verbose is verbose


@pytest.mark.parametrize(
    ("command", "reads", "counts", "dates"),
    [
        ("cat *.txt", True, False, False),
        ("find . -exec cat {} +", True, False, False),
        ("wc -l a", False, True, False),
        ("grep -c x a", False, True, False),
        ("grep x a", False, False, False),
        ("touch a", False, False, False),
        ("touch -d yesterday a", False, False, True),
        ("tar --mtime=2020-01-01 -cf a.tar a", False, False, True),
    ],
)
def test_what_it_does_with_files(command: str, reads: bool, counts: bool, dates: bool) -> None:
    found = asked(command)
    assert (found.reads, found.counts, found.dates) == (reads, counts, dates)
