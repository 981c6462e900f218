from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

import pytest

from asmeant.errors import DataError, ModelError, UsageError
from asmeant.models.prompted import Prompted
from asmeant.records import Form, Prompting, Reply, Request, Sampling, Task, Usage

TASKS = [Task(f"t{number}", f"sort the list number {number}") for number in range(6)]


class Parrot:
    """Answers in any order, `at_once` requests at a time; remembers what it was asked."""

    name = "parrot"

    def __init__(self, form: Form = "chat", at_once: int = 3) -> None:
        self.form = form
        self.at_once = at_once
        self.asked: list[Request] = []
        self.closed = False

    def replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
        try:
            waiting: list[Reply] = []
            for request in requests:
                self.asked.append(request)
                waiting += [self.answer(request.task_id, rank) for rank in request.ranks]
                if len(waiting) >= self.at_once:
                    yield from self._shuffled(waiting)
                    waiting = []
            yield from self._shuffled(waiting)
        finally:
            self.closed = True

    def answer(self, task_id: str, rank: int) -> Reply:
        return Reply(task_id, rank, f"x = '{task_id}/{rank}'", False, -1.0, Usage(1, 2))

    def _shuffled(self, replies: Sequence[Reply]) -> list[Reply]:
        return random.Random(len(self.asked)).sample(replies, len(replies))


@pytest.mark.parametrize("form", ["chat", "completion"])
def test_replies_are_joined_to_their_tasks_by_id(form: Form) -> None:
    client = Parrot(form)
    found = list(Prompted(client).generate(TASKS, Sampling(count=2)))
    assert {(one.task_id, one.rank) for one in found} == {
        (task.id, rank) for task in TASKS for rank in (0, 1)
    }
    for candidate in found:
        assert candidate.reply == f"x = '{candidate.task_id}/{candidate.rank}'"
        assert f"'{candidate.task_id}/{candidate.rank}'" in candidate.code
        assert candidate.model == "parrot"
        assert candidate.log_probability == -1.0
        assert candidate.usage == Usage(1, 2)
    assert all(bool(request.prompt.messages) == (form == "chat") for request in client.asked)
    assert all(TASKS[0].intent in str(client.asked[0].prompt) for _ in TASKS)


def test_the_form_asked_for_goes_before_the_clients_own() -> None:
    client = Parrot("chat")
    list(Prompted(client, Prompting(form="completion")).generate(TASKS[:1], Sampling()))
    assert client.asked[0].prompt.text


def test_only_missing_ranks_are_asked_for() -> None:
    client = Parrot()
    done = {("t0", 0), ("t0", 1), ("t1", 0)}
    found = list(Prompted(client).generate(TASKS[:3], Sampling(count=2), done))
    assert [(request.task_id, request.ranks) for request in client.asked] == [("t1", (1,)), ("t2", (0, 1))]
    assert len(found) == 3


def test_an_empty_reply_has_a_fault() -> None:
    class Silent(Parrot):
        def answer(self, task_id: str, rank: int) -> Reply:
            return Reply(task_id, rank, "")

    (candidate,) = Prompted(Silent()).generate(TASKS[:1], Sampling())
    assert candidate.code == ""
    assert candidate.fault


def test_tasks_are_taken_lazily_and_closing_reaches_the_client() -> None:
    client = Parrot(at_once=4)
    candidates = Prompted(client).generate((Task(str(number), "sort") for number in range(10**9)), Sampling())
    for _ in range(100):
        next(candidates)
    assert len(client.asked) == 100
    candidates.close()  # type: ignore[attr-defined]
    assert client.closed


def test_two_tasks_of_one_name() -> None:
    with pytest.raises(DataError, match="Two tasks are called 't0'"):
        list(Prompted(Parrot()).generate([TASKS[0], TASKS[0]], Sampling()))


def test_a_client_that_leaves_something_out() -> None:
    class Lazy(Parrot):
        def replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
            return (self.answer(request.task_id, 0) for request in requests)

    with pytest.raises(ModelError, match="left 1 tasks without all of their replies, first 't0'"):
        list(Prompted(Lazy()).generate(TASKS[:1], Sampling(count=2)))


@pytest.mark.parametrize("reply", [Reply("t0", 7, "x"), Reply("stranger", 0, "x")])
def test_a_client_that_says_what_it_was_not_asked(reply: Reply) -> None:
    class Chatty(Parrot):
        def replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
            list(requests)
            return iter([reply])

    with pytest.raises(ModelError, match="was not asked for or had come before"):
        list(Prompted(Chatty()).generate(TASKS[:1], Sampling()))


def test_a_form_that_the_client_does_not_take() -> None:
    class ChatOnly(Parrot):
        forms: tuple[Form, ...] = ("chat",)

    with pytest.raises(UsageError, match="'parrot' takes chat prompts, but was asked for a completion"):
        Prompted(ChatOnly(), Prompting(form="completion"))
