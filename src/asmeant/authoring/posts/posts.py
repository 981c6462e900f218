"""A question with its answers, as JSON Lines.

    {"id": "17", "title": "How to ...", "body": "<p>...</p>", "language": "en", "link": "https://...",
     "licence": "CC BY-SA 4.0", "tags": ["python"], "score": 5,
     "answers": [{"id": "18", "body": "<pre><code>...</code></pre>", "score": 7, "accepted": true}]}

Only `id` and `title` are needed. Bodies are HTML or plain text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import msgspec

from asmeant.errors import DataError
from asmeant.files import replacing

# As in MCoNaLa: up to three snippets answer a question.
MOST_SNIPPETS = 3


class Answer(msgspec.Struct, frozen=True):
    id: str
    body: str
    score: int = 0
    accepted: bool = False


class Post(msgspec.Struct, frozen=True):
    """`how_to` is the probability that the title asks how to do something; None before it is classified."""

    id: str
    title: str
    body: str = ""
    language: str = ""
    link: str = ""
    licence: str = ""
    tags: tuple[str, ...] = ()
    score: int = 0
    answers: tuple[Answer, ...] = ()
    how_to: float | None = None


def read_posts(path: Path) -> Iterator[Post]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield _decoded(line, path, number)
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}. Check the path.") from error


def _decoded(line: bytes, path: Path, number: int) -> Post:
    try:
        return msgspec.json.decode(line, type=Post)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(
            f"{path}, line {number}: {error}. A line is a post: "
            f'{{"id": "17", "title": "How to ...", "body": "...", "answers": [...]}}'
        ) from None


def write_posts(path: Path, posts: Iterable[Post]) -> int:
    """Writes all of them, or nothing. Returns their number."""
    count = 0
    try:
        with replacing(path) as file:
            for post in posts:
                file.write(msgspec.json.encode(post) + b"\n")
                count += 1
    except OSError as error:
        raise DataError(f"{path} cannot be written: {error.strerror}. Choose another --out.") from error
    return count


# ── bodies ──


class _Body(HTMLParser):
    """Collects the text, and the contents of <pre> as code."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.blocks: list[list[str]] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "pre":
            self.depth += 1
            if self.depth == 1:
                self.blocks.append([])

    def handle_endtag(self, tag: str) -> None:
        if tag == "pre" and self.depth:
            self.depth -= 1
        if tag in ("p", "li", "pre", "h1", "h2", "h3"):
            self.texts.append("\n")

    def handle_data(self, data: str) -> None:
        (self.blocks[-1] if self.depth else self.texts).append(data)


def text_of(body: str) -> str:
    """The readable text of a body, without its code."""
    parser = _parsed(body)
    lines = (" ".join(line.split()) for line in "".join(parser.texts).split("\n"))
    return "\n".join(line for line in lines if line)


def code_of(body: str) -> list[str]:
    """The blocks of code in a body."""
    blocks = ("".join(block).strip("\n").rstrip() for block in _parsed(body).blocks)
    return [block for block in blocks if block.strip()]


def _parsed(body: str) -> _Body:
    parser = _Body()
    parser.feed(body)
    parser.close()
    return parser


def snippets(post: Post, most: int = MOST_SNIPPETS) -> list[str]:
    """Distinct code of the answers: the accepted one first, then by score."""
    ordered = sorted(post.answers, key=lambda answer: (not answer.accepted, -answer.score))
    blocks = (block for answer in ordered for block in code_of(answer.body))
    return list(dict.fromkeys(blocks))[:most]
