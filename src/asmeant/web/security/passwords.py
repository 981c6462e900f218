"""Passwords and tokens -> hashes, and their verification in constant time."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from functools import cache

# About 60 ms and 32 MB: expensive for guessing, cheap for a login.
COST, BLOCK, PARALLEL = 1 << 15, 8, 1
SALT_BYTES = 16
KEY_BYTES = 32
SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 1024


def hash_password(password: str) -> str:
    salt = secrets.token_bytes(SALT_BYTES)
    return (
        f"scrypt${COST}${BLOCK}${PARALLEL}${_text(salt)}${_text(_key(password, salt, COST, BLOCK, PARALLEL))}"
    )


def password_fits(password: str, stored: str) -> bool:
    kind, cost, block, parallel, salt, key = stored.split("$")
    if kind != "scrypt":
        return False
    actual = _key(password, base64.b64decode(salt), int(cost), int(block), int(parallel))
    return hmac.compare_digest(actual, base64.b64decode(key))


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """Tokens are long and random, so one round of hashing is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _key(password: str, salt: bytes, cost: int, block: int, parallel: int) -> bytes:
    secret = password.encode("utf-8", "surrogatepass")[:LONGEST_PASSWORD]
    memory = 256 * cost * block
    return hashlib.scrypt(secret, salt=salt, n=cost, r=block, p=parallel, maxmem=memory, dklen=KEY_BYTES)


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


@cache
def no_ones_password() -> str:
    """A hash for unknown users, so that checking their names takes as long as a wrong password."""
    return hash_password(secrets.token_hex())
