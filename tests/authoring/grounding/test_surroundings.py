"""Variables that a command does not set itself get values that fit their places."""

from __future__ import annotations

import pytest

from asmeant.authoring.grounding.surroundings import STATE_FILE, surroundings


@pytest.mark.parametrize(
    ("command", "before", "filled_in"),
    [
        ("find . -name x", "", "find . -name x"),
        ('find "$dir" -mtime +$n', "dir='dir_folder'; n='3'\n", 'find "dir_folder" -mtime +3'),
        ("cat $1 $2", "set -- '1_file' '2_file'\n", "cat 1_file 2_file"),
        ("for f in *; do cat $f; done", "", "for f in *; do cat $f; done"),
        ("x=1; echo $x", "", "x=1; echo $x"),
        ("while read line; do echo $line; done < f", "", "while read line; do echo $line; done < f"),
        ("echo $HOME $?", "", "echo $HOME $?"),
        ("echo ${x:-a}", "", "echo ${x:-a}"),
        ("awk '{print $1}' f", "", "awk '{print $1}' f"),
        ('wc -l "${file}"', "file='file_file'\n", 'wc -l "file_file"'),
    ],
)
def test_values(command: str, before: str, filled_in: str) -> None:
    found = surroundings(command)
    assert (found.before, found.command, found.unknown) == (before, filled_in, "")


@pytest.mark.parametrize("command", ["$cmd x", "ssh $host ls"])
def test_some_cannot_be_guessed(command: str) -> None:
    assert surroundings(command).unknown.startswith("$")


def test_a_text_stays_a_variable() -> None:
    found = surroundings('echo "$text" | cut -d";" -f1')
    assert found.command == 'echo "$text" | cut -d";" -f1'
    assert found.before.startswith("text='")


@pytest.mark.parametrize(
    ("command", "after", "shown"),
    [
        ("cd /tmp", "pwd", "pwd"),
        ("x=$(ls -l)", "printf '%s\\n' \"${x[@]}\"", "{ ls -l; }"),
        ("a=(1 2)", "printf '%s\\n' \"${a[@]}\"", "printf '%s\\n' \"${a[@]}\""),
        ("shopt -s dotglob", "shopt", "shopt"),
        ("shopt", "", ""),
        ("x=1 ls", "", ""),
        ("cd /tmp && ls", "", ""),
    ],
)
def test_what_changes_only_the_shell_is_written_down(command: str, after: str, shown: str) -> None:
    around = surroundings(command)
    assert around.after == (f"\n{after} > {STATE_FILE}" if after else "")
    assert around.shown == (f"{shown} > {STATE_FILE}" if shown else "")
