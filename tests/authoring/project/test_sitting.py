from __future__ import annotations

from asmeant.authoring.project import FORMS, Answered, Judged, Judgement, Project
from asmeant.authoring.project.sitting import left_to_answer, questions_of, with_implied


def test_a_judge_goes_on_where_they_stopped(project: Project) -> None:
    codes = ["ls -a", " ", "ls"]
    project.add_candidates(
        [Judged(0, "a", code, systems=(Answered("m", rank),)) for rank, code in enumerate(codes)], by="eve"
    )
    (work,) = project.assign("judge", ["a"], ["ann"], by="eve", each=1, form="candidates")
    asked = questions_of(project, work)
    assert [(one.question.name, one.candidate.code if one.candidate else "") for one in asked] == [
        ("template", "ls -a"),
        ("command", "ls -a"),
        ("template", "ls"),
        ("command", "ls"),
    ]
    project.judge(asked[0].answered("y"))
    # Another's answer, or a final one, is not this person's.
    project.adjudicate(Judgement("command", "a", "eve", "y", asked[1].subject))
    assert left_to_answer(project, work) == asked[1:]


def test_a_pair_is_judged_itself(project: Project) -> None:
    (work,) = project.assign("judge", ["a"], ["ann"], by="eve", each=1, form="pairs")
    correct, clear = questions_of(project, work)
    assert (correct.question.name, clear.question.name, correct.candidate) == ("correct", "clear", None)
    project.judge(correct.answered("n", "syntax error"))
    assert left_to_answer(project, work) == [clear]


def test_a_wrong_template_makes_a_wrong_command() -> None:
    judgement = Judgement("template", "a", "ann", "n", 3, "flag error")
    _, command = with_implied(judgement, FORMS["candidates"])
    assert command == Judgement("command", "a", "ann", "n", 3, "flag error")
    for other in (Judgement("template", "a", "ann", "y", 3), Judgement("command", "a", "ann", "n", 3)):
        assert list(with_implied(other, FORMS["candidates"])) == [other]
