"""What a person would call the same, and what not: each pair of commands is run, in a small tree of our own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from asmeant.execution.shell import Outcome, ShellRunner, from_files
from asmeant.execution.shell.comparing import compare
from asmeant.execution.shell.outcome import Sameness
from asmeant.execution.shell.sandbox import ShellSandbox
from asmeant.languages.bash.expecting import expectation
from asmeant.records import Expectation, Limits

TREE = from_files(
    {
        "notes.txt": "pear\napple\nfig\n",
        "more.txt": "apple\n",
        "empty.txt": "",
        "d/e/deep.txt": "apple pie\n",
        "d/code.c": "int x;\n" * 200,
        "hollow/": "",
    }
)
UUID = "/proc/sys/kernel/random/uuid"  # another one whenever it is read


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    runner = ShellRunner()
    yield runner
    runner.close()


def compared(runner: ShellRunner, reference: str, candidate: str, intent: str = "") -> Sameness:
    limits = Limits(seconds=5)
    outcome = runner.run(candidate, TREE, limits)
    expects = expectation((reference,), intent)
    return ShellSandbox(runner).compared(reference, outcome, expects, TREE, limits)


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("cat notes.txt", "cat < notes.txt"),
        ("find . -name '*.txt'", "find . -name '*.txt' | sort"),
        ("find . -name '*.txt'", "ls -1 $(find . -name '*.txt')"),
        ("find . -name '*.txt'", "find /root -name '*.txt'"),
        ("find . -type f -name 'deep*'", "find $PWD -name deep.txt -print"),
        ("grep -rl apple .", "grep -r apple . | cut -d: -f1"),
        ("ls", "ls -1"),
        ("ls", "ls -l"),
        ("wc -l notes.txt", "wc -l < notes.txt | sed 's/$/ notes.txt/'"),
        ("wc -l notes.txt", "wc -l < notes.txt"),
        ("du -s d", "du -sh d"),
        ("ln -s notes.txt n", "ln -s /root/notes.txt n"),
        ("echo kiwi >> notes.txt", "echo kiwi | tee -a notes.txt"),
        ("touch -d 2020-01-01 more.txt", "touch -t 202001010000 more.txt"),
        ("md5sum more.txt", "md5sum < more.txt"),
        ("cat -n notes.txt", "grep -n '' notes.txt"),
        ("ls -a", "ls -A"),
        ("rm more.txt", "find . -name more.txt -delete"),
        ("rm more.txt", "rm -v more.txt"),
        ("rm -v more.txt", "rm more.txt"),
        (
            "find . -empty -type f -delete",
            "find . -empty -type f -print -delete",
        ),
        ("mv notes.txt d", "cp -p notes.txt d && rm notes.txt"),
        ("tar czf d.tgz d", "tar cf - d | gzip -1 > d.tgz"),
        ("find d > list", "find d | sort -r > list"),
        ("chmod 600 more.txt", "chmod u=rw,go= more.txt"),
        ("ln -s notes.txt n", "ln -s ./../root/notes.txt n 2> /dev/null; ln -sf notes.txt n"),
        ("mkdir -p a/b/c", "mkdir a; mkdir a/b; mkdir a/b/c"),
        ("sort notes.txt > out", "sort notes.txt > /tmp/x; cp /tmp/x out"),
        ("touch more.txt", "touch -c more.txt"),
        ("grep -q fig notes.txt", "test -e notes.txt"),
        ("true", ":"),
    ],
)
def test_the_same(runner: ShellRunner, reference: str, candidate: str) -> None:
    sameness = compared(runner, reference, candidate)
    assert sameness.same, sameness.reason


@pytest.mark.parametrize(
    ("reference", "candidate", "why"),
    [
        ("cat notes.txt", "true", "prints nothing, expected 'pear\\napple\\nfig'"),
        ("cat notes.txt", "sort notes.txt", "line 1 of the output is 'apple', expected 'pear'"),
        ("sort notes.txt", "cat notes.txt", "line 1"),
        ("sort notes.txt", "sort -r notes.txt", "line 1"),
        ("grep apple notes.txt", "cat notes.txt", "line 1"),
        ("find . -name '*.c'", "find .", "line 1"),
        ("find .", "find . -name '*.c'", "line 1"),
        ("find . -type f", "find . -type f | head -n 3", "line"),
        ("ls | head -n 2", "ls | head -n 3", "line 3"),
        ("wc -l < notes.txt", "echo 4", "line 1 of the output is '4', expected '3'"),
        ("wc -l < notes.txt", "cat notes.txt", "line 1"),
        ("grep -c apple notes.txt", "grep -n apple notes.txt", "line 1"),
        ("md5sum notes.txt", "ls notes.txt", "line 1"),
        ("stat -c %s notes.txt", "stat -c %n notes.txt", "line 1"),
        ("rm more.txt", "true", "/root/more.txt is not deleted"),
        ("true", "rm more.txt", "/root/more.txt is deleted, and should be as it was"),
        ("rm more.txt", "rm *.txt", "/root/empty.txt is deleted, and should be as it was"),
        ("rm more.txt", "rm more.txt; cat notes.txt", "prints 'pear\\napple\\nfig', expected nothing"),
        ("find . -empty -type f -print -delete", "find . -empty -type f -delete", "prints nothing"),
        ("echo hi > out", "echo ho > out", "/root/out is created: 3 bytes, expected created: 3 bytes"),
        ("sed -i s/fig/date/ notes.txt", "sed 's/fig/date/' notes.txt", "/root/notes.txt is not modified"),
        ("sort -o notes.txt notes.txt", "true", "/root/notes.txt is not modified"),
        ("chmod 600 more.txt", "chmod 640 more.txt", "mode"),
        ("ln -s notes.txt n", "cp notes.txt n", "/root/n is created"),
        ("ln -s notes.txt n", "ln -s more.txt n", "/root/n is created"),
        ("tar czf d.tgz d", "tar czf d.tgz d/e", "/root/d.tgz is created"),
        ("touch more.txt", "touch notes.txt", "/root/more.txt is not touched"),
        ("touch more.txt", "touch *.txt", "/root/empty.txt is touched, and should be as it was"),
        ("touch -d 2020-01-01 more.txt", "touch more.txt", "/root/more.txt is touched, and has another time"),
        (
            "touch -d 2020-01-01 new.txt",
            "touch -d 2021-01-01 new.txt",
            "/root/new.txt is touched, and has another",
        ),
        ("cat notes.txt | tr '\\n' ' '", "cat notes.txt", "line 1"),
        ("cat notes.txt", "tr '\\n' ' ' < notes.txt", "line 1"),
        ("sed 's/^/  /' notes.txt > out", "cp notes.txt out", "/root/out is created: 15 bytes"),
        ("cat *.txt", "cat *.txt | sort", "line"),
        ("sed 's/.*/&/' notes.txt", "sort notes.txt", "line 1"),
        (
            "cp notes.txt n",
            "ln notes.txt n",
            "/root/n is created: 15 bytes, the same file as /root/notes.txt",
        ),
        ("touch new", "echo > new", "/root/new is created: 1 bytes, expected created: 0 bytes"),
        ("rm -v more.txt; wc -c < notes.txt", "rm more.txt", "prints nothing"),
        ("ls -l", "ls", "line"),
        ("pwd", "echo .", "line 1"),
        ("ls more.txt", "ls -d d/../../root/d/e/../more.txt; echo d/more.txt", "line 1"),
        ("grep -q fig notes.txt", "grep -q kiwi notes.txt", "ended with status 1, expected 0"),
        ("mkdir new", "touch new", "/root/new is created"),
        ("cmp -s notes.txt more.txt", "true", "ended with status 0, expected 1"),
        ("tar czf d.tgz d", "tar cf d.tgz d", "/root/d.tgz is created"),
        ("tar czf d.tgz --mtime=2020-01-01 d", "tar czf d.tgz d", "/root/d.tgz is created"),
    ],
)
def test_not_the_same(runner: ShellRunner, reference: str, candidate: str, why: str) -> None:
    sameness = compared(runner, reference, candidate)
    assert not sameness.same
    assert why in sameness.reason
    assert not sameness.undecided


@pytest.mark.parametrize(
    ("reference", "candidate", "intent", "same"),
    [
        ("ls -l", "ls", "List the files", True),
        ("ls -l", "ls", "List the files with their sizes", False),
        ("ls -l", "stat -c '%s %n' *", "List the files with their sizes", True),
        ("ls -l", "ls -s", "List details of the files", False),
        ("ls -l notes.txt", "stat -c %A notes.txt", "Show the permissions of notes.txt", True),
        ("find $PWD -name '*.c'", "find . -name '*.c'", "Print the full path of C files", False),
        ("du -sh d", "du -s d", "Show the disk usage of d in human readable form", False),
        ("wc -l m* n*", "for f in m* n*; do wc -l $f; done", "Count the lines of each file", True),
        ("wc -l m* n*", "for f in m* n*; do wc -l $f; done", "Show the total number of lines", False),
        ("sort *.txt | uniq -c", "sort *.txt | uniq -c | sort -n", "How often does each line occur", True),
        ("find . -name '*.c'", "ls -l d/*.c", "Find C files", True),
    ],
)
def test_the_intent_says_which_columns_are_wanted(
    runner: ShellRunner, reference: str, candidate: str, intent: str, same: bool
) -> None:
    assert compared(runner, reference, candidate, intent).same is same


@pytest.mark.parametrize(
    ("reference", "candidate", "same"),
    [
        ("rm nothing.txt", "rm -r nothing.txt", True),
        ("rm nothing.txt", "false", False),
        ("rm nothing.txt", "rm other.txt", False),
        ("cat nothing.txt", "echo something", False),
        ("rmdir d", "rm d", False),
    ],
)
def test_a_reference_that_fails_equals_only_the_same_failure(
    runner: ShellRunner, reference: str, candidate: str, same: bool
) -> None:
    assert compared(runner, reference, candidate).same is same


@pytest.mark.parametrize(
    ("reference", "candidate", "same"),
    [
        (f"echo id $(cat {UUID})", f"echo id $(tail -n 1 {UUID})", True),
        (f"cat {UUID}", "echo hello", False),
        (f"cat {UUID}; cat notes.txt", f"cat {UUID}; cat more.txt", False),
        ("date +%s", "date +%s.0", False),
        ("date +%T.%N", "date +%H:%M:%S.%N", True),
    ],
)
def test_only_what_varies_is_left_out(
    runner: ShellRunner, reference: str, candidate: str, same: bool
) -> None:
    assert compared(runner, reference, candidate).same is same


@pytest.mark.parametrize(
    ("reference", "again", "candidate", "same"),
    [
        ("31337", "20001", "7", True),
        ("7", "31", "205", True),
        ("31337", "20001", "1234567", False),
        ("31337", "20001", "-5", False),
        ("pid 812 of 4", "pid 799 of 4", "pid 9 of 4", True),
        ("pid 812 of 4", "pid 799 of 4", "pid 812 of 5", False),
        ("1700000001", "1700000004", "1700000019", True),
        ("1700000001", "1700000004", "1600000001", False),
    ],
)
def test_a_number_that_varies(reference: str, again: str, candidate: str, same: bool) -> None:
    outcomes = [
        Outcome("finished", 0, f"{text}\n", stdout_digest=text) for text in (reference, candidate, again)
    ]
    assert compare(outcomes[0], outcomes[1], again=outcomes[2]).same is same


def test_only_what_is_new_in_tmp_is_scratch(runner: ShellRunner) -> None:
    tree = from_files({"/tmp/old.txt": "x\n"}, "/tmp")
    outcomes = {command: runner.run(command, tree) for command in ("true", "touch new.txt", "rm old.txt")}
    assert compare(outcomes["true"], outcomes["touch new.txt"], tree=tree).same
    assert not compare(outcomes["true"], outcomes["rm old.txt"], tree=tree).same


def test_what_did_not_finish_is_never_the_same() -> None:
    late, done = Outcome("timed out", reason="still running after 2 s"), Outcome("finished", 0)
    assert compare(done, late) == Sameness(False, "timed out: still running after 2 s")
    assert compare(late, late).undecided == (
        "the reference did not finish: timed out: still running after 2 s"
    )


def test_a_reason_can_be_shown_on_a_terminal(runner: ShellRunner) -> None:
    assert compared(runner, "true", "touch $'\\e[2J'").reason == (
        "/root/\\x1b[2J is created, and should be as it was"
    )


def test_what_was_cut_off_is_compared_by_its_digest() -> None:
    cut = Outcome("finished", 0, "a\n", stdout_cut=True, stdout_digest="x")
    other = Outcome("finished", 0, "a\n", stdout_cut=True, stdout_digest="y")
    assert compare(cut, cut).same
    assert compare(cut, other).reason == "one of them prints more than is kept, and not the same"
    many = Outcome("finished", 0, changes_cut=True)
    assert compare(many, many).reason == "more was changed than can be compared"


def test_without_an_expectation_the_output_counts_as_it_is() -> None:
    one, other = (Outcome("finished", 0, text, stdout_digest=text) for text in ("a\nb\n", "b\na\n"))
    assert not compare(one, other).same
    assert compare(one, other, Expectation("lines in any order")).same
