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
        ("cat notes.txt | tr '\\n' ' '", "cat notes.txt", "line breaks"),
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
        ("grep -q fig notes.txt", "grep -q kiwi notes.txt", "ended with status 1, expected 0"),
        ("mkdir new", "touch new", "/root/new is created"),
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


def test_what_was_cut_off_is_not_the_same() -> None:
    whole, cut = Outcome("finished", 0, "a\n"), Outcome("finished", 0, "a\n", stdout_cut=True)
    assert (
        compare(Told("yes a", cut), Told("echo a", whole)).reason
        == "one of them says more than can be compared"
    )
    many = Outcome("finished", 0, changes_cut=True)
    assert compare(Told("x", many), Told("x", many)).reason == "more was changed than can be compared"
