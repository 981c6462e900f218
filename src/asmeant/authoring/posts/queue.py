"""Post -> items for annotators: one for each snippet of its answers, up to three (MCoNaLa, section 2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from asmeant.authoring.posts.posts import Post, snippets
from asmeant.authoring.project import Item
from asmeant.languages.natural.detecting import detect


def items_of(post: Post, code_language: str = "python") -> Iterator[Item]:
    """The title is the first intent, which an annotator rewrites. A post without code has one empty item."""
    for number, code in enumerate(snippets(post) or [""], start=1):
        yield Item(
            id=f"{post.language or 'post'}/{post.id}/{number}",
            intent=post.title,
            intent_language=post.language or detect(post.title) or "en",
            code_language=code_language,
            code=code,
            source=post.link,
            licence=post.licence,
        )
