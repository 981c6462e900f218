from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from asmeant.analysis.published import PaperTable, papers
from asmeant.cli import asmeant

TABLES = [(name, table) for name, one in papers().items() for table in one.tables]


def test_every_table_is_here() -> None:
    counts = {
        name: (len(one.tables), sum(len(table.rows) for table in one.tables), len(one.stated))
        for name, one in papers().items()
    }
    assert counts == {
        "conala": (4, 6, 0),  # sites and repositories
        "mbupp": (2, 10, 25),
        "mconala": (4, 21, 27),
        "nl2bash": (11, 65, 70),  # with two rows of a README
        "odex": (19, 505, 79),
    }


@pytest.mark.parametrize(("dataset", "table"), TABLES, ids=lambda item: getattr(item, "table", item))
def test_every_column_is_computed_or_says_why_not(dataset: str, table: PaperTable) -> None:
    """So that no figure waits for a metric that nobody computes."""
    scores = set(table.scores.columns) if table.scores else set()
    groups = [scores, set(table.computed), set(table.not_computed)]
    assert set.union(*groups) == set(table.columns) - set(table.labels)
    assert sum(map(len, groups)) == len(set.union(*groups)), "a column is computed, or it is not"
    assert set(table.labels) <= set(table.columns)
    assert all(len(reason.split()) > 2 for reason in table.not_computed.values())


def commands(group: click.Group = asmeant, path: str = "asmeant") -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{path} {name}"
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")
        for parameter in command.params:
            if isinstance(parameter.type, click.Choice):
                yield from (f"{path} {name} {choice}" for choice in parameter.type.choices)


def test_the_commands_that_compute_are_there() -> None:
    named = {command for _, table in TABLES for command in table.computed.values()}
    assert named <= set(commands())
