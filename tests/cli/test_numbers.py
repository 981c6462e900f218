"""Every number on the command line has bounds, and what is no number is refused."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from asmeant.cli import asmeant
from asmeant.cli.numbers import Real, Whole

ABSURD = (
    "nan",
    "-nan",
    "inf",
    "-inf",
    "1e400",
    "-1e400",
    "9" * 30,
    "-" + "9" * 30,
    "-1",
    "x",
    "",
    "1,5",
    "٣x",
)


def _commands(
    group: click.Group, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from _commands(command, (*path, name))


NUMERIC = [
    pytest.param(path, parameter, id=" ".join([*path, parameter.opts[0]]))
    for path, command in _commands(asmeant)
    for parameter in command.params
    if isinstance(parameter.type, click.types.IntParamType | click.types.FloatParamType)
]


def test_there_are_such_options() -> None:
    assert len(NUMERIC) > 40


@pytest.mark.parametrize(("path", "option"), NUMERIC)
def test_an_absurd_number_is_refused(path: tuple[str, ...], option: click.Parameter) -> None:
    assert isinstance(option.type, Whole | Real), "a number has both bounds: see asmeant.cli.numbers"
    assert option.type.min is not None
    assert option.type.max is not None
    for word in ABSURD:
        with pytest.raises(click.BadParameter, match="is not"):
            click.Option(["--number"], type=option.type).type_cast_value(click.Context(asmeant), word)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seconds", "1e9"], "1000000000.0 is not in the range 0.01<=x<=86400"),
        (["--seconds", "1e12"], "1000000000000.0 is not in the range"),
        (["--seconds", "nan"], "nan is not a number. Give one in the range 0.01<=x<=86400."),
        (["--seconds", "inf"], "inf is not in the range"),
        (["--seconds", "soon"], "'soon' is not a valid number"),
        (["--memory-mb", "1000000000000"], "is not in the range 16<=x<=16777216"),
        (["--workers", "1000000"], "is not in the range 1<=x<=1024"),
        (["--workers", "2.5"], "'2.5' is not a valid integer"),
        (["--temperature", "nan"], "nan is not a number"),
        (["--top-p", "nan"], "nan is not a number"),
        (["--top-p", "0"], "0.0 is not in the range 0<x<=1"),
        (["--seed", "-1"], "is not in the range 0<=x"),
    ],
)
def test_the_message_says_what_may_be_given(words: list[str], message: str) -> None:
    result = CliRunner().invoke(asmeant, ["run", "sample", "--model", "reference", *words])
    assert result.exit_code == 2
    assert f"Invalid value for '{words[0]}'" in result.output
    assert message in result.output


def test_the_longest_time_can_be_waited_for(tmp_path: object) -> None:
    """No clock overflows: a day for each of many trials is more than a number of 32 bits holds in milliseconds."""
    words = [
        "run",
        "sample",
        "--model",
        "reference",
        "--limit",
        "2",
        "--seconds",
        "86400",
        "--out",
        f"{tmp_path}/run",
    ]
    result = CliRunner().invoke(asmeant, words)
    assert result.exit_code == 0, result.exception
