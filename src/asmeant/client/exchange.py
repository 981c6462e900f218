"""One batch, sent as often as it takes: which events are new, whether to send it again, and when. Pure.

However often a connection breaks or a server is started again, each verdict comes out once: every attempt
has the same key, the server decides only what it has not decided under that key, and what came in before is
not passed on again.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from asmeant import errors
from asmeant.client.wire import KEY_HEADER, NDJSON, Batch, Decided, Ended, Fault, read_event
from asmeant.errors import AsmeantError, ServerError
from asmeant.records import read_json

# The server is busy, closing, or at the same batch still: it may be asked again.
PASSING_STATUSES = frozenset({408, 409, 425, 429, 502, 503, 504})
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.1, 10.0


@dataclass
class Exchange:
    """`patience_seconds` is how long to go on without any progress."""

    batch: Batch
    key: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    patience_seconds: float = 120.0
    waited_seconds: float = 0.0
    pauses: int = 0
    is_over: bool = False
    _ranks: set[int] = field(default_factory=set)
    _body: bytes = b""

    def headers(self) -> dict[str, str]:
        return {KEY_HEADER: self.key, "accept": NDJSON, "content-type": "application/json"}

    def body(self) -> bytes:
        self._body = self._body or msgspec.json.encode(self.batch)
        return self._body

    def new_events(self, line: str) -> Iterator[Decided]:
        """What a line of the response says, if it was not known already."""
        event = read_event(line)
        if isinstance(event, Ended):
            self.is_over = not event.left
        elif isinstance(event, Fault):
            raise error_named(event.error, event.detail)
        elif event.rank not in self._ranks:
            self._ranks.add(event.rank)
            self.waited_seconds, self.pauses = 0.0, 0
            yield event

    def refused(self, status: int, body: bytes, retry_after: str | None) -> float:
        """The seconds to wait after a refusal; raises where waiting does not help."""
        detail = problem_detail(body) or f"it answered with status {status}"
        is_passing = status in PASSING_STATUSES and (status != 409 or retry_after is not None)
        if not is_passing:
            raise ServerError(f"The server refused the batch: {detail}")
        return self.pause(detail, retry_after)

    def pause(self, reason: str, retry_after: str | None = None) -> float:
        """The seconds to wait before the next attempt; raises where there was no progress for too long."""
        if self.waited_seconds >= self.patience_seconds:
            raise ServerError(
                f"The server did not answer for {self.waited_seconds:.0f} s: {reason}. "
                f"{len(self._ranks)} of {len(self.batch.candidates)} verdicts came in."
            )
        seconds = min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2.0**self.pauses)
        if retry_after is not None and retry_after.isdigit():
            seconds = min(60.0, max(seconds, float(retry_after)))
        self.pauses += 1
        self.waited_seconds += seconds
        return seconds


def problem_detail(body: bytes) -> str:
    try:
        problem = read_json(body)
    except msgspec.DecodeError:
        return ""
    if not isinstance(problem, dict):
        return ""
    path = f" (at {problem['path']})" if problem.get("path") else ""
    return f"{problem.get('detail') or problem.get('title', '')}{path}"


def error_named(name: str, detail: str) -> AsmeantError:
    """The error that the server met, as it would be raised here."""
    kind = getattr(errors, name, None)
    takes_a_message = (
        isinstance(kind, type) and issubclass(kind, AsmeantError) and "__init__" not in vars(kind)
    )
    return (
        kind(detail)
        if takes_a_message and kind is not None
        else ServerError(f"The server met an error: {detail}")
    )
