"""An address -> a connection to a Ray cluster. Ray is imported here alone, when it is needed."""

from __future__ import annotations

import os
import socket
from typing import Any

from asmeant.errors import ServerError, UsageError
from asmeant.workers import cores

CONNECT_SECONDS = 10.0
EXTRA = "pip install 'asmeant[ray]'"
# Nobody is told that Ray is used, and Ray prints nothing to the standard output, where JSON may be printed.
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".*",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}


def load_ray() -> Any:
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError as error:
        raise UsageError(
            f"Work on a cluster (--on ray) needs Ray, which is not installed. Install it with: {EXTRA}"
        ) from error
    return ray


def _require_listener(address: str) -> None:
    """Ray itself would try for minutes. Raises OSError where nobody listens."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()


class Connection:
    """A connection to a cluster, or a Ray that was started here. Closing it ends only what it began."""

    def __init__(self, on: str, count: int | None = None) -> None:
        self.ray = load_ray()
        self.address = on if on != "ray" else os.environ.get("RAY_ADDRESS", "local")
        self._is_owner = not self.ray.is_initialized()
        if self._is_owner:
            self._connect(count)

    def _connect(self, count: int | None) -> None:
        settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        if self.address == "local":
            settings |= {"num_cpus": count or cores(), "include_dashboard": False}
        try:
            _require_listener(self.address)
            self.ray.init(address=self.address, **settings)
        except (ConnectionError, OSError, RuntimeError, ValueError) as error:
            text = " ".join(str(error).split())
            if self.address == "local":
                raise ServerError(f"Ray did not start here: {text[:300]}") from error
            raise ServerError(
                f"No Ray cluster answers at {self.address}: {text[:300].rstrip('.')}. "
                "Start one with: ray start --head, and look at it with: ray status. If it asks for a token, "
                "set RAY_AUTH_MODE=token here, too."
            ) from error

    def cpus(self) -> int:
        """The cores of all nodes that are there now."""
        return int(self.ray.cluster_resources().get("CPU", 0))

    def close(self) -> None:
        if self._is_owner:
            self.ray.shutdown()
