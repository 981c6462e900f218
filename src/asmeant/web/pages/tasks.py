"""A task of a run -> TaskPage: everything known about it, for a template. Only reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from asmeant.analysis.questions.error_classes import outcome_class
from asmeant.analysis.run_index import CandidateFilter, Neighbour, RunIndex
from asmeant.errors import AsmeantError, UnknownNameError
from asmeant.execution import assemble
from asmeant.execution.shell.sandbox import tree_of
from asmeant.languages.bash.explain import Explanation, explain
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.loaded_run import Attempt
from asmeant.records import Candidate, Observation, Task, TaskPrompt, to_json
from asmeant.reports.views import slices_of

MOST_ENTRIES = 200
LONGEST_TEXT = 20_000
MOST_REFERENCES = 20


@dataclass(frozen=True, slots=True)
class TreeView:
    """The tree in which a command starts: a line for each path. `fault` says why it cannot be shown."""

    place: str
    lines: tuple[str, ...] = ()
    left_out: int = 0
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ObservationView:
    check: str
    ending: str
    reason: str
    probes_passed: int
    probes: int
    stdout: str
    stderr: str
    files: Mapping[str, str]
    seconds: float


@dataclass(frozen=True, slots=True)
class CandidateView:
    """Candidates with the same code and outcome. `replies` are those that differ from the code."""

    ranks: tuple[int, ...]
    status: str
    cause: str
    code: str
    program: str
    fault: str
    reason: str
    checks: tuple[str, ...]
    function: str
    truncated: bool
    replies: tuple[str, ...]
    extractions: tuple[str, ...]
    sent: tuple[str, ...]
    observations: tuple[ObservationView, ...]
    explanation: Explanation | None = None


@dataclass(frozen=True, slots=True)
class TaskPage:
    task: Task
    prompts: tuple[TaskPrompt, ...]
    candidates: tuple[CandidateView, ...]
    references: tuple[str, ...]
    tags: tuple[str, ...]
    trees: tuple[TreeView, ...]
    previous: Neighbour | None = None
    next: Neighbour | None = None


def task_page(index: RunIndex, task_id: str, selection: CandidateFilter) -> TaskPage:
    task = index.task(task_id)
    if task is None:
        raise UnknownNameError("task", task_id, (), f"asmeant show {index.files.label}")
    previous, following = index.neighbours(selection, task_id)
    return TaskPage(
        task,
        tuple(index.prompts(task_id)),
        candidate_views(list(index.attempts(task_id))),
        task.references[:MOST_REFERENCES],
        tuple(f"{by}: {name}" for by, name in slices_of(task) if by != "intent language"),
        trees_of(task),
        previous,
        following,
    )


# ── candidates ──


def candidate_views(attempts: Sequence[Attempt]) -> tuple[CandidateView, ...]:
    """Equal candidates are merged, in the order of their first ranks."""
    groups: dict[tuple[object, ...], list[Attempt]] = {}
    for attempt in attempts:
        candidate, verdict = attempt.candidate, attempt.verdict
        reply = "" if candidate.code else candidate.reply
        key = (candidate.code, reply, attempt.status, verdict.reason if verdict else "")
        groups.setdefault(key, []).append(attempt)
    return tuple(map(_candidate_view, groups.values()))


def _candidate_view(alike: Sequence[Attempt]) -> CandidateView:
    first = alike[0]
    task, candidate, verdict = first.task, first.candidate, first.verdict
    candidates = [attempt.candidate for attempt in alike]
    program = assemble(task, candidate).source if candidate.code else ""
    return CandidateView(
        ranks=tuple(item.rank for item in candidates),
        status=first.status,
        cause=outcome_class(first),
        code=cut(candidate.code),
        program="" if program.strip() == candidate.code.strip() else cut(program),
        fault=candidate.fault,
        reason=cut(verdict.reason) if verdict else "",
        checks=verdict.held if verdict else (),
        function=verdict.function if verdict else "",
        truncated=any(item.truncated for item in candidates),
        replies=_distinct(item.reply for item in candidates if item.reply != item.code),
        extractions=_distinct(item.extraction for item in candidates),
        sent=_distinct(_settings(item) for item in candidates),
        observations=tuple(_observation(task, item) for item in first.observations),
        explanation=explained(candidate.code) if task.code_language == "bash" else None,
    )


def _settings(candidate: Candidate) -> str:
    return to_json(candidate.sent).decode() if candidate.sent else ""


def _distinct(texts: object) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cut(text) for text in texts if text))  # type: ignore[attr-defined]


def _observation(task: Task, observation: Observation) -> ObservationView:
    probes = next((len(check.probes) for check in task.checks if check.name == observation.check), 0)
    return ObservationView(
        observation.check,
        observation.ending,
        observation.reason,
        observation.probes_passed,
        probes,
        cut(observation.stdout),
        cut(observation.stderr),
        observation.files,
        observation.seconds,
    )


def explained(code: str) -> Explanation | None:
    """The explanation of a command, part by part; None if it is not Bash."""
    try:
        return explain(code) if code.strip() else None
    except BashSyntaxError:
        return None


def cut(words: str) -> str:
    """The end of a long text, because errors are at the end."""
    left_out = len(words) - LONGEST_TEXT
    return words if left_out <= 0 else f"[… {left_out:,}]\n{words[-LONGEST_TEXT:]}"


# ── the tree before ──


def trees_of(task: Task) -> tuple[TreeView, ...]:
    """The trees in which the checks of a Bash task run."""
    if task.code_language != "bash":
        return ()
    program = assemble(task, Candidate(task.id, 0, ""))
    places = dict.fromkeys(place for check in task.checks for place in check.trees or (task.scaffold.tree,))
    views = []
    for place in places:
        try:
            tree = tree_of(program, place)
        except AsmeantError as error:
            views.append(TreeView(place, fault=str(error)))
            continue
        lines = [f"{entry.path}{_SIGNS.get(entry.kind, '')}" for entry in tree.entries]
        views.append(TreeView(place, tuple(lines[:MOST_ENTRIES]), max(0, len(lines) - MOST_ENTRIES)))
    return tuple(views)


_SIGNS = {"directory": "/", "link": "@", "pipe": "|"}
