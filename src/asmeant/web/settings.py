"""The settings of a server: one frozen record, which every request can read."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from asmeant.errors import UsageError
from asmeant.records import Limits
from asmeant.store_runs import mirror_of
from asmeant.stores import is_url, local_path

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
STATE_FOLDER = ".asmeant-serve"


@dataclass(frozen=True, slots=True)
class Quotas:
    """What the server accepts at a time. Anything beyond is refused at once."""

    batch_candidates: int = 10_000
    waiting_candidates: int = 100_000
    waiting_bytes: int = 512 << 20
    caller_candidates: int = 50_000
    caller_batches: int = 2_000
    batch_bytes: int = 64 << 20
    upload_bytes: int = 32 << 20
    form_bytes: int = 1 << 20
    body_seconds: float = 60.0
    checks_of_a_task: int = 200
    probe_characters_of_a_task: int = 1_000_000
    kept_hours: float = 24.0
    kept_bytes: int = 1 << 30
    shutdown_seconds: float = 30.0


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server.

    `folder` holds the runs: a folder, or the URL of one on a store. `public_url` is the address at which
    browsers reach the server if it is behind a proxy.

    `limits` are what a program may use; a caller may ask for less. With `allow_run`, runs may be started from
    the pages. `token` is a shared secret with the role `write`; `users` is the file of users. `project` is
    the folder or the URL of an authoring project, whose pages are shown as well; `posts` is the file of posts
    that its items were made from.
    """

    folder: Path | str = Path("runs")
    project: str = field(default="", repr=False)
    posts: Path | None = None
    host: str = "127.0.0.1"
    port: int = 8000
    public_url: str = ""
    users: Path | None = None
    token: str = field(default="", repr=False)
    allow_run: bool = False
    world: str = ""
    sandbox: str = ""
    workers: int | None = None
    on: str = "local"
    every: bool = False
    cache: Path | None = None
    limits: Limits = Limits()
    strict: bool = False
    secure: bool = False
    quotas: Quotas = Quotas()
    session_hours: float = 12.0
    idle_hours: float = 2.0

    def __post_init__(self) -> None:
        if self.public_url and urlsplit(self.public_url).scheme not in ("http", "https"):
            raise UsageError(
                f"A public address is a URL such as https://runs.example.org, not '{self.public_url}'."
            )
        if not self.is_local and not self.needs_login:
            raise UsageError(
                f"{self.host} can be reached from other machines, and anyone there could run code here. "
                "Set a token (--token), or add a user: asmeant serve --add-user NAME"
            )

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host) and not self.public_url

    @property
    def needs_login(self) -> bool:
        return bool(self.token) or self.users is not None

    @property
    def is_secure(self) -> bool:
        """Whether browsers reach it by https, so that cookies can be restricted to https."""
        return self.secure or urlsplit(self.public_url).scheme == "https"

    @property
    def hosts(self) -> frozenset[str] | None:
        """The host names of the server, without ports. None: any, if everyone must log in."""
        if self.public_url:
            return frozenset({urlsplit(self.public_url).hostname or "", *LOOPBACK_NAMES})
        return frozenset({self.host, *LOOPBACK_NAMES}) if self.is_local else None

    @property
    def state(self) -> Path:
        """The folder for data that must outlive the server: always on this machine."""
        if isinstance(self.folder, str) and is_url(self.folder):
            return mirror_of(self.folder) / STATE_FOLDER
        return local_path(self.folder) / STATE_FOLDER


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
