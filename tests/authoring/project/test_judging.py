from __future__ import annotations

from dataclasses import replace

import pytest

from asmeant.authoring.project import Answered, Judged, Judgement, NotAllowedError, Project
from asmeant.errors import AsmeantError, DataError, UsageError

PEOPLE = ["ann", "ben", "cho"]


@pytest.fixture
def judged(project: Project) -> Project:
    return with_candidates(project)


def with_candidates(project: Project) -> Project:
    """Three judges and two candidates of item a."""
    project.add_candidates(
        [
            Judged(0, "a", "ls -A", "ls -A", (Answered("first", 0), Answered("second", 1))),
            Judged(0, "a", "ls", "ls", (Answered("second", 0),)),
        ],
        by="eve",
    )
    project.assign("judge", ["a"], PEOPLE, by="eve", form="candidates")
    return project


def answered(project: Project, question: str, candidate: int, answers: str) -> None:
    for person, answer in zip(PEOPLE, answers, strict=False):
        project.judge(Judgement(question, "a", person, answer, candidate))


def test_the_same_code_is_judged_once_whoever_answered_it(judged: Project) -> None:
    again = Judged(0, "a", "ls", systems=(Answered("third", 0),))
    assert judged.add_candidates([again], by="eve") == 0
    first, second = judged.candidates("a")
    assert second.systems == (Answered("second", 0), Answered("third", 0))
    with pytest.raises(DataError, match="'first' has another answer of rank 0 to item 'a'"):
        judged.add_candidates([Judged(0, "a", "dir", systems=(Answered("first", 0),))], by="eve")
    assert judged.candidates() == [first, second]


def test_the_majority_decides_unless_an_editor_does(any_project: Project) -> None:
    judged = with_candidates(any_project)
    first, second = [candidate.id for candidate in judged.candidates("a")]
    answered(judged, "command", first, "yyn")
    answered(judged, "command", second, "yn")
    assert [(o.candidate, o.majority) for o in judged.outcomes("command")] == [(first, "y"), (second, None)]
    # Those without a majority come first.
    assert [outcome.candidate for outcome in judged.disagreements("command")] == [second, first]
    judged.adjudicate(Judgement("command", "a", "eve", "n", first, "flag error", "hidden files"))
    assert [outcome.candidate for outcome in judged.disagreements("command")] == [second]
    outcome = judged.outcomes("command")[0]
    assert (outcome.answer, outcome.majority, outcome.answers) == (
        "n",
        "y",
        {"ann": "y", "ben": "y", "cho": "n"},
    )
    # Another editor takes the place of the first.
    judged.adjudicate(Judgement("command", "a", "root", "y", first))
    assert judged.outcomes("command")[0].answer == "y"
    assert '"person":"eve"' in judged.history("a")[-1].before


def test_an_answer_takes_the_place_of_an_earlier_one(judged: Project) -> None:
    candidate = judged.candidates("a")[0].id
    answered(judged, "template", candidate, "n")
    answered(judged, "template", candidate, "y")
    answered(judged, "template", candidate, "y")
    assert [judgement.answer for judgement in judged.judgements(person="ann")] == ["y"]
    assert [event.what for event in judged.history("a", "ann")] == ["judge", "judge"]


def test_agreement_is_that_of_the_judges(judged: Project) -> None:
    first, second = [candidate.id for candidate in judged.candidates("a")]
    answered(judged, "command", first, "yyn")
    answered(judged, "command", second, "nnn")
    judged.adjudicate(Judgement("command", "a", "eve", "y", first))
    agreement = judged.agreement("command")
    assert agreement.subjects == 2
    assert agreement.raw.value == pytest.approx(2 / 3)
    assert [(pair.first, pair.second, pair.raw.value) for pair in agreement.pairs] == [
        ("ann", "ben", 1.0),
        ("ann", "cho", 0.5),
        ("ben", "cho", 0.5),
    ]
    assert judged.judged_questions() == ["command"]


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"person": "root"}, None, ""),
        ({"item": "b", "candidate": 0}, NotAllowedError, "'b' is not assigned to 'ann'"),
        ({"person": "mallory"}, NotAllowedError, "No person"),
        ({"candidate": 99}, UsageError, "no candidate 99"),
        ({"answer": "maybe"}, DataError, "'maybe' is not an answer to 'command'. Known: y, n"),
        ({"question": "comand"}, UsageError, "Closest: 'command'"),
        ({"final": True}, UsageError, "an editor's"),
        ({"comment": "x" * 300_000}, DataError, "300,000 characters"),
    ],
)
def test_forged_judgements(
    judged: Project, change: dict[str, object], error: type[AsmeantError] | None, message: str
) -> None:
    judgement = Judgement("command", "a", "ann", "y", judged.candidates("a")[0].id)
    changed = replace(judgement, **change)  # type: ignore[arg-type]
    if error is None:
        judged.judge(changed)
        return
    with pytest.raises(error, match=message):
        judged.judge(changed)
    assert judged.judgements() == []


def test_only_editors_adjudicate(judged: Project) -> None:
    with pytest.raises(NotAllowedError, match="'ann' is an annotator"):
        judged.adjudicate(Judgement("command", "a", "ann", "y", judged.candidates("a")[0].id))
