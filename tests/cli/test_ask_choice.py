"""What is run is what was shown: also if the directory has changed before the person decides."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from asmeant.answers import Answer, Group
from asmeant.cli.ask_choice import offer, run_for_real
from asmeant.errors import UsageError
from asmeant.records import Candidate

SETTINGS = {"run_best": True, "pick": False, "yes": False}
ANSWER = Answer(0, "rm *.log", "works", "one", "exit status 0", seconds=0.1)


class FakeTrier:
    """Says that a command does this now."""

    def __init__(self, answer: Answer) -> None:
        self.answer, self.codes = answer, list[str]()

    def warm_up(self) -> None: ...

    def close(self) -> None: ...

    def __call__(self, candidate: Candidate) -> Answer:
        self.codes.append(candidate.code)
        return self.answer


def offered(here: Path, trier: FakeTrier, tried_at: float, **settings: Any) -> tuple[str | None, str]:
    console = Console(width=80, color_system=None)
    groups = [Group(1.0, (replace(ANSWER, tried_at=tried_at),))]
    with console.capture() as capture:
        command = offer(groups, SETTINGS | settings, console, trier, here)
    return command, capture.get()


def test_nothing_has_changed(tmp_path: Path) -> None:
    time.sleep(0.05)
    trier = FakeTrier(ANSWER)
    assert offered(tmp_path, trier, time.time()) == ("rm *.log", "")
    assert trier.codes == []


def test_something_has_changed_that_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "new").touch()
    trier = FakeTrier(ANSWER)
    assert offered(tmp_path, trier, time.time() - 1) == ("rm *.log", "")
    assert trier.codes == ["rm *.log"]


def test_it_would_do_something_else_by_now(tmp_path: Path) -> None:
    (tmp_path / "new.log").touch()
    trier = FakeTrier(replace(ANSWER, behaviour="two", stdout="now this\n"))
    with pytest.raises(
        UsageError, match=r"has changed since\. Now the command does something else, so it is"
    ):
        offered(tmp_path, trier, time.time() - 1)
    command, shown = offered(tmp_path, trier, time.time() - 1, yes=True)
    assert command == "rm *.log"
    assert "    prints   now this" in shown.splitlines()


def test_what_was_not_tried_is_not_compared(tmp_path: Path) -> None:
    trier = FakeTrier(replace(ANSWER, behaviour="two"))
    assert offered(tmp_path, trier, 0.0)[0] == "rm *.log"
    assert trier.codes == []


@pytest.mark.parametrize(("command", "status"), [("exit 3", 3), ("kill -9 $$", 137), ("kill -TERM $$", 143)])
def test_the_status_is_that_of_the_command(command: str, status: int) -> None:
    assert run_for_real(command) == status
