"""Calls a server (`asmeant serve`): tasks and candidates out, verdicts in.

with Client("http://127.0.0.1:8000") as client:
    for decided in client.verdicts(Batch(tasks=[task], candidates=[Submission(task.id, "x + x")])):
        print(decided.verdict.status)

`AsyncClient` has the same methods for asyncio. `Judge("http://...")` stands on them.
"""

from asmeant.client.calling import AsyncClient, Client
from asmeant.client.wire import (
    Batch,
    Decided,
    Ended,
    Fault,
    RunPage,
    RunView,
    ServerView,
    Submission,
    TighterLimits,
)

__all__ = [
    "AsyncClient",
    "Batch",
    "Client",
    "Decided",
    "Ended",
    "Fault",
    "RunPage",
    "RunView",
    "ServerView",
    "Submission",
    "TighterLimits",
]
