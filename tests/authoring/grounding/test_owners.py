"""Users and groups that a command names exist."""

from __future__ import annotations

from asmeant.authoring.grounding.owners import USERS, accounts, owner_numbers


def test_numbers() -> None:
    assert owner_numbers(["root", "eric", "42", "carla"], USERS) == {
        "root": 0,
        "eric": 2000,
        "42": 42,
        "carla": 2001,
    }


def test_only_unknown_names_are_added() -> None:
    assert list(accounts(["bob", "42"], ["users"])) == []
    passwd, group = accounts(["eric"], ["web"])
    assert passwd.content.decode().endswith("eric:x:2000:2001::/home/eric:/bin/bash\n")
    assert group.content.decode().endswith("web:x:2000:\neric:x:2001:\n")
