"""Verified -> the task with probes that reject the wrong programs that passed. Pure.

A new probe says what the reference answers. Where the reference itself is wrong, so is the probe: a person
reads them.
"""

from __future__ import annotations

from dataclasses import replace

from asmeant.authoring.verifying.verification import Verified
from asmeant.records import Task


def strengthened(verified: Verified) -> Task:
    """Each probe is added once, to the check that the wrong program passed."""
    checks = []
    for check in verified.task.checks:
        probes = dict.fromkeys(item.probe for item in verified.weak if item.check == check.name)
        checks.append(replace(check, probes=(*check.probes, *(probe for probe in probes if probe))))
    return replace(verified.task, checks=tuple(checks))
