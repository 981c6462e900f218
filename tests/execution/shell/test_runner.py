"""What a command does is what is seen: its words arrive untouched, and every change is told."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from asmeant.execution.shell import Entry, Outcome, ShellRunner, from_files, grow
from asmeant.execution.zygote_pool import Pool
from asmeant.execution.zygotes import GoneError, ZygoteKind
from asmeant.records import Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")

FILES = {"a.txt": "one\n", "d/b.txt": "two\n", "d/e/c.txt": "three\n", "/srv/data": "four\n"}
OLD = 1_600_000_000.0
TREE = grow(
    [
        *from_files(FILES).entries,
        Entry("a.txt", content=b"one\n", time=OLD),
        Entry("link", "link", target="a.txt", time=OLD),
        Entry("hard", "hard link", target="/root/a.txt"),
        Entry("pipe", "pipe", time=OLD),
        Entry("tool", mode=0o755, content=b"#!/bin/sh\necho ran $1\n", time=OLD),
        Entry("closed", mode=0o000, content=b"mine\n", time=OLD),
    ]
)


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    runner = ShellRunner()
    yield runner
    runner.close()


# ── what it says ──

SAYS = [
    ("quotes", """printf '%s|' "a'b" 'c"d' e\\ f '\\n' $'\\t' "$HOME" '$HOME'""", "a'b|c\"d|e f|\\n|\t|/root|$HOME|"),
    ("lines", "echo one\necho two\n\n# three\n", "one\ntwo\n"),
    ("here document", "cat <<'END'\n$x `y` \\z\nEND\n", "$x `y` \\z\n"),
    ("letters", "echo ñ 日本 Ж 🙂", "ñ 日本 Ж 🙂\n"),
    ("not text", "printf '\\xff\\xfe'", "\\xff\\xfe"),
    ("nothing", "", ""),
    ("where", "pwd; whoami; hostname; id -u; echo $TZ $LANG $TERM; tty", "/root\nroot\nsandbox\n0\nUTC C.UTF-8 dumb\nnot a tty\n"),
    ("files of its tree", "cat a.txt link hard d/b.txt /srv/data", "one\none\none\ntwo\nfour\n"),
    ("what only its owner may see", "cat closed", "mine\n"),
    ("a tool of its own", "./tool now", "ran now\n"),
    ("times", "stat -c %Y a.txt link; find . -newermt 2020-09-12 ! -newermt 2020-09-14 -name 'a*'", "1600000000\n1600000000\n./a.txt\n"),
    ("links", "stat -c %h a.txt; readlink link", "2\na.txt\n"),
    ("kinds and modes", "stat -c '%F %a' d pipe tool closed", "directory 755\nfifo 644\nregular file 755\nregular file 0\n"),
    ("standard input is empty", "cat; read x || echo end", "end\n"),
    ("ends of pipes", "yes | head -n 1; seq 100000 | grep -m 1 7", "y\n7\n"),
    ("what bash does not wait for", "echo late > >(sleep 0.05; cat)", "late\n"),
    ("the same number on every run", "echo $$; echo $(exec bash -c 'echo $PPID')", "100\n100\n"),
    ("itself by network", "(exec 3<>/dev/tcp/localhost/9) 2>&1 | grep -o refused", "refused\nrefused\n"),
    ("a place for shared memory", "echo x > /dev/shm/y; cat /dev/shm/y; rm /dev/shm/y", "x\n"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "stdout"), [row[1:] for row in SAYS], ids=[row[0] for row in SAYS])
def test_words_arrive_and_leave_untouched(runner: ShellRunner, command: str, stdout: str) -> None:
    assert runner.run(command, TREE).stdout == stdout


def test_status_and_errors_are_told(runner: ShellRunner) -> None:
    seen = runner.run("echo out; echo err >&2; exit 3", TREE)
    assert (seen.ending, seen.exit_status, seen.stdout, seen.stderr) == ("finished", 3, "out\n", "err\n")
    assert not seen.succeeded
    assert runner.run("true").succeeded


def test_all_of_the_output_has_a_size_and_a_digest(runner: ShellRunner) -> None:
    fewer, more = (runner.run(f"seq {count}", TREE) for count in (99_999, 100_000))
    assert (fewer.stdout, fewer.stdout_cut, fewer.stdout_bytes) == (more.stdout, True, 588_888)
    assert fewer.stdout_digest != more.stdout_digest


def test_many_links_and_many_holes_take_no_time(runner: ShellRunner) -> None:
    links = "head -c 30000000 /dev/zero > big; for i in {1..1500}; do ln big l$i; done"
    assert len(runner.run(links, TREE, Limits(seconds=10)).changes) == 1501
    islands = "import os; f = os.open('s', 66); [os.pwrite(f, b'x', n << 21) for n in range(2500)]"
    assert runner.run(f'python3 -c "{islands}"', TREE, Limits(seconds=10, disk_mb=256)).changes_cut


def test_standard_input_can_be_given(runner: ShellRunner) -> None:
    assert (
        runner.run("head -c 2; cat", TREE, stdin=b"\0given" * 20_000).stdout
        == "\0given" * (65_536 // 6) + "\0giv"
    )
    assert runner.run("cat", TREE).stdout == ""


def test_output_is_cut_at_its_limit_and_marked(runner: ShellRunner) -> None:
    limits = Limits(output_bytes=10)
    commands = ("printf 1234567890", "printf 12345678901; printf e >&2")
    exact, more = (runner.run(command, TREE, limits) for command in commands)
    assert (exact.stdout, exact.stdout_cut) == ("1234567890", False)
    assert (more.stdout, more.stdout_cut, more.stderr_cut) == ("1234567890", True, False)


# ── what it changes ──

CHANGES = [
    ("nothing", "ls -lR; cat a.txt; find / -xdev > /dev/null", {}, ()),
    ("creates", "echo x > new; mkdir -p m/n", {"/root/m": "created: directory", "/root/m/n": "created: directory", "/root/new": "created: 2 bytes"}, ()),
    ("links", "ln -s d l; ln tool t", {"/root/l": "created: link to d", "/root/t": "created: 22 bytes, the same file as /root/tool"}, ()),
    ("deletes", "rm a.txt pipe", {"/root/a.txt": "deleted", "/root/pipe": "pipe deleted"}, ()),
    ("deletes a folder", "rm -r d", {"/root/d": "directory deleted", "/root/d/b.txt": "deleted", "/root/d/e": "directory deleted", "/root/d/e/c.txt": "deleted"}, ()),
    ("the same by hand", "find d -depth -delete", {"/root/d": "directory deleted", "/root/d/b.txt": "deleted", "/root/d/e": "directory deleted", "/root/d/e/c.txt": "deleted"}, ()),
    ("modifies", "echo more >> d/b.txt", {"/root/d/b.txt": "modified: 9 bytes, touched"}, ()),
    ("modes", "chmod 600 d/b.txt; chmod 700 d", {"/root/d": "mode 755 -> 700", "/root/d/b.txt": "mode 644 -> 600"}, ()),
    ("of the root", "chmod 700 /; mkdir /top", {"/": "mode 755 -> 700", "/top": "created: directory"}, ()),
    ("target", "ln -sfn d link", {"/root/link": "link to d, touched"}, ()),
    ("renames", "mv d/e f", {"/root/d/e": "directory deleted", "/root/d/e/c.txt": "deleted", "/root/f": "created: directory", "/root/f/c.txt": "created: 6 bytes"}, ()),
    ("type", "rm -r d/e; echo x > d/e", {"/root/d/e": "directory became file", "/root/d/e/c.txt": "deleted"}, ()),
    ("type of a file", "rm a.txt; mkdir a.txt", {"/root/a.txt": "file became directory"}, ()),
    ("a folder anew", "rm -r d; mkdir d; echo x > d/x", {"/root/d/b.txt": "deleted", "/root/d/e": "directory deleted", "/root/d/e/c.txt": "deleted", "/root/d/x": "created: 2 bytes"}, ()),
    ("touches", "touch d/b.txt", {}, ("/root/d/b.txt",)),
    ("writes the same", "cat a.txt > x; cat x > d/b.txt; echo two > d/b.txt; rm x", {}, ("/root/d/b.txt",)),
    ("takes back", "mkdir x; echo > x/y; rm -r x; chmod 600 d/b.txt; chmod 644 d/b.txt", {}, ()),
    ("elsewhere", "echo > /tmp/t; rm /etc/hosts", {"/etc/hosts": "deleted", "/tmp/t": "created: 1 bytes"}, ()),
    ("odd names", "touch ' ' $'a\\nb' $'\\xff' -- -x", {"/root/ ": "created: 0 bytes", "/root/-x": "created: 0 bytes", "/root/\\xff": "created: 0 bytes", "/root/a\nb": "created: 0 bytes"}, ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "changes", "touched"), [row[1:] for row in CHANGES], ids=[row[0] for row in CHANGES]
)
def test_every_change_is_told(
    runner: ShellRunner, command: str, changes: dict[str, str], touched: tuple[str, ...]
) -> None:
    seen = runner.run(command, TREE)
    assert seen.stderr == ""
    assert {change.path: str(change) for change in seen.changes} == changes
    assert [change.path for change in seen.changes] == sorted(changes)
    assert seen.touched == touched


def test_states_hold_content_and_time(runner: ShellRunner) -> None:
    (change,) = runner.run("printf '\\0\\xff' > d/b.txt; touch -d @1500000000 d/b.txt", TREE).changes
    assert change.what == ("content", "time")
    assert change.before is not None
    assert change.after is not None
    assert (change.after.content, change.after.size, change.after.time) == (b"\0\xff", 2, 1_500_000_000)
    assert (change.before.content, change.before.size) == (None, 4)
    (made,) = runner.run("seq 100000 > big", TREE).changes
    assert made.after is not None
    assert (made.after.content, made.after.size, made.after.time) == (None, 588_895, None)


def test_equal_content_has_equal_digests(runner: ShellRunner) -> None:
    left, right = runner.run("seq 5 > x; (seq 4; echo 5) > y", TREE).changes
    assert left.after == right.after


def test_each_command_begins_in_a_fresh_view(runner: ShellRunner) -> None:
    first, second = (
        runner.run(command, TREE) for command in ("rm -r /root/* /etc; ls", "cat a.txt /etc/hostname")
    )
    assert len(first.changes) > 10
    assert second.stdout == "one\nsandbox\n"


# ── where it begins ──


def test_trees_take_turns(runner: ShellRunner) -> None:
    trees = [from_files({"n": str(number)}, "/work/here") for number in range(20)]
    commands = [(f"cat n; pwd; echo {turn} > n", tree) for turn in range(2) for tree in trees]
    stdout = [runner.run(*command).stdout for command in commands]
    assert stdout == [f"{number}/work/here\n" for _ in range(2) for number in range(20)]


def test_views_that_are_kept_ready_stay_fresh(runner: ShellRunner) -> None:
    trees = [from_files({"n": str(number)}, "/work/here") for number in range(3)]
    commands = [(command, tree) for command in ("cat n", "rm n; ls -a /work", "cat n") for tree in trees]
    outcomes = [runner.run(*command) for command in commands]
    assert [outcome.stdout for outcome in outcomes[:3]] == [outcome.stdout for outcome in outcomes[6:]]
    assert [len(outcome.changes) for outcome in outcomes] == [0, 0, 0, 1, 1, 1, 0, 0, 0]


def test_files_are_as_old_as_they_were(runner: ShellRunner) -> None:
    tree = grow([Entry("new", time=OLD), Entry("old", time=OLD - 10 * 86400)]).moved_in_time(OLD + 3600)
    assert runner.run("find . -type f -mtime -1; find . -type f -mtime +7", tree).stdout == "./new\n./old\n"


def test_the_order_of_names_is_the_same_everywhere() -> None:
    tree = from_files({f"f{number * 7919 % 100}": "" for number in range(100)})
    runners = [ShellRunner(), ShellRunner()]
    listings = {runner.run("ls -U; ls -l --full-time", tree).stdout for runner in runners}
    for runner in runners:
        runner.close()
    assert len(listings) == 1


def test_threads_share_a_runner(runner: ShellRunner) -> None:
    with ThreadPoolExecutor(4) as threads:
        seen = list(threads.map(lambda n: runner.run(f"echo {n} > a.txt; cat a.txt", TREE).stdout, range(20)))
    assert seen == [f"{number}\n" for number in range(20)]


def test_the_network_is_there_only_when_asked_for(runner: ShellRunner) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = f"exec 3<>/dev/tcp/127.0.0.1/{server.getsockname()[1]} && echo reached"
        assert runner.run(command, TREE, Limits(network=True)).stdout == "reached\n"
        assert "refused" in runner.run(command, TREE).stderr


# ── when the sandbox itself breaks ──


class _Dying(Pool):
    def zygote(self, kind: ZygoteKind) -> object:  # type: ignore[override]
        raise GoneError(-9)


def test_a_sandbox_that_dies_twice_died_of_the_command() -> None:
    assert ShellRunner(_Dying()).run("true") == Outcome("killed", reason="the sandbox died with it, 2 times")


def test_who_looks_at_changes_leaves_no_trace_in_the_tree(runner: ShellRunner) -> None:
    """Access times, by which `find -atime` goes: reading what was there before must not count as access."""
    runner.run("echo more >> a.txt; rm -r d; ls -R / > /dev/null; cat link hard", TREE)
    outcome = runner.run("stat -c '%n %X' a.txt hard tool; find . -amin -9999 -name a.txt", TREE)
    assert outcome.stdout == f"a.txt {OLD:.0f}\nhard {OLD:.0f}\ntool {OLD:.0f}\n", outcome
    # Folders, too: the base below the tree is the same for all.
    first = runner.run("stat -c %X /var /etc /srv /root/d", TREE).stdout
    runner.run("rm -r /var/* /root/d; ls -R /var /etc /srv > /dev/null; mkdir /var/new", TREE)
    assert runner.run("stat -c %X /var /etc /srv /root/d", TREE).stdout == first


def test_no_command_lowers_the_priority_of_the_next(runner: ShellRunner) -> None:
    runner.run("renice -n 19 -u root; renice -n 19 -p 1; ionice -c 3 -u 0; ionice -c 3 -p 1; nice true", TREE)
    assert runner.run("nice", TREE).stdout == f"{os.nice(0)}\n"
