"""Stack Exchange's Posts.xml -> posts. The file is streamed, because it may have many gigabytes.

A row is a question or an answer, in any order, so the file is read twice: for the selected questions, and for
their answers. Only these are held in memory. A document type declaration, which could define expanding
entities, is refused.
"""

from __future__ import annotations

import bz2
import gzip
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, cast
from xml.parsers.expat import ExpatError, ParserCreate

import msgspec

from asmeant.authoring.posts.posts import Answer, Post
from asmeant.errors import DataError

QUESTION, ANSWER = "1", "2"
CHUNK = 1 << 20
# A row has at most a few hundred kilobytes. More without the end of a row is not a dump.
LONGEST_ROW = 64 << 20
DEFAULT_LICENCE = "CC BY-SA 4.0"
# The addresses of posts, by the language of the site.
SITES = {
    "en": "https://stackoverflow.com",
    "es": "https://es.stackoverflow.com",
    "ja": "https://ja.stackoverflow.com",
    "ru": "https://ru.stackoverflow.com",
}
Row = Mapping[str, str]


def read_dump(
    path: Path,
    language: str = "en",
    tags: Collection[str] = (),
    least_score: int | None = None,
    advance: Callable[[int], None] = lambda _: None,
) -> Iterator[Post]:
    """Questions with one of the tags, with their answers, in the order of the file.

    `advance` is called with the number of bytes read.
    """
    questions: dict[str, Post] = {}
    accepted: set[str] = set()
    for row in rows(path, advance):
        if row.get("PostTypeId") == QUESTION and _is_wanted(row, tags, least_score):
            questions[row["Id"]] = _question(row, language)
            accepted.add(row.get("AcceptedAnswerId", ""))
    answers: dict[str, list[Answer]] = {}
    for row in rows(path, advance):
        if row.get("PostTypeId") == ANSWER and row.get("ParentId", "") in questions:
            answers.setdefault(row["ParentId"], []).append(_answer(row, accepted))
    for id_, post in questions.items():
        yield msgspec.structs.replace(post, answers=tuple(answers.get(id_, ())))


def rows(path: Path, advance: Callable[[int], None] = lambda _: None) -> Iterator[Row]:
    """The attributes of each row."""
    waiting: list[Row] = []
    parser = ParserCreate()
    parser.buffer_text = True

    def begin(name: str, attributes: dict[str, str]) -> None:
        if name == "row":
            waiting.append(attributes)

    def refuse(*_: object) -> None:
        raise DataError(
            f"{path} has a document type, which a dump has not, and which may hold harmful entities. "
            f"Use Posts.xml as Stack Exchange publishes it."
        )

    parser.StartElementHandler = begin
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    since_row, position = 0, 0
    with _opened(path) as file:
        while True:
            chunk = _read(file, path)
            try:
                parser.Parse(chunk, not chunk)
            except ExpatError as error:
                raise DataError(f"{path} is not XML as Stack Exchange writes it: {error}.") from error
            since_row = 0 if waiting else since_row + len(chunk)
            if since_row > LONGEST_ROW:
                raise DataError(f"{path} has {since_row:,} bytes without a row. It is not a dump of posts.")
            yield from waiting
            waiting.clear()
            advance(file.tell() - position)
            position = file.tell()
            if not chunk:
                return


def _opened(path: Path) -> BinaryIO:
    try:
        match path.suffix.lower():
            case ".gz":
                return cast("BinaryIO", gzip.open(path))
            case ".bz2":
                return cast("BinaryIO", bz2.open(path))
            case _:
                return path.open("rb")
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror or error}. Check the path.") from error


def _read(file: BinaryIO, path: Path) -> bytes:
    try:
        return file.read(CHUNK)
    except (OSError, EOFError) as error:
        raise DataError(f"{path} cannot be read: {error}. Get it again.") from error


def _is_wanted(row: Row, tags: Collection[str], least_score: int | None) -> bool:
    if "Id" not in row or not row.get("Title", "").strip():
        return False
    if least_score is not None and _number(row.get("Score", "0")) < least_score:
        return False
    return not tags or not set(tags).isdisjoint(_tags(row))


def _tags(row: Row) -> tuple[str, ...]:
    """`<python><list>`, or since 2024 `|python|list|`."""
    text = row.get("Tags", "")
    return tuple(tag for tag in text.replace("><", "|").strip("<>|").split("|") if tag)


def _question(row: Row, language: str) -> Post:
    return Post(
        id=row["Id"],
        title=row["Title"].strip(),
        body=row.get("Body", ""),
        language=language,
        link=f"{SITES.get(language, SITES['en'])}/q/{row['Id']}",
        licence=row.get("ContentLicense", DEFAULT_LICENCE),
        tags=_tags(row),
        score=_number(row.get("Score", "0")),
    )


def _answer(row: Row, accepted: Collection[str]) -> Answer:
    id_ = row.get("Id", "")
    return Answer(id_, row.get("Body", ""), _number(row.get("Score", "0")), id_ in accepted)


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0
