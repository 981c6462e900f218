"""A Ray cluster of several nodes on this machine, by Ray's own utility for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from asmeant.pipeline.cluster.connection import load_ray

TRIES = 3


@contextmanager
def ray_cluster(nodes: int, **node: Any) -> Iterator[Any]:
    """So many nodes with these settings, until the block ends."""
    load_ray()
    from ray.cluster_utils import Cluster

    head = {**node, "include_dashboard": False}
    cluster: Any = patiently(lambda: Cluster(initialize_head=True, head_node_args=head))
    try:
        for _ in range(nodes - 1):
            patiently(lambda: cluster.add_node(**node))
        yield cluster
    finally:
        cluster.shutdown()


def patiently(start: Callable[[], Any]) -> Any:
    """Ray gives a node 30 s to start, which may be too little on a busy machine."""
    for attempt in range(TRIES):
        try:
            return start()
        except Exception:  # Ray raises bare ones, too
            if attempt == TRIES - 1:
                raise
    return None
