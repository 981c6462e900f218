"""Posts become items that people write intents for."""

from __future__ import annotations

from asmeant.authoring.posts.posts import Answer, Post
from asmeant.authoring.posts.queue import items_of


def test_one_item_for_each_snippet() -> None:
    body = "".join(f"<pre>code {number}</pre>" for number in range(5))
    post = Post("7", "Как найти?", "", "ru", "https://x/q/7", "CC BY-SA 4.0", answers=(Answer("8", body),))
    items = list(items_of(post))
    assert [(item.id, item.code) for item in items] == [
        ("ru/7/1", "code 0"),
        ("ru/7/2", "code 1"),
        ("ru/7/3", "code 2"),
    ]
    assert (items[0].intent, items[0].source, items[0].licence) == (
        "Как найти?",
        "https://x/q/7",
        "CC BY-SA 4.0",
    )


def test_a_post_without_code_or_language() -> None:
    (item,) = items_of(Post("7", "リストを並べる"), "bash")
    assert (item.id, item.intent_language, item.code_language, item.code) == ("post/7/1", "ja", "bash", "")
