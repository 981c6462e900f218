from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.analysis.validity import (
    Rule,
    auc,
    best_rule,
    by_verdicts,
    decisions,
    rated,
    validity,
    validity_table,
    voted_on,
)
from asmeant.datasets.judgements import Judgement, Vote
from asmeant.loaded_run import Attempt
from asmeant.metrics.character_bleu import CharacterBleu
from asmeant.records import Candidate, Status, Task, Verdict
from asmeant.tables import shown

Y, N = True, False
CASES = st.lists(st.tuples(st.sampled_from([0.0, 0.25, 0.5, 1.0]), st.booleans()), min_size=1, max_size=12)


@given(CASES)
def test_auc_equals_brute_force(cases: list[tuple[float, bool]]) -> None:
    rights = [value for value, right in cases if right]
    wrongs = [value for value, right in cases if not right]
    wins = [1.0 if a > b else 0.5 if a == b else 0.0 for a in rights for b in wrongs]
    found = auc([value for value, _ in cases], [right for _, right in cases])
    assert found == (pytest.approx(sum(wins) / len(wins)) if wins else None)


@given(CASES)
def test_no_rule_has_a_better_f1(cases: list[tuple[float, bool]]) -> None:
    def f1(at: float) -> float:
        named = [right for value, right in cases if value >= at]
        return 2 * sum(named) / (len(named) + rights)

    values, right = [value for value, _ in cases], [right for _, right in cases]
    rights = sum(right)
    rule = best_rule(values, right)
    cuts = set(values) - {min(values)}
    if not rights or not cuts:
        assert rule is None
        return
    assert rule is not None
    assert f1(rule.at) == pytest.approx(max(map(f1, cuts)))
    named = [right for value, right in cases if value >= rule.at]
    assert rule == Rule(rule.at, sum(named) / len(named), sum(named) / rights)


@pytest.mark.parametrize(
    ("values", "right", "rule"),
    [
        ([1.0, 0.0, 0.0], [Y, Y, N], Rule(1.0, 1.0, 0.5)),  # a metric of 0 and 1 speaks for itself
        ([0.9, 0.4, 0.2], [Y, Y, N], Rule(0.4, 1.0, 1.0)),
        ([0.9, 0.4], [N, N], None),
        ([1.0, 1.0], [Y, N], None),
        ([], [], None),
    ],
)
def test_rules(values: list[float], right: list[bool], rule: Rule | None) -> None:
    assert best_rule(values, right) == rule


def test_only_what_both_speak_of_counts() -> None:
    found = validity([1.0, None, 0.0, 0.0], [Y, Y, None, N])
    assert (found.candidates, found.auc, found.rule) == (2, 1.0, Rule(1.0, 1.0, 1.0))


def row(code: str, vote: Vote, template: str | None = "ls", **changes: str) -> Judgement:
    return Judgement("a.csv", "list files", Candidate("a/0", 0, code), vote, {"A": vote}, template)


def test_what_people_looked_at() -> None:
    rows = [row("ls", Vote(Y, Y)), row(" ", Vote(N, N)), row("pwd", Vote(N, N), template=None)]
    extra = Judgement("b.csv", "list files", Candidate("b/0", 0, "ls"), Vote(Y, Y), {}, "ls")
    assert voted_on([*rows, extra]) == rows[:1]


def test_a_metric_rates_each_candidate_alone() -> None:
    rows = [row("ls -1", Vote(Y, Y)), row("rm", Vote(N, N))]
    assert rated(rows, {"list files": ("ls -1",)}, CharacterBleu()) == [1.0, 0.0]
    assert rated(rows, {}, CharacterBleu()) == [None, None]


@pytest.mark.parametrize(("status", "said"), [("passed", 1.0), ("failed", 0.0), ("undecided", None)])
def test_verdicts_of_a_run_rate_the_same_commands(status: Status, said: float | None) -> None:
    attempt = Attempt(Task("t", "List the files."), Candidate("t", 3, "ls"), Verdict("t", 3, status))
    decided = decisions([attempt])
    assert by_verdicts([row("ls", Vote(Y, Y)), row("ls -l", Vote(Y, N))], decided) == [said, None]


def test_one_table_for_all_metrics() -> None:
    rows = [row("ls", Vote(Y, Y)), row("ls -a", Vote(Y, N)), row("rm", Vote(N, N))]
    table = validity_table("T", rows, {"same": [1.0, 0.0, 0.0], "close": [1.0, 0.6, None]})
    lines = [" ".join(shown(cell) for cell in cells) for cells in table.rows]
    assert lines == [
        "command same 3 1.000 1.000 1.000 1.000",
        "command close 2 1.000 1.000 1.000 1.000",
        "template same 3 0.750 1.000 0.500 1.000",
        "template close 2 – 1.000 0.500 1.000",
    ]
