"""The reply most like all others wins, and the next ones cover what it does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from asmeant.models.clients.consensus import by_consensus, ranked
from asmeant.records import Prompt, Reply, Request, Sampling


@pytest.mark.parametrize(
    ("texts", "best"),
    [
        (["ls", "find . -name a", "find . -name b", "find . -name a"], "find . -name a"),
        (["rm x", "find . -size 1", "find . -size 2", "find . -size 3"], "find . -size 1"),
        (["a", "a", "b"], "a"),
        (["", "", "ls -l"], "ls -l"),
        (["one"], "one"),
    ],
)
def test_the_best(texts: list[str], best: str) -> None:
    assert texts[ranked(texts)[0]] == best


def test_each_text_once() -> None:
    order = ranked(["ls", "ls -a", "ls", "ls -a", "ls -a"])
    assert sorted(order) == [0, 1]


def test_the_second_is_of_another_kind() -> None:
    texts = ["find . -size 1", "find . -size 2", "find . -size 3", "du -a | sort -n", "du -a | sort -r"]
    order = [texts[position] for position in ranked(texts)]
    assert [text.split()[0] for text in order[:2]] == ["find", "du"]
    assert sorted(order) == sorted(texts)


def test_ranks_get_the_best_replies() -> None:
    asked: list[tuple[float, tuple[int, ...]]] = []
    texts = ["date", "ls -l", "ls -la", "ls -l"]

    def ask(requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
        for request in requests:
            asked.append((sampling.temperature, request.ranks))
            # They may come in any order.
            yield from (Reply(request.task_id, rank, texts[rank]) for rank in reversed(request.ranks))

    request = Request("task", Prompt(text="?"), (0, 1, 2, 3))
    replies = list(by_consensus(ask, [request], Sampling(temperature=0.0), samples=4))
    assert asked == [(0.0, (0,)), (0.7, (1, 2, 3))]
    assert [reply.text for reply in replies] == ["ls -l", "date", "ls -la", "ls -la"]
    assert [reply.rank for reply in replies] == [0, 1, 2, 3]
