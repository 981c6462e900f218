"""Two lists of rows -> whether each row of one has the words of the other's and some more. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq

from asmeant.execution.shell.latitude import Latitude, Row, Rows, is_number, parts, same_size

# Every row is held against every other.
MOST_ROWS = 500
# A row is about one file, and may name what that leads to. One that names all of them is about none.
MOST_NAMED = 2


def same_but_for_columns(left: Rows, right: Rows, latitude: Latitude) -> bool:
    """Every row of one side has its own on the other side, which has all its words and perhaps more."""
    if len(left) != len(right) or len(left) > MOST_ROWS:
        return False
    first, second = [parts(row, latitude) for row in left], [parts(row, latitude) for row in right]
    if latitude.second_says_more and _within(first, second, latitude):
        return True
    # A candidate that says less must yet say what was asked for, and of what.
    told = all(_tells(row, latitude) for row in second)
    named = not any(all(map(is_number, row)) for row in second)
    return latitude.first_says_more and told and named and _within(second, first, latitude)


def _within(fewer: Sequence[Row], more: Sequence[Row], latitude: Latitude) -> bool:
    pairs = _pairs(fewer, more, latitude)
    if pairs is None:
        return False
    # Of counts, which number is meant must not be left open.
    if "wc" in latitude.speakers and any(_numbers(one) != _numbers(other) for one, other in pairs):
        return False
    if len(set(more)) < len(set(fewer)) or any(_names_many(row, set(fewer), latitude) for row in more):
        return False
    # Several rows, each found in as many rows as there are of it, can hardly be about anything else.
    telling = len(fewer) > 1 and all(
        sum(_is_part(row, other, latitude) for other in more) == fewer.count(row) for row in fewer
    )
    asked_for = len(fewer) == 1 and bool(latitude.details) and _tells(fewer[0], latitude)
    return telling or asked_for or all(_says_what_it_is_about(*pair, latitude) for pair in pairs)


def _pairs(fewer: Sequence[Row], more: Sequence[Row], latitude: Latitude) -> list[tuple[Row, Row]] | None:
    """Each row with that of which it is a part; None where one is left over."""
    left, found = list(more), []
    for place, row in enumerate(fewer):
        among = left if latitude.any_order else more[place : place + 1]
        # The nearest: a link's row, say, names what it leads to as well.
        other = min((other for other in among if _is_part(row, other, latitude)), key=len, default=None)
        if other is None:
            return None
        left.remove(other)
        found.append((row, other))
    return found


def _is_part(fewer: Row, more: Row, latitude: Latitude) -> bool:
    """The words of one row, in their order, among those of the other."""
    rest, same = iter(more), eq if latitude.exact_units else same_size
    return all(any(same(word, other) for other in rest) for word in fewer)


def _names_many(row: Row, others: set[Row], latitude: Latitude) -> bool:
    return sum(_is_part(other, row, latitude) for other in others) > MOST_NAMED


def _tells(row: Row, latitude: Latitude) -> bool:
    return all(any(map(look.fullmatch, row)) for look in latitude.details)


def _numbers(row: Row) -> int:
    return sum(map(is_number, row))


def _says_what_it_is_about(fewer: Row, more: Row, latitude: Latitude) -> bool:
    about_a_file = any("/" in word or word in latitude.names for word in (*fewer, " ".join(fewer)))
    return about_a_file or 2 * len(fewer) >= len(more)
