"""Findings -> a report: Markdown, HTML or JSON. Pure."""

from __future__ import annotations

import html
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asmeant.authoring.auditing.findings import Finding, Rule
from asmeant.authoring.auditing.on_runs import Audited
from asmeant.authoring.auditing.on_sets import Overlap
from asmeant.authoring.auditing.rules import RULES
from asmeant.records import to_json

# Longer lists of ids are cut: the JSON report has all.
MOST_IDS = 60


@dataclass(frozen=True, slots=True)
class AuditReport:
    """Everything that an audit found.

    `splits` are the datasets with their numbers of tasks, `audited` the results of running them, `not_done`
    what could not be examined here.
    """

    title: str
    command: str
    splits: tuple[tuple[str, int], ...]
    findings: tuple[Finding, ...]
    audited: tuple[Audited, ...] = ()
    world: str = ""
    not_done: tuple[str, ...] = ()
    overlaps: tuple[Overlap, ...] = ()

    @property
    def faulty_tasks(self) -> set[str]:
        faults = {rule.name for rule in RULES if rule.weight == "fault"}
        return {finding.task for finding in self.findings if finding.rule in faults}

    def of_rule(self, rule: Rule) -> list[Finding]:
        return [finding for finding in self.findings if finding.rule == rule.name]


def to_report_json(report: AuditReport) -> bytes:
    """Everything, with one object for each finding."""
    passing = Counter(item.passes for item in report.audited)
    return to_json(
        {
            "title": report.title,
            "command": report.command,
            "tasks": dict(report.splits),
            "world": report.world,
            "references": {"pass": passing[True], "fail": passing[False], "undecided": passing[None]},
            "not_done": report.not_done,
            "overlaps": report.overlaps,
            "findings": report.findings,
        }
    )


def to_markdown(report: AuditReport, texts: bool = True) -> str:
    """The report as Markdown. Without `texts` it has only ids and figures, and quotes nothing of the data."""
    lines = [f"# {report.title}", "", *_summary(report), ""]
    lines += ["| rule | weight | tasks | findings | means |", "|---|---|---|---|---|"]
    for rule in _rules_with_findings(report):
        findings = report.of_rule(rule)
        tasks = len({finding.task for finding in findings})
        lines.append(f"| {rule.name} | {rule.weight} | {tasks:,} | {len(findings):,} | {rule.means} |")
    if report.overlaps:
        lines += ["", "## What splits share", "", *_shared(report.overlaps)]
    for rule in _rules_with_findings(report):
        lines += ["", f"## {rule.name[0].upper()}{rule.name[1:]}", ""]
        lines += _detailed(report.of_rule(rule)) if texts else _ids(report, rule)
    if clean := [rule.name for rule in RULES if not report.of_rule(rule)]:
        lines += ["", "## Nothing found", "", "; ".join(clean) + "."]
    return "\n".join(lines) + "\n"


def _shared(overlaps: Sequence[Overlap]) -> Iterator[str]:
    yield "Different texts that are in both splits:"
    yield ""
    yield "| splits | intents as written | intents by meaning | code | intent and code |"
    yield "|---|---|---|---|---|"
    for item in overlaps:
        counts = (item.intents, item.intents_by_meaning, item.code, item.pairs)
        yield f"| {item.first}, {item.second} | {' | '.join(f'{count:,}' for count in counts)} |"


def _rules_with_findings(report: AuditReport) -> list[Rule]:
    return [rule for rule in RULES if report.of_rule(rule)]


def _summary(report: AuditReport) -> Iterator[str]:
    yield f"Made by `{report.command}`."
    yield ""
    total = sum(count for _, count in report.splits)
    yield f"- Tasks: {total:,} (" + ", ".join(f"{name}: {count:,}" for name, count in report.splits) + ")"
    if report.audited:
        passing = Counter(item.passes for item in report.audited)
        yield (
            f"- References pass for {passing[True]:,} tasks, fail for {passing[False]:,}, "
            f"could not be decided for {passing[None]:,}. They ran in {report.world}."
        )
    yield f"- Tasks with a fault: {len(report.faulty_tasks):,}"
    for sentence in report.not_done:
        yield f"- Not done: {sentence}"


def _detailed(findings: Sequence[Finding]) -> Iterator[str]:
    """Each finding with its evidence. Findings with the same words are merged."""
    for finding in findings[:MOST_IDS]:
        evidence = f": {_code(finding.evidence)}" if finding.evidence else ""
        yield f"- `{finding.task}`: {finding.message}{evidence}"
    if len(findings) > MOST_IDS:
        yield f"- and {len(findings) - MOST_IDS:,} more: the JSON report has all"


