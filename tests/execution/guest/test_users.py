"""The users that commands find, and the ids that a machine lends for them."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from asmeant.execution.guest import ids, users


def test_every_user_has_a_group_and_one_name() -> None:
    rows = [line.split(":") for line in users.passwd().splitlines()]
    groups = {line.split(":")[2]: line.split(":")[0] for line in users.group().splitlines()}
    assert len({row[2] for row in rows}) == len(rows) == len(users.USER_NAMES)
    assert {row[3] for row in rows} <= groups.keys()
    assert all(len(row) == 7 for row in rows)
    assert (users.USER_NAMES[1001], users.GROUP_NAMES[1100]) == ("alice", "developers")
    assert max(users.USER_NAMES) < ids.IDS


@pytest.mark.parametrize(
    ("text", "lent"),
    [
        ("{name}:100000:65536\n", (100000, 65536)),
        ("other:1:2\n{uid}:200000:10\n{name}:3:4\n", (200000, 10)),
        ("other:100000:65536\n", (0, 0)),
        ("# no line\n{name}:x:y\n", (0, 0)),
        ("", (0, 0)),
    ],
)
def test_ids_that_the_machine_lends(tmp_path: Path, text: str, lent: tuple[int, int]) -> None:
    path = tmp_path / "subuid"
    path.write_text(text.format(name=pwd.getpwuid(os.getuid()).pw_name, uid=os.getuid()))
    assert ids.lent_ids(str(path)) == lent
    assert ids.lent_ids(str(tmp_path / "none")) == (0, 0)
