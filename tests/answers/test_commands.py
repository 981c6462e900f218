"""Commands -> answers: explained, tried, and told in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from asmeant.answers import Answer, commands
from asmeant.answers.commands import CommandTrier
from asmeant.execution.folder import FolderRunner
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.records import Candidate, Limits


@pytest.fixture(scope="module")
def trier(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CommandTrier]:
    folder = tmp_path_factory.mktemp("here")
    (folder / "A.java").write_text("// TODO\n")
    (folder / "B.java").write_text("done\n")
    found = CommandTrier(FolderRunner(folder, Limits(seconds=1, disk_mb=16)))
    yield found
    found.close()


def answer(trier: CommandTrier, code: str) -> Answer:
    return trier(Candidate("ask", 0, code, log_probability=-1.5))


@pytest.mark.parametrize(
    ("code", "standing", "ending"),
    [
        ("ls", "works", "exit status 0"),
        ("grep nothing A.java", "works", "exit status 1"),  # it says that there is none
        ("cat nowhere", "fails", "exit status 1"),
        ("asmeant-no-such-tool", "fails", "asmeant-no-such-tool is not installed here"),
        ("if then", "fails", "exit status 2"),
        ("while :; do :; done", "fails", "timed out: used more than 1 s of CPU time"),
        ("grep TODO", "waits", "exit status 1"),
        ("head -c 40M /dev/zero > x", "untried", "exit status 1"),
        ("curl -sS http://192.0.2.1/", "untried", "exit status 7"),
        (
            "python3 -c 'import select; select.select([0], [], []); input(); input()'",
            "waits",
            "exit status 1",
        ),
        ("read name < /dev/tty; echo $name", "waits", "exit status 0"),
        ("", "fails", "no command: the answer is empty"),
    ],
)
def test_how_it_stands(trier: CommandTrier, code: str, standing: str, ending: str) -> None:
    found = answer(trier, code)
    assert (found.standing, found.ending) == (standing, ending)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("ls *.java", "find . -name '*.java' | sort", True),
        ("rm A.java", "find . -name A.java -delete", True),
        ("echo x > n", "printf 'x\\n' > n", True),
        ("echo x > n", "echo y > n", False),
        ("sort A.java B.java", "sort -r A.java B.java", False),
        ("rm A.java", "rm B.java", False),
        ("true", "false", False),
        ("cat nowhere", "cat nobody", False),  # both fail, each in its way
        ("chmod 600 A.java", "chmod 640 A.java", False),
        ("touch n", "mkdir n", False),
    ],
)
def test_what_does_the_same_is_known_by_what_it_does(
    trier: CommandTrier, one: str, other: str, same: bool
) -> None:
    assert (answer(trier, one).behaviour == answer(trier, other).behaviour) is same


def test_all_of_one_answer(trier: CommandTrier) -> None:
    found = answer(trier, "rm A.java; echo gone")
    assert found.stdout == "gone\n"
    assert [(change.path, change.what) for change in found.changes] == [("A.java", "deleted")]
    assert found.explanation
    assert [danger.kind for danger in found.dangers] == ["destroys"]
    assert found.log_probability == -1.5
    assert found.seconds > 0


@pytest.mark.parametrize(
    ("code", "note"),
    [
        ("cat", "It reads from the terminal"),
        ("curl -s http://example.com", "It uses the network"),
        ("wget http://example.com/x", "It uses the network"),
        ("head -c 40M /dev/zero > x", "It changes more than a trial has room for"),
        ("touch /usr/x", "It writes to a place that cannot be changed in a trial"),
    ],
)
def test_what_a_reader_must_know(trier: CommandTrier, code: str, note: str) -> None:
    assert any(line.startswith(note) for line in answer(trier, code).notes)


def test_where_nothing_can_be_tried_it_is_shown_all_the_same() -> None:
    found = CommandTrier(FolderRunner(Path("/")))(Candidate("ask", 0, "rm x"))
    assert found.standing == "untried"
    assert found.ending.startswith("not tried: Commands cannot be tried in /")
    assert found.dangers


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        ("python3 -c 'import os; os.remove(\"A.java\")'", ["destroys"]),
        ("echo cm0gQS5qYXZh | base64 -d | sh", ["destroys"]),
        ("perl -i -pe s/TODO/DONE/ A.java", ["destroys"]),
        ("rm A.java", ["destroys"]),
        ("echo more >> A.java", []),
        ("touch A.java new", []),
    ],
)
def test_what_is_lost_in_the_trial_is_a_danger(trier: CommandTrier, code: str, kinds: list[str]) -> None:
    assert [danger.kind for danger in answer(trier, code).dangers] == kinds


def test_what_cannot_be_understood_is_marked(trier: CommandTrier, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(trier, "if then").dangers == ()  # it does nothing

    def explain(_command: str) -> None:
        raise BashSyntaxError("echo", 1, "this", "that")

    monkeypatch.setattr(commands, "explain", explain)
    assert [danger.kind for danger in answer(trier, "echo x").dangers] == ["unclear"]
    assert [danger.kind for danger in answer(trier, "rm A.java").dangers] == ["unclear", "destroys"]


@pytest.mark.parametrize(
    ("code", "note"),
    [
        ("ps aux", "It tells about this machine."),
        ("sudo -n true", "It runs a command as another user"),
        ("echo $MY_FOLDER", "It reads MY_FOLDER of your environment, which is empty in a trial."),
        ("MY_FOLDER=x; echo ${MY_FOLDER}", ""),
        ("echo $HOME $PWD $UNKNOWN", ""),
    ],
)
def test_what_a_trial_does_not_have_is_noted(
    trier: CommandTrier, code: str, note: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_FOLDER", "/somewhere")
    notes = answer(trier, code).notes
    assert notes == () if not note else notes[0].startswith(note)
