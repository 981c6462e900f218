"""The judge behind an address: the same methods as the one in this process."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from threading import Lock
from weakref import WeakKeyDictionary

from asmeant.client.calling import AsyncClient, Client
from asmeant.client.trees import UPLOAD
from asmeant.client.wire import Batch, Decided, ServerView, Submission, TighterLimits
from asmeant.decisions import Decision, Pair
from asmeant.errors import UsageError
from asmeant.records import Candidate, Limits, Task, Verdict

TOKEN_VARIABLE = "ASMEANT_TOKEN"
SMALLEST_BATCH = 64
CANDIDATES_FOR_A_WORKER = 16
TIGHTER = ("seconds", "memory_mb", "output_bytes")


class RemoteCourt:
    """Decides by a server. Limits that are not set are those of the server, which it may not exceed."""

    def __init__(
        self,
        address: str,
        token: str = "",
        *,
        limits: Limits = Limits(),
        strict: bool = False,
        extract: bool = False,
    ) -> None:
        token = token or os.environ.get(TOKEN_VARIABLE, "")
        self._client = Client(address, token)
        self._address, self._token = address, token
        self._limits = limits
        self._strict, self._extract = strict, extract
        self._trees: dict[str, str] = {}
        self._lock = Lock()
        # A client of asyncio belongs to its event loop.
        self._async_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, AsyncClient] = WeakKeyDictionary()

    @cached_property
    def _server(self) -> ServerView:
        return self._client.server()

    @cached_property
    def _batch_size(self) -> int:
        """Enough to keep the workers of the server busy."""
        return max(SMALLEST_BATCH, CANDIDATES_FOR_A_WORKER * self._server.workers)

    @cached_property
    def _tighter(self) -> TighterLimits | None:
        """The limits that were set here. What the server does not do is an error, and not passed over."""
        wanted = {}
        for field in fields(Limits):
            value = getattr(self._limits, field.name)
            if value == field.default:
                continue
            allowed = getattr(self._server.limits, field.name)
            if value != allowed and (field.name not in TIGHTER or value > allowed):
                raise UsageError(
                    f"The server at {self._address} runs programs with {field.name} {allowed}, "
                    f"and {value} was set. Leave it out, or start the server with other limits."
                )
            if field.name in TIGHTER:
                wanted[field.name] = value
        return TighterLimits(**wanted) if wanted else None

    def decide(self, pairs: Iterable[Pair]) -> Iterator[Verdict]:
        return (verdict for _, _, verdict in self._decided(pairs, details=False))

    def decisions(self, pairs: Iterable[Pair]) -> Iterator[Decision]:
        for (task, code), decided, verdict in self._decided(pairs, details=True):
            candidate = decided.candidate or Candidate(task.id, verdict.rank, code)
            rank = verdict.rank
            observations = [replace(observation, rank=rank) for observation in decided.observations]
            yield Decision(task, replace(candidate, rank=rank), verdict, observations)

    def _decided(self, pairs: Iterable[Pair], details: bool) -> Iterator[tuple[Pair, Decided, Verdict]]:
        source = iter(pairs)
        start = 0
        while some := list(islice(source, self._batch_size)):
            for decided in self._client.verdicts(self._batch(some, details)):
                pair = some[decided.rank]
                verdict = replace(decided.verdict, rank=start + decided.rank, task_id=pair[0].id)
                yield pair, decided, verdict
            start += len(some)

    async def adecide(self, task: Task, code: str) -> Verdict:
        batch = await asyncio.to_thread(self._batch, [(task, code)], False)
        loop = asyncio.get_running_loop()
        client = self._async_clients.get(loop)
        if client is None:
            client = self._async_clients.setdefault(loop, AsyncClient(self._address, self._token))
        async for decided in client.verdicts(batch):
            verdict = replace(decided.verdict, task_id=task.id)
        return verdict

    def _batch(self, pairs: list[Pair], details: bool) -> Batch:
        """Each task is sent once. Tasks that share an id and nothing else get names of their own."""
        names: dict[int, str] = {}
        originals: dict[str, Task] = {}
        tasks: dict[str, Task] = {}
        submissions = []
        for task, code in pairs:
            name = names.get(id(task))
            if name is None:
                name = task.id if originals.get(task.id, task) == task else f"{task.id}#{len(tasks)}"
                names[id(task)] = name
                originals.setdefault(name, task)
                tasks.setdefault(name, replace(self._with_trees(task), id=name))
            submissions.append(Submission(name, code))
        return Batch(
            tuple(submissions),
            tuple(tasks.values()),
            extract=self._extract,
            strict=self._strict,
            details=details,
            limits=self._tighter,
        )

    def _with_trees(self, task: Task) -> Task:
        """Trees on this disk are sent to the server, each once."""
        if not _has_tree(task):
            return task
        scaffold = replace(task.scaffold, tree=self._uploaded(task.scaffold.tree))
        checks = tuple(replace(check, trees=tuple(map(self._uploaded, check.trees))) for check in task.checks)
        return replace(task, scaffold=scaffold, checks=checks)

    def _uploaded(self, tree: str) -> str:
        if not tree or tree.startswith(UPLOAD):
            return tree
        with self._lock:
            if tree not in self._trees:
                self._trees[tree] = self._client.upload_tree(Path(tree)).tree
            return self._trees[tree]

    def close(self) -> None:
        self._client.close()


def _has_tree(task: Task) -> bool:
    return bool(task.scaffold.tree) or any(check.trees for check in task.checks)
