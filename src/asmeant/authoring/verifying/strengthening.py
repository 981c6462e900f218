"""Verified -> the task with probes or trees that reject the wrong programs that passed.

A new probe states what the reference returns, and a check in a new tree expects what the reference does
there. If the reference itself is wrong, so are they: a person must review them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from asmeant.authoring.verifying.in_trees import strengthened_by_trees
from asmeant.authoring.verifying.verification import Verified
from asmeant.records import Task


def strengthened(verified: Verified, folder: Path) -> Task:
    """Adds each probe or tree once, to the checks that the wrong program passed.

    The listings of trees are written into the folder.
    """
    if verified.trees:
        return strengthened_by_trees(verified.task, verified.trees, folder)
    checks = []
    for check in verified.task.checks:
        probes = dict.fromkeys(item.probe for item in verified.weak if item.check == check.name)
        added = () if verified.task.code_language == "bash" else (probe for probe in probes if probe)
        checks.append(replace(check, probes=(*check.probes, *added)))
    return replace(verified.task, checks=tuple(checks))
