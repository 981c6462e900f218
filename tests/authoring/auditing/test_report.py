"""The pages of an audit."""

from __future__ import annotations

import json

from asmeant.authoring.auditing.findings import Finding
from asmeant.authoring.auditing.on_probes import NO_CALL
from asmeant.authoring.auditing.on_runs import FAILS, Audited
from asmeant.authoring.auditing.on_sets import Overlap
from asmeant.authoring.auditing.report import AuditReport, to_html, to_markdown, to_report_json

SECRET = "<script>alert('words of the data')</script>"
FINDINGS = (
    Finding("d/en/7", FAILS, "the reference: wrong answer", SECRET),
    *(Finding(f"d/en/{number}", NO_CALL, "check 'all', probe 1") for number in (1, 2, 3, 5)),
    Finding("d/en/5", NO_CALL, "check 'all', probe 2"),
    Finding("d/es/1", NO_CALL, "check 'all', probe 1"),
)
REPORT = AuditReport(
    "Audit of d",
    "asmeant author audit d",
    (("d:train", 8), ("d:test", 2)),
    FINDINGS,
    (Audited("d/en/7", False, FINDINGS[:1]), Audited("d/en/1", True, ())),
    "this Python",
    ("the tasks of d in ja.",),
    (Overlap("d:train", "d:test", 1, 2, 3, 0),),
)


def test_markdown_without_texts_quotes_nothing() -> None:
    page = to_markdown(REPORT, texts=False)
    assert "alert" not in page
    assert "| reference fails | fault | 1 | 1 |" in page
    assert "| a probe never calls the candidate | fault | 5 | 6 |" in page
    assert "- d/en, 4: 1–3, 5 (2)\n- d/es, 1: 1\n" in page
    assert (
        "References pass for 1 tasks, fail for 1, could not be decided for 0. They ran in this Python."
        in page
    )
    assert "- Not done: the tasks of d in ja." in page
    assert "| d:train, d:test | 1 | 2 | 3 | 0 |" in page


def test_markdown_with_texts() -> None:
    assert f"- `d/en/7`: the reference: wrong answer: `{SECRET}`" in to_markdown(REPORT)


def test_html_is_escaped() -> None:
    page = to_html(REPORT)
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    assert "alert" not in to_html(REPORT, texts=False)


def test_json_has_everything() -> None:
    values = json.loads(to_report_json(REPORT))
    assert values["references"] == {"pass": 1, "fail": 1, "undecided": 0}
    assert len(values["findings"]) == len(FINDINGS)
    assert values["findings"][0] == {
        "task": "d/en/7", "rule": FAILS, "message": "the reference: wrong answer", "evidence": SECRET,
    }  # fmt: skip


def test_only_faults_make_a_task_faulty() -> None:
    assert REPORT.faulty_tasks == {"d/en/7", "d/en/1", "d/en/2", "d/en/3", "d/en/5", "d/es/1"}
