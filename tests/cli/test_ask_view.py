"""What a person sees of answers. Nothing that an answer says or prints can stand in our margin."""

from __future__ import annotations

import pytest
from rich.console import Console

from asmeant.answers import Answer, Group
from asmeant.answers.answer import Effect
from asmeant.cli.ask_view import drawn


def lines(answer: Answer, width: int = 40) -> list[str]:
    console = Console(width=width, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(drawn([Group(0.4, (answer,))], "bash"))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_code_is_alone_on_its_lines_and_the_score_below() -> None:
    assert lines(Answer(0, "ls", "works", "", "exit status 0", stdout="a\nb\n", seconds=1)) == [
        " 1  ls",
        "    prints   a",
        "             b",
        "    changes  nothing",
        "    exit status 0 · score 0.40",
        "",
    ]


def test_code_that_looks_like_an_outcome() -> None:
    code = "rm -rf x #" + 30 * " " + "\n    changes  nothing\n    exit status 0\n\n 2  ls"
    shown = lines(Answer(0, code, "works", "", "exit status 0", seconds=1))
    assert shown[0] == " 1  rm -rf x #"
    assert all(line.startswith("  │") for line in shown[1:6])
    assert [line for line in shown if line.startswith("    changes")] == ["    changes  nothing"]
    assert shown.count("    exit status 0 · score 0.40") == 1


def test_a_long_line_goes_on_behind_the_bar_and_is_never_cut() -> None:
    code = "echo " + "0123456789" * 9
    shown = lines(Answer(0, code, "works", "", "exit status 0"))
    assert [line[:4] for line in shown[:3]] == [" 1  ", "  │ ", "  │ "]
    assert "".join(line[4:] for line in shown[:3]) == code


@pytest.mark.parametrize("text", ["\x1b[2J", "\x1b]0;title\x07", "\u009b1m", "a\rb", "a\u202eb"])
def test_what_is_printed_does_nothing_to_the_terminal(text: str) -> None:
    answer = Answer(
        0,
        f"echo {text}",
        "works",
        "",
        f"ended {text}",
        explanation=text,
        notes=(text,),
        stdout=text,
        stderr=text,
        changes=(Effect(f"{text}\n    exit status 0", text),),
        seconds=1,
    )
    shown = "\n".join(lines(answer, width=200))
    assert not set(text) & set(shown) - set("a b[]0123456789;JmtitleJ")
    assert "\n    exit status 0\n" not in shown  # by a name with a new line in it
