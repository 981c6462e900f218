"""Passwords are kept as hashes that are dear to guess."""

from __future__ import annotations

import pytest

from asmeant.web.security import passwords
from asmeant.web.security.passwords import (
    hash_password,
    hash_token,
    new_token,
    no_ones_password,
    password_fits,
)


def test_a_password_fits_its_hash_and_no_other() -> None:
    stored = hash_password("пароль 日本")
    assert "пароль" not in stored
    assert stored.startswith("scrypt$32768$8$1$")
    assert password_fits("пароль 日本", stored)


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "COST", 16)


def test_each_hash_has_a_salt_of_its_own(cheap: None) -> None:
    assert hash_password("12345678") != hash_password("12345678")


@pytest.mark.parametrize("password", ["", "\ud800", "x" * 100_000, "\0", "1234567", "123456789"])
def test_other_passwords_do_not_fit(cheap: None, password: str) -> None:
    assert not password_fits(password, hash_password("12345678"))
    assert len(hash_token(password)) == 64


def test_who_is_unknown_has_a_hash_as_dear_as_that_of_others() -> None:
    assert no_ones_password().startswith("scrypt$32768$8$1$")


def test_tokens_are_long_and_different() -> None:
    assert len({new_token() for _ in range(100)}) == 100
    assert len(new_token()) >= 43
