"""Requests -> calls, lazily. A call asks for as many replies as the server sends at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from asmeant.records import Request


class Calls:
    def __init__(self, requests: Iterable[Request]) -> None:
        self._source = iter(requests)
        self._waiting: deque[Request] = deque()

    def put_back(self, rest: Request, first: bool = False) -> None:
        if rest.ranks and first:
            self._waiting.appendleft(rest)
        elif rest.ranks:
            self._waiting.append(rest)

    def take(self, most_choices: int) -> Request | None:
        while not self._waiting:
            request = next(self._source, None)
            if request is None:
                return None
            self.put_back(request)
        request = self._waiting.popleft()
        if len(request.ranks) > most_choices:
            self._waiting.appendleft(replace(request, ranks=request.ranks[most_choices:]))
        return replace(request, ranks=request.ranks[:most_choices])