def _code(text: str) -> str:
    line = " ".join(text.split())
    line = line if len(line) <= 160 else line[:157] + "..."
    fence = "``" if "`" in line else "`"
    pad = " " if "`" in line else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def _ids(report: AuditReport, rule: Rule) -> Iterator[str]:
    """The ids by prefix, with their number: `odex/en, 4: 31, 61, 106 (2), 317`."""
    counts = Counter(finding.task for finding in report.of_rule(rule))
    by_place: dict[str, list[str]] = defaultdict(list)
    for task in counts:
        by_place[task.rpartition("/")[0]].append(task)
    for place, tasks in by_place.items():
        runs = list(_runs([(task.rpartition("/")[2], counts[task]) for task in tasks]))
        note = ", and more: the JSON report has all" if len(runs) > MOST_IDS else ""
        name = f"{place}, {len(tasks):,}" if place else f"{len(tasks):,}"
        yield f"- {name}: {', '.join(runs[:MOST_IDS])}{note}"


def _runs(names: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Consecutive numbers as `3–7`; repeated ones with their count."""
    run: list[int] = []
    for name, count in names:
        if run and name.isdigit() and int(name) == run[-1] + 1 and count == 1:
            run.append(int(name))
            continue
        yield from _run(run)
        run = [int(name)] if name.isdigit() and count == 1 else []
        if not run:
            yield f"{name} ({count})" if count > 1 else name
    yield from _run(run)


def _run(numbers: Sequence[int]) -> Iterator[str]:
    if len(numbers) > 2:
        yield f"{numbers[0]}–{numbers[-1]}"
    else:
        yield from map(str, numbers)


# ── HTML ──

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse}td,th{border-bottom:1px solid #ccc;padding:.3rem .6rem;text-align:left}"
    "code{background:#f3f3f3;padding:0 .2rem}.fault{color:#a00}.doubt{color:#850}"
)


def to_html(report: AuditReport, texts: bool = True) -> str:
    """The same report as a self-contained page without scripts."""
    rows = "".join(
        f"<tr><td><a href='#{number}'>{_escaped(rule.name)}</a></td>"
        f"<td class='{rule.weight}'>{rule.weight}</td>"
        f"<td>{len({finding.task for finding in report.of_rule(rule)}):,}</td>"
        f"<td>{len(report.of_rule(rule)):,}</td><td>{_escaped(rule.means)}</td></tr>"
        for number, rule in enumerate(_rules_with_findings(report))
    )
    sections = "".join(
        f"<h2 id='{number}'>{_escaped(rule.name)}</h2><ul>{''.join(_items(report, rule, texts))}</ul>"
        for number, rule in enumerate(_rules_with_findings(report))
    )
    summary = "".join(f"<li>{_escaped(line.removeprefix('- '))}</li>" for line in _summary(report) if line)
    return (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{_escaped(report.title)}</title>"
        f"<style>{_STYLE}</style><h1>{_escaped(report.title)}</h1><ul>{summary}</ul>"
        "<table><thead><tr><th>rule</th><th>weight</th><th>tasks</th><th>findings</th><th>means</th></tr>"
        "</thead>"
        f"<tbody>{rows}</tbody></table>{_shared_html(report.overlaps)}{sections}</html>\n"
    )


def _shared_html(overlaps: Sequence[Overlap]) -> str:
    rows = "".join(
        f"<tr><td>{_escaped(item.first)}, {_escaped(item.second)}</td><td>{item.intents:,}</td>"
        f"<td>{item.intents_by_meaning:,}</td><td>{item.code:,}</td><td>{item.pairs:,}</td></tr>"
        for item in overlaps
    )
    heads = ("splits", "intents as written", "intents by meaning", "code", "intent and code")
    head = "".join(f"<th>{name}</th>" for name in heads)
    return f"<h2>What splits share</h2><table><tr>{head}</tr>{rows}</table>" if overlaps else ""


def _items(report: AuditReport, rule: Rule, texts: bool) -> Iterator[str]:
    if not texts:
        yield from (f"<li>{_escaped(line.removeprefix('- '))}</li>" for line in _ids(report, rule))
        return
    findings = report.of_rule(rule)
    for finding in findings[:MOST_IDS]:
        evidence = f": <code>{_escaped(finding.evidence)}</code>" if finding.evidence else ""
        yield f"<li><b>{_escaped(finding.task)}</b>: {_escaped(finding.message)}{evidence}</li>"
    if len(findings) > MOST_IDS:
        yield f"<li>and {len(findings) - MOST_IDS:,} more: the JSON report has all</li>"


def _escaped(text: str) -> str:
    return html.escape(text, quote=True)
