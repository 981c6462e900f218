from __future__ import annotations

import sys

import pytest

from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.grounding.separating import separate
from asmeant.authoring.grounding.trial import Setting, ground
from asmeant.execution.shell import ShellRunner

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")


def test_trees_are_sought_that_tell_mutants_apart() -> None:
    runner, setting = ShellRunner(), Setting(trees=2, runs=1)
    pairs = [
        Pair(
            0, "C files in letters of any case, older than a week", "find . -iname '*.c' -mtime +7 -size +2k"
        )
    ]
    grounded = ground(pairs, runner, setting)
    separated = separate(grounded, runner, setting)
    alive = [item.mutant for item in separated.tried if not item.killed]
    assert alive == []
    assert len(separated.tried) >= 8
    assert len(separated.grounded.planted) >= len(grounded.planted)
    (reference,) = separated.grounded.references
    assert set(reference.trees) <= set(range(len(separated.grounded.planted)))
    assert separate(ground([Pair(0, "x", "ssh a")], runner, setting), runner, setting).tried == ()
    runner.close()
