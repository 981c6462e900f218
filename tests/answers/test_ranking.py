from __future__ import annotations

from asmeant.answers import Answer, rank
from asmeant.answers.answer import Standing


def make(
    number: int, behaviour: str, standing: Standing = "works", likelihood: float | None = None
) -> Answer:
    return Answer(number, f"code {number}", standing, behaviour, "", likelihood)


def codes(*answers: Answer) -> list[list[int]]:
    return [[answer.rank for answer in group.answers] for group in rank(answers)]


def test_what_most_answers_do_comes_first() -> None:
    assert codes(make(0, "a"), make(1, "b"), make(2, "b")) == [[1, 2], [0]]


def test_what_fails_comes_last_however_many_fail() -> None:
    found = codes(
        make(0, "x", "fails"),
        make(1, "x", "fails"),
        make(2, "y", "waits"),
        make(3, "z", "untried"),
        make(4, "a"),
    )
    assert found == [[4], [3], [2], [0, 1]]


def test_the_same_behaviour_with_another_standing_is_another_group() -> None:
    assert codes(make(0, "", "fails"), make(1, "", "untried")) == [[1], [0]]


def test_the_likeliest_first_within_and_between_groups() -> None:
    assert codes(make(0, "a", likelihood=-9), make(1, "b", likelihood=-1)) == [[1], [0]]
    assert codes(make(0, "a", likelihood=-9), make(1, "a", likelihood=-1)) == [[1, 0]]


def test_a_score_is_a_share_of_all_answers_and_each_text_is_shown_once() -> None:
    twice = make(0, "a")
    groups = rank([twice, twice, make(1, "b")])
    assert [round(group.score, 2) for group in groups] == [0.67, 0.33]
    assert groups[0].answers == (twice,)


def test_of_nothing_there_is_nothing() -> None:
    assert rank([]) == []
