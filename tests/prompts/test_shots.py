from __future__ import annotations

from asmeant.prompts.shots import choose_shots
from asmeant.records import Task
from asmeant.testing import make_task


def task(name: str, language: str = "en", code: str = "python", **tags: str) -> Task:
    return Task(name, f"intent of {name}", language, code, references=("x",), tags=tags)


ASKED = task("asked", post="7")
POOL = [task(f"en{n}") for n in range(20)] + [task(f"ru{n}", "ru") for n in range(5)]


def test_the_same_seed_and_task_give_the_same_shots() -> None:
    once = choose_shots(ASKED, POOL, 3, seed=1)
    assert once == choose_shots(ASKED, POOL, 3, seed=1)
    assert len({shot.id for shot in once}) == 3
    assert any(choose_shots(ASKED, POOL, 3, seed) != once for seed in range(2, 9))
    assert any(choose_shots(task(f"a{n}"), POOL, 3, 1) != once for n in range(9))


def test_the_task_and_its_kin_are_never_shown() -> None:
    same_intent = Task("other", " Intent OF  asked", references=("x",))
    kin = [ASKED, task("kin", post="7"), same_intent, Task("empty", "no reference")]
    assert choose_shots(ASKED, kin, 3, seed=0) == []
    wish = task("wish", meaning="sum")
    assert choose_shots(wish, [task("deseo", "es", meaning="sum")], 1, seed=0) == []


def test_shots_are_not_kin_of_each_other() -> None:
    pool = [task(f"p{n}", post="9") for n in range(5)]
    assert len(choose_shots(ASKED, pool, 3, seed=0)) == 1


def test_the_same_language_comes_first_and_other_code_never() -> None:
    pool = [task("ru", "ru"), task("bash", code="bash"), task("en")]
    assert [shot.id for shot in choose_shots(ASKED, pool, 1, seed=0)] == ["en"]
    assert [shot.id for shot in choose_shots(ASKED, pool, 3, seed=0)] == ["en", "ru"]


def test_a_rare_language_is_found_in_a_large_pool() -> None:
    asked = task("вопрос", "ru")
    pool = [*[task(f"e{n}") for n in range(3000)], task("ru1", "ru"), task("ru2", "ru")]
    assert {shot.id for shot in choose_shots(asked, pool, 2, seed=0)} == {"ru1", "ru2"}


def test_no_shots_from_nothing() -> None:
    assert choose_shots(ASKED, [], 3, 0) == choose_shots(ASKED, POOL, 0, 0) == []


def test_by_similarity_the_nearest_is_shown_last() -> None:
    pool = [
        make_task("near", intent="sort the list `b` by its keys"),
        make_task("far", intent="send an email to someone"),
        make_task("nearest", intent="sort the list `c` by its values"),
    ]
    task = make_task("asked", intent="sort the list `a` by its values, please")
    chosen = choose_shots(task, pool, 2, seed=0, by="similarity")
    assert [shot.id for shot in chosen] == ["near", "nearest"]


def test_by_similarity_a_hint_is_left_out() -> None:
    pool = [make_task("same", intent="twice"), make_task("other", intent="something else")]
    chosen = choose_shots(make_task("asked", intent="Twice"), pool, 2, seed=0, by="similarity")
    assert [shot.id for shot in chosen] == ["other"]
