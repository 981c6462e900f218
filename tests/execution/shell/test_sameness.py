"""What a person would call the same, and what not: each pair of commands is run, in a small tree of our own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from asmeant.execution.shell import Outcome, ShellRunner, from_files
from asmeant.execution.shell.sameness import Sameness, Told, compare
from asmeant.records import Limits

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


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    runner = ShellRunner()
    yield runner
    runner.close()


def compared(runner: ShellRunner, reference: str, candidate: str, intent: str = "") -> Sameness:
    first, second = (
        Told(command, runner.run(command, TREE, Limits(seconds=5))) for command in (reference, candidate)
    )
    return compare(first, second, intent, TREE)


@pytest.mark.parametrize(
    ("reference", "candidate", "needed"),
    [
        ("cat notes.txt", "cat < notes.txt", ""),
        ("find . -name '*.txt'", "find . -name '*.txt' | sort", "order"),
        ("find . -name '*.txt'", "ls -1 $(find . -name '*.txt')", "order"),
        ("find . -name '*.txt'", "find /root -name '*.txt'", "paths"),
        ("find . -type f -name 'deep*'", "find $PWD -name deep.txt -print", "paths"),
        ("grep -rl apple .", "grep -r apple . | cut -d: -f1", ""),
        ("grep -rl fig .", "grep -rn fig .", "columns"),
        ("ls", "ls -1", ""),
        ("ls", "ls -l", "frame, columns"),
        ("wc -l notes.txt", "wc -l < notes.txt | sed 's/$/ notes.txt/'", ""),
        ("wc -l notes.txt", "wc -l < notes.txt", "label"),
        ("du -s d", "du -sh d", "units"),
        ("ls | tr '\\n' ' '", "ls", "line breaks"),
        ("ln -s notes.txt n", "ln -s /root/notes.txt n", "target of a link"),
        ("echo kiwi >> notes.txt", "echo kiwi | tee -a notes.txt", "what is said along the way"),
        ("touch -d 2020-01-01 more.txt", "touch -t 202001010000 more.txt", ""),
        ("md5sum more.txt", "md5sum < more.txt", "label"),
        ("wc -l notes.txt", "echo $(wc -l < notes.txt) lines", "label"),
        ("wc -l notes.txt more.txt", "grep -c '' notes.txt more.txt", "frame, sides"),
        ("cat -n notes.txt", "grep -n '' notes.txt", "numbering"),
        ("ls -a", "ls -A", "frame, spacing"),
        ("rm more.txt", "find . -name more.txt -delete", ""),
        ("rm more.txt", "rm -v more.txt", "what is said along the way"),
        ("rm -v more.txt", "rm more.txt", "what is said along the way"),
        (
            "find . -empty -type f -delete",
            "find . -empty -type f -print -delete",
            "what is said along the way",
        ),
        ("mv notes.txt d", "cp -p notes.txt d && rm notes.txt", ""),
        ("tar czf d.tgz d", "tar cf - d | gzip -1 > d.tgz", "how it is packed"),
        ("find d > list", "find d | sort -r > list", "order"),
        ("chmod 600 more.txt", "chmod u=rw,go= more.txt", ""),
        ("ln -s notes.txt n", "ln -s ./../root/notes.txt n 2> /dev/null; ln -sf notes.txt n", ""),
        ("mkdir -p a/b/c", "mkdir a; mkdir a/b; mkdir a/b/c", ""),
        ("sort notes.txt > out", "sort notes.txt > /tmp/x; cp /tmp/x out", ""),
        ("touch more.txt", "touch -c more.txt", ""),
        ("grep -q fig notes.txt", "test -e notes.txt", ""),
        ("true", ":", ""),
    ],
)
def test_the_same(runner: ShellRunner, reference: str, candidate: str, needed: str) -> None:
    found = compared(runner, reference, candidate)
    assert found == Sameness(True, f"the same but for: {needed}" if needed else "")


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
    found = compared(runner, reference, candidate)
    assert not found.same
    assert why in found.reason
    assert not found.unstable


@pytest.mark.parametrize(
    ("reference", "candidate", "intent", "same"),
    [
        ("find . -type f | sort", "find . -type f", "List all files", True),
        ("find . -type f | sort", "find . -type f | sort -r", "List all files in alphabetical order", False),
        ("find . -size -9k", "find . -type f -size -9k", "Find all files below 9 kB", True),
        ("find . -size -9k", "find . -type f -size -9k", "Find files and directories below 9 kB", False),
        ("find . -mtime -7", "find . -mtime -7 | sort", "Find files changed in the last 7 days", True),
        ("ls -l", "ls", "List the files", True),
        ("ls -l", "ls", "List the files with their sizes", False),
        ("ls -l", "stat -c '%s %n' *", "List the files with their sizes", True),
        ("ls -l", "ls -s", "List details of the files", False),
        ("ls -l notes.txt", "stat -c %A notes.txt", "Show the permissions of notes.txt", True),
        ("find $PWD -name '*.c'", "find . -name '*.c'", "Print the full path of C files", False),
        (
            "find . -name deep.txt",
            "find . -name deep.txt -printf '%f\\n'",
            "Find deep.txt, just the name",
            False,
        ),
        ("du -sh d", "du -s d", "Show the disk usage of d in human readable form", False),
        ("wc -l m* n*", "for f in m* n*; do wc -l $f; done", "Count the lines of each file", True),
        ("wc -l m* n*", "for f in m* n*; do wc -l $f; done", "Show the total number of lines", False),
        ("ls | tr '\\n' ' '", "ls", "List the files on one line", False),
        ("sort *.txt | uniq -c", "sort *.txt | uniq -c | sort -n", "How often does each line occur", True),
        ("sort *.txt | uniq -c", "sort *.txt | uniq -c | sort -n", "Count the lines, in order", False),
        ("find . -name '*.c'", "ls -l d/*.c", "Find C files", True),
    ],
)
def test_the_intent_says_what_was_asked_for(
    runner: ShellRunner, reference: str, candidate: str, intent: str, same: bool
) -> None:
    assert compared(runner, reference, candidate, intent).same is same


@pytest.mark.parametrize(
    ("reference", "why"),
    [
        ("date", "what the reference says depends on the clock"),
        ("ps aux", "what the reference says depends on the machine"),
        ("cat nothing.txt", "the reference fails here: 'cat: nothing.txt: No such file or directory'"),
    ],
)
def test_what_cannot_be_decided(runner: ShellRunner, reference: str, why: str) -> None:
    found = compared(runner, reference, "echo something")
    assert (found.same, found.unstable) == (False, why)


def test_only_what_is_new_in_tmp_is_scratch(runner: ShellRunner) -> None:
    tree = from_files({"/tmp/old.txt": "x\n"}, "/tmp")
    outcomes = {command: runner.run(command, tree) for command in ("true", "touch new.txt", "rm old.txt")}
    told = {command: Told(command, outcome) for command, outcome in outcomes.items()}
    assert compare(told["true"], told["touch new.txt"], tree=tree).same
    assert not compare(told["true"], told["rm old.txt"], tree=tree).same


def test_what_did_not_finish_is_never_the_same() -> None:
    late, done = Outcome("timed out", reason="still running after 2 s"), Outcome("finished", 0)
    assert compare(Told("x", done), Told("y", late)) == Sameness(False, "timed out: still running after 2 s")
    assert (
        compare(Told("x", late), Told("x", late)).unstable
        == "the reference did not finish: timed out: still running after 2 s"
    )


def test_a_reason_can_be_shown_on_a_terminal(runner: ShellRunner) -> None:
    found = compared(runner, "true", "touch $'\\e[2J'")
    assert found.reason == "/root/\\x1b[2J is created, and should be as it was"


def test_what_was_cut_off_is_not_the_same() -> None:
    whole, cut = Outcome("finished", 0, "a\n"), Outcome("finished", 0, "a\n", stdout_cut=True)
    assert (
        compare(Told("yes a", cut), Told("echo a", whole)).reason
        == "one of them says more than can be compared"
    )
    many = Outcome("finished", 0, changes_cut=True)
    assert compare(Told("x", many), Told("x", many)).reason == "more was changed than can be compared"


def test_what_is_the_same_only_today_is_marked(runner: ShellRunner) -> None:
    found = compared(runner, "date +%Y", "echo $(date +%Y)")
    assert found == Sameness(True, "the same; unstable: it depends on the clock")
