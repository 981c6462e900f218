"""Task -> Verified: whether the reference passes, and no program that behaves differently does.

Besides trivial answers (`auditing.on_runs`), two kinds of nearly right programs are tried: mutants of the
references, and one-step readings that fit the examples. One that passes is compared with the references: on
many more inputs (`on_inputs`), or in more trees (`in_trees`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from asmeant.authoring.auditing.findings import Finding
from asmeant.authoring.auditing.on_probes import NO_ASSERTION, NO_CALL, WEAK, on_probes
from asmeant.authoring.auditing.on_runs import Audited, decided, run_task
from asmeant.authoring.auditing.rules import BY_NAME
from asmeant.authoring.verifying.in_trees import compared_in_trees
from asmeant.authoring.verifying.nearly import Compared, Survivor, nearly_right
from asmeant.authoring.verifying.on_inputs import compared_on_inputs
from asmeant.authoring.verifying.separating import NewTree
from asmeant.records import Limits, Task
from asmeant.seams import Sandbox

# A program that takes this much longer than the reference does something else.
SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Verified:
    """The results for one task.

    `made` counts the decided mutants by the part that they change. `undecided` mutants are not among them.
    `trees` are new ones, for a command, that reject what should not pass.
    """

    task: Task
    audited: Audited
    made: Mapping[str, int] = field(default_factory=dict)
    undecided: int = 0
    survivors: tuple[Survivor, ...] = ()
    trees: tuple[NewTree, ...] = ()

    @property
    def mutants(self) -> int:
        return sum(self.made.values()) + self.undecided

    @property
    def equivalent(self) -> int:
        """Mutants that are probably equivalent."""
        return self.surviving("same") + self.surviving("not asked for")

    @property
    def killed(self) -> int:
        return sum(self.made.values()) - sum(item.kind == "mutant" for item in self.survivors)

    @property
    def score(self) -> float | None:
        """The share of rejected mutants, among those that are decided and not probably equivalent."""
        counted = sum(self.made.values()) - self.equivalent
        return self.killed / counted if counted else None

    @property
    def weak(self) -> tuple[Survivor, ...]:
        """Wrong programs that pass."""
        return tuple(item for item in self.survivors if item.compared == "differs")

    @property
    def is_good(self) -> bool:
        """Whether the reference always passes, and no program that behaves differently does."""
        return self.audited.passes is True and not self.weak and not self.faults

    @property
    def faults(self) -> tuple[Finding, ...]:
        return tuple(item for item in self.audited.findings if BY_NAME[item.rule].weight == "fault")

    def surviving(self, compared: Compared, part: str | None = None) -> int:
        """The number of mutants that pass and compare in this way: all, or those that change this part."""
        return sum(
            item.kind == "mutant" and item.compared == compared and part in (None, item.part)
            for item in self.survivors
        )


def verify(task: Task, sandboxes: Sequence[Sandbox], limits: Limits) -> Verified:
    """Verifies a task. The reference runs once in each sandbox: they differ in their seeds."""
    audited = run_task(task, sandboxes, limits)
    weak = (finding for finding in on_probes(task) if finding.rule in (WEAK, NO_ASSERTION, NO_CALL))
    audited = replace(audited, findings=(*audited.findings, *weak))
    if audited.passes is not True:
        return Verified(task, audited)
    sandbox = sandboxes[0]
    shorter = replace(limits, seconds=min(limits.seconds, SECONDS))
    programs = nearly_right(task)
    decisions = decided(task, [item.code for item in programs], sandbox, shorter)
    verdicts = [(item, decision.verdict) for item, decision in zip(programs, decisions, strict=True)]
    mutants = [(item, verdict) for item, verdict in verdicts if item.kind == "mutant"]
    made = Counter(item.part for item, verdict in mutants if verdict.status != "undecided")
    passing = [(item, verdict.held) for item, verdict in verdicts if verdict.status == "passed"]
    survivors: list[Survivor] = []
    trees: tuple[NewTree, ...] = ()
    if passing and task.code_language == "bash":
        survivors, trees = compared_in_trees(task, passing, sandbox, shorter)
    elif passing:
        survivors = compared_on_inputs(task, passing, sandbox, shorter)
    undecided = len(mutants) - made.total()
    return Verified(task, audited, made, undecided, tuple(survivors), trees)
