"""Mutation scores, by the part of the reference that is changed."""

from __future__ import annotations

from asmeant.authoring.auditing.on_runs import Audited
from asmeant.authoring.verifying import Survivor, Verified
from asmeant.cli.mutation_table import mutation_table
from asmeant.records import Task
from asmeant.tables import Estimate


def test_scores_leave_out_what_is_equivalent() -> None:
    survivors = (
        Survivor("mutant", "a", "a", "same", "differs", part="flag"),
        Survivor("mutant", "b", "b", "same", "same", part="flag"),
        Survivor("mutant", "c", "c", "same", "not asked for", part="name"),
        Survivor("reading", "d", "d", "same", "differs"),
    )
    verified = Verified(Task("t", "i"), Audited("t", True, ()), {"flag": 4, "name": 1}, 2, survivors)
    flag, name, total = mutation_table([verified], "Mutants").rows
    assert flag == ("flag", 4, 2, 1, 0, 1, 0, Estimate(2 / 3), Estimate(1.0))
    assert name == ("name", 1, 0, 0, 1, 0, 0, Estimate(None), Estimate(None))
    assert total == ("all", 5, 2, 1, 1, 1, 0, Estimate(2 / 3), Estimate(1.0))
    assert (verified.mutants, verified.killed, verified.equivalent) == (7, 2, 2)
