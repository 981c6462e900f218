"""The corpus of NL2Bash: what its paper counts, counted here. docs/papers/nl2bash.md says why some counts differ."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from asmeant.authoring.corpus.as_published import published_pairs, published_split
from asmeant.authoring.corpus.clean import clean
from asmeant.authoring.corpus.filter import decide
from asmeant.authoring.corpus.pairs import Pair, pairs_of
from asmeant.authoring.corpus.split import overlaps, split
from asmeant.authoring.corpus.stats import statistics
from asmeant.cli import asmeant
from asmeant.datasets import load_tasks

pytestmark = pytest.mark.data


@pytest.fixture(scope="module")
def release(released_data: Path) -> list[Pair]:
    return list(pairs_of(load_tasks("nl2bash", data=released_data)))


def test_what_is_counted(release: list[Pair]) -> None:
    found = statistics(published_pairs(release))
    assert (found.pairs, found.intents, found.commands) == (9305, 8559, 7587)
    assert len(found.utilities) == 102
    assert (round(found.uses_per_utility.mean, 1), found.uses_per_utility.median) == (155.0, 38)
    assert abs(found.templates - 4602) <= 10
    assert abs(len(found.flags) - 206) <= 10
    assert (found.utilities["xargs"], found.utilities["dig"]) == (1047, 38)
    assert 6250 <= found.utilities["find"] <= 6268
    assert sum(count <= 5 for count in found.utilities.values()) == 7
    spreads = [found.commands_per_intent, found.intents_per_command]
    assert [(round(one.mean, 2), one.median, one.most) for one in spreads] == [(1.09, 1, 9), (1.23, 1, 22)]


@pytest.mark.thorough
def test_the_published_parts_overlap(release: list[Pair]) -> None:
    parts = published_split(release)
    assert [len(part) for part in parts.values()] == [8090, 609, 606]
    assert [len({pair.command for pair in part}) for part in parts.values()] == [6400, 599, 601]
    assert [statistics(parts[part]).normalised_intents for part in ("dev", "test")] == [550, 547]
    assert [(found.intents, found.commands) for found in overlaps(parts)] == [(9, 0), (11, 0), (0, 13)]


@pytest.mark.thorough
def test_our_own_corpus_is_clean_and_its_parts_share_nothing(
    release: list[Pair], some_of: Callable[[list[Pair], int], list[Pair]]
) -> None:
    chosen = some_of(release, 4)
    cleaned = [item.pair for item in clean(chosen)]
    assert [pair.row for pair in cleaned] == [pair.row for pair in chosen]
    kept = [item.pair for item in decide(cleaned) if item.kept]
    parts = split(kept, Random(0))
    assert not any(found.any for found in overlaps(parts))
    total = sum(map(len, parts.values()))
    assert total == len(kept)
    assert all(
        abs(len(part) - total * share / 12) <= 1
        for part, share in zip(parts.values(), (10, 1, 1), strict=True)
    )


@pytest.mark.thorough
def test_our_filter_agrees_with_most_published_rows_and_lists_the_others(
    released_data: Path, release: list[Pair], tmp_path: Path
) -> None:
    file = tmp_path / "differ.jsonl"
    words = ["corpus", "filter", "nl2bash", "--scope", "released", "--data", str(released_data)]
    found = CliRunner().invoke(asmeant, [*words, "--disagreements", str(file)])
    assert found.exit_code == 0
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(rows) < 0.04 * len(release)
    assert {row["kept_by"] for row in rows} == {"us", "paper"}
    assert all(row["reason"] for row in rows)
    assert [row["row"] for row in rows] == sorted({row["row"] for row in rows})
