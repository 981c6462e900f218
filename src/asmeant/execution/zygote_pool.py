"""A pool of zygotes, which are kept for the next program."""

from __future__ import annotations

import threading
import weakref
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from asmeant.errors import SandboxError
from asmeant.execution.zygotes import Zygote, ZygoteKind, start

# So many zygotes of kinds that are not in use right now are kept for the next program.
MOST_IDLE = 8


class Pool:
    """Zygotes by kind, for any number of threads; each is used by one thread at a time."""

    def __init__(self) -> None:
        self._idle: dict[ZygoteKind, list[Zygote]] = defaultdict(list)
        self._busy: set[Zygote] = set()
        self._is_closed = False
        self._lock = threading.Lock()
        weakref.finalize(self, _close_all, self._idle)  # with the folders of those that have no walls

    @contextmanager
    def zygote(self, kind: ZygoteKind) -> Iterator[Zygote]:
        """One of that kind. It is kept for the next program unless it fell ill."""
        with self._lock:
            idle = self._idle[kind].pop() if self._idle[kind] else None
        zygote = idle or start(kind)
        try:
            self._lend(zygote)
            yield zygote
        except BaseException:
            zygote.close()
            raise
        finally:
            with self._lock:
                self._busy.discard(zygote)
        if zygote.fit and not self._is_closed:
            self._put_back(zygote)
        else:
            zygote.close()

    def _lend(self, zygote: Zygote) -> None:
        with self._lock:
            if self._is_closed:
                raise SandboxError("The sandbox has been closed while a program waited to run in it.")
            self._busy.add(zygote)

    def _put_back(self, zygote: Zygote) -> None:
        with self._lock:
            self._idle[zygote.kind].append(zygote)
            surplus = [] if self._count() <= MOST_IDLE else [self._oldest(zygote.kind)]
        for old in surplus:
            old.close()

    def _count(self) -> int:
        return sum(map(len, self._idle.values()))

    def _oldest(self, last_used: ZygoteKind) -> Zygote:
        others = [kind for kind, idle in self._idle.items() if idle and kind != last_used]
        return self._idle[others[0] if others else last_used].pop(0)

    def close(self) -> None:
        """Ends them all. Those that are in use are killed, and closed by the thread that uses them."""
        with self._lock:
            self._is_closed = True
            for zygote in self._busy:
                zygote.kill()
            _close_all(self._idle)


def _close_all(idle: dict[ZygoteKind, list[Zygote]]) -> None:
    zygotes = [zygote for same in idle.values() for zygote in same]
    idle.clear()
    for zygote in zygotes:
        zygote.close()
