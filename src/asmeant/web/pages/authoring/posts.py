"""The posts that items were made from: title, body and answers as plain text."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from asmeant.authoring.posts.posts import Answer, Post, code_of, read_posts, text_of
from asmeant.authoring.project import Item
from asmeant.errors import DataError

FILE = "posts.jsonl"
MOST_ANSWERS = 5


@dataclass(frozen=True, slots=True)
class ShownText:
    """A body without its HTML: the words, and the blocks of code."""

    text: str
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownPost:
    title: str
    language: str
    link: str
    body: ShownText
    answers: tuple[ShownText, ...]


class Posts:
    """A file of posts, read when it is first needed, and again if it has changed."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._state: tuple[int, int] = (0, 0)
        self._posts: Mapping[str, Post] = {}
        self._lock = Lock()

    def of(self, item: Item) -> ShownPost | None:
        """The post of an item, by its id (`en/17/1` is from post 17) or by its source link."""
        with suppress(DataError):  # the file is being written: the posts read before are still valid
            self.read()
        posts = self._posts
        post = posts.get(item.id.rpartition("/")[0]) or (posts.get(item.source) if item.source else None)
        return shown(post) if post else None

    def read(self) -> None:
        """Raises a DataError if it is not a file of posts."""
        if self.path is None or not self.path.is_file():
            return
        status = self.path.stat()
        state = status.st_mtime_ns, status.st_size
        with self._lock:
            if state != self._state:
                posts = list(read_posts(self.path))
                self._posts = {
                    **{post.link: post for post in posts if post.link},
                    **{f"{post.language or 'post'}/{post.id}": post for post in posts},
                }
                self._state = state


def posts_of(project: str, path: Path | None) -> Posts:
    """The posts in the given file, or in the folder of the project."""
    if path is None and "://" not in project:
        path = Path(project) / FILE
    return Posts(path)


def shown(post: Post) -> ShownPost:
    ordered = sorted(post.answers, key=lambda answer: (not answer.accepted, -answer.score))
    link = post.link if post.link.startswith(("https://", "http://")) else ""
    answers = tuple(map(_text, ordered[:MOST_ANSWERS]))
    return ShownPost(post.title, post.language, link, _text(post), answers)


def _text(source: Post | Answer) -> ShownText:
    return ShownText(text_of(source.body), tuple(code_of(source.body)))
