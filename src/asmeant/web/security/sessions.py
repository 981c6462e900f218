"""Sessions of people who logged in, kept in memory.

They end with a logout, when they are idle or old, or when the server is restarted.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from asmeant.web.security.callers import Caller
from asmeant.web.security.passwords import hash_token

MOST_SESSIONS = 10_000


@dataclass(slots=True)
class _Session:
    caller: Caller
    begun: float
    used: float


class Sessions:
    """A new id is created at every login, so that it cannot be known before. Only its hash is stored."""

    def __init__(self, hours: float, idle_hours: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._idle_seconds, self._clock = hours * 3600, idle_hours * 3600, clock
        self._sessions: OrderedDict[str, _Session] = OrderedDict()

    def begin(self, caller: Caller) -> str:
        session_id = secrets.token_urlsafe(32)
        now = self._clock()
        self._sessions[hash_token(session_id)] = _Session(caller, now, now)
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        return session_id

    def caller(self, session_id: str) -> Caller | None:
        """The caller of a session; None if it has ended, or does not exist."""
        key = hash_token(session_id)
        session = self._sessions.get(key)
        if session is None:
            return None
        now = self._clock()
        if now - session.begun > self._seconds or now - session.used > self._idle_seconds:
            del self._sessions[key]
            return None
        session.used = now
        self._sessions.move_to_end(key)
        return session.caller

    def end(self, session_id: str) -> None:
        self._sessions.pop(hash_token(session_id), None)
