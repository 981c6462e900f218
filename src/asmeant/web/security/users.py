"""The file of users and tokens: a name, a role, and the hash of a password or of a token."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from asmeant.errors import DataError, UsageError
from asmeant.files import write_whole
from asmeant.records import from_json
from asmeant.web.security.callers import LOCAL, NOBODY, Caller, Role
from asmeant.web.security.passwords import (
    SHORTEST_PASSWORD,
    hash_password,
    hash_token,
    new_token,
    no_ones_password,
    password_fits,
)

SHARED = "token"  # the name of callers with the shared token
_NAME = re.compile(r"[\w][\w.@+-]{0,63}")


class User(msgspec.Struct, frozen=True, omit_defaults=True):
    """Someone who may log in with a password, or a program that has a token.

    `person` is their pseudonym in an authoring project; empty: their name.
    """

    role: Role
    password: str = ""
    token: str = ""
    person: str = ""


class Users:
    """Read once when the server starts. Changes by `--add-user` take effect at the next start."""

    def __init__(self, users: Mapping[str, User]) -> None:
        self._users = dict(users)
        self._by_token = {user.token: name for name, user in users.items() if user.token}

    def with_password(self, name: str, password: str) -> Caller:
        user = self._users.get(name)
        stored = user.password if user and user.password else no_ones_password()
        if not password_fits(password, stored) or user is None or not user.password:
            return NOBODY
        return Caller(name, user.role, "session", user.person)

    def with_token(self, token: str) -> Caller:
        # Only hashes are looked up, so the time of a look-up reveals nothing about a token.
        name = self._by_token.get(hash_token(token))
        if name is None:
            return NOBODY
        return Caller(name, self._users[name].role, "token", self._users[name].person)

    @property
    def have_passwords(self) -> bool:
        return any(user.password for user in self._users.values())


def read_users(path: Path | None, shared_token: str = "") -> Users:
    users = dict(_read(path)) if path is not None else {}
    if shared_token:
        users[SHARED] = User("write", token=hash_token(shared_token))
    return Users(users)


def add_user(path: Path, name: str, role: Role, password: str, person: str = "") -> None:
    """Adds a user, or changes their password and role."""
    if len(password) < SHORTEST_PASSWORD:
        raise UsageError(f"A password has {SHORTEST_PASSWORD} characters or more.")
    _add(path, name, User(role, password=hash_password(password), person=person))


def add_token(path: Path, name: str, role: Role) -> str:
    """Adds a program that calls the API. Returns its token; only its hash is stored."""
    token = new_token()
    _add(path, name, User(role, token=hash_token(token)))
    return token


def _add(path: Path, name: str, user: User) -> None:
    if not _NAME.fullmatch(name) or name in (LOCAL.name, SHARED):
        raise UsageError(
            f"'{name}' cannot be the name of a user: use letters, digits and . _ @ + -, at most 64."
        )
    users = {**(_read(path) if path.exists() else {}), name: user}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, msgspec.json.format(msgspec.json.encode(users), indent=2) + b"\n")
    path.chmod(0o600)


def _read(path: Path) -> dict[str, User]:
    try:
        return from_json(dict[str, User], path.read_bytes())
    except OSError as error:
        raise DataError(
            f"The users in {path} cannot be read: {error.strerror}. Add one: asmeant serve --add-user NAME"
        ) from error
    except msgspec.DecodeError as error:
        raise DataError(
            f"{path} is not a file of users: {error}. Write it with asmeant serve --add-user."
        ) from error
