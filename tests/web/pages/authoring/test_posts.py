"""The post of an item: found by id or link, and shown as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from asmeant.authoring.posts.posts import Answer, Post, write_posts
from asmeant.authoring.posts.queue import items_of
from asmeant.authoring.project import Item, Project
from asmeant.errors import DataError
from asmeant.web.pages.authoring.posts import Posts, posts_of, shown
from tests.web.pages.authoring.making import NASTY, Person
from tests.web.test_pages import assert_harmless

POST = Post(
    "17",
    f"How to sort {NASTY}",
    "<p>I have <b>pairs</b>.</p><pre><code>pairs = []</code></pre><script>alert(1)</script>",
    "en",
    "https://example.org/q/17",
    answers=(
        Answer("18", "<p>Bad.</p>", score=9),
        Answer("19", "Use <code>sorted</code>:<pre><code>sorted(pairs)</code></pre>", accepted=True),
    ),
)


def test_who_writes_sees_the_post(project: Project, visitor: Callable[[str], Person], tmp_path: Path) -> None:
    items = list(items_of(POST))
    project.add_items(items, by="boss")
    project.assign("write", [items[0].id], ["ann"], by="boss", each=1)
    address = f"/author/write?id={items[0].id}"
    ann = visitor("ann")
    assert "<details" not in ann.get(address)
    write_posts(tmp_path / "project" / "posts.jsonl", [POST])
    page = ann.get(address)
    assert_harmless(page)
    for word in ("I have", "pairs = []", "sorted(pairs)", "Bad.", "https://example.org/q/17"):
        assert word in page


def test_posts_are_found_by_id_and_by_link(tmp_path: Path) -> None:
    write_posts(tmp_path / "posts.jsonl", [POST])
    posts = posts_of(str(tmp_path), None)
    assert posts.of(Item("en/17/2", "x")) == shown(POST)
    assert posts.of(Item("mine", "x", source="https://example.org/q/17")) == shown(POST)
    assert posts.of(Item("en/18/1", "x")) is None
    assert posts.of(Item("x", "x")) is None
    (tmp_path / "posts.jsonl").write_text("{")
    assert posts.of(Item("en/17/2", "x")) == shown(POST)
    with pytest.raises(DataError, match="line 1"):
        posts.read()
    assert Posts(None).of(Item("en/17/2", "x")) is None
    assert posts_of("postgresql://host/db", None).path is None


def test_a_post_is_text() -> None:
    post = shown(POST)
    assert post.body.codes == ("pairs = []",)
    assert "<" not in post.body.text
    assert [answer.text for answer in post.answers][1] == "Bad."  # the accepted answer comes first
    assert shown(Post("1", "t", link="javascript:alert(1)")).link == ""
