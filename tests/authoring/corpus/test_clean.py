from __future__ import annotations

import pytest

from asmeant.authoring.corpus.clean import clean
from asmeant.authoring.corpus.pairs import Pair


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("$ ls -a", "ls -a"),
        ("# rm -r x", "rm -r x"),
        ("me@host:~$ ls", "ls"),
        ("[me@host dir]$ ls", "ls"),
        ("  ls  ", "ls"),
        ("sudo rm x | sudo tee y", "rm x | tee y"),
        ("find . -exec sudo rm {} \\;", "find . -exec rm {} \\;"),
        ("find . | xargs -n 1 sudo rm", "find . | xargs -n 1 rm"),
        ("/bin/find / -exec /usr/bin/rm -f {} +", "find / -exec rm -f {} +"),
        ("sudo /bin/ls $(/bin/pwd)", "ls $(pwd)"),
        ("sh -c 'sudo rm x; /bin/ls'", "sh -c 'rm x; ls'"),
        ("find . –name “*.c”", 'find . -name "*.c"'),
        ("ls\u00a0-a", "ls -a"),
    ],
)
def test_commands_are_cleaned(before: str, after: str) -> None:
    (cleaned,) = clean([Pair(0, "Do it", before)])
    assert cleaned.pair.command == after
    assert cleaned.pair.more == {"original": {"intent": "Do it", "command": before}}


@pytest.mark.parametrize(
    "command",
    [
        "ls $HOME",
        "sudo -u bob rm x",
        "sudo",
        "grep sudo /etc/group",
        "find . -name sudo",
        "find /bin/find",
        "/usr/bin/time -f %e ls",
        "./bin/find x",
        "echo '“a” – /bin/ls'",
        "echo 'not closed",
        'sh -c "sudo rm \\"a b\\""',  # places within are not known
        "# a comment with a ' in it",
    ],
)
def test_what_is_meant_stays(command: str) -> None:
    (cleaned,) = clean([Pair(0, "Do it", command)])
    assert cleaned.pair == Pair(0, "Do it", command)
    assert cleaned.changes == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("List all direcories", "List all directories"),
        ("Direcotry of DIRECOTRY", "Directory of DIRECTORY"),
        (' List "direcories" in direcories/ ', 'List "direcories" in direcories/'),
        ("Find “a” files…", 'Find "a" files...'),
        ("Find direcories.txt", "Find direcories.txt"),
        ("Borra el archivo y los procesos", "Borra el archivo y los procesos"),
        ("Beende den Prozess mit kill", "Beende den Prozess mit kill"),
    ],
)
def test_intents_are_cleaned(before: str, after: str) -> None:
    (cleaned,) = clean([Pair(0, before, "ls")])
    assert cleaned.pair.intent == after


def test_a_word_that_the_command_has_is_a_constant() -> None:
    (cleaned,) = clean([Pair(0, "Rename teh direcotry to Directory", "mv direcotry directory")])
    assert cleaned.pair.intent == "Rename the direcotry to Directory"


def test_every_change_is_listed() -> None:
    (cleaned,) = clean([Pair(3, "List teh file a.txt", "$ sudo ls b.txt", {"by": "me"})])
    assert list(cleaned.lines()) == [
        {"row": 3, "kind": "spelling", "before": "List teh file a.txt", "after": "List the file a.txt"},
        {"row": 3, "kind": "prompt", "before": "$ sudo ls b.txt", "after": "sudo ls b.txt"},
        {"row": 3, "kind": "sudo", "before": "sudo ls b.txt", "after": "ls b.txt"},
        {"row": 3, "kind": "constants differ (file)", "intent": ["a.txt"], "command": ["b.txt"]},
    ]
    assert cleaned.pair.more["by"] == "me"


def test_cleaning_twice_changes_nothing_more() -> None:
    (once,) = clean([Pair(0, "List teh files", "$ sudo ls")])
    (twice,) = clean([once.pair])
    assert twice.pair == once.pair
    assert twice.pair.more["original"] == {"intent": "List teh files", "command": "$ sudo ls"}
