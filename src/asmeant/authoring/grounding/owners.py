"""Users and groups that a command names -> accounts in its tree, and owners of files. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from asmeant.execution.guest.users import GROUPS, PEOPLE, SYSTEM_USERS, group, passwd
from asmeant.execution.shell.tree import MADE, Entry

USERS = {name: number for name, (number, _, _) in SYSTEM_USERS.items()} | PEOPLE
# Numbers for unknown names, and one without a name.
FIRST_NEW, NAMELESS = 2000, 3000
OTHER_USER, OTHER_GROUP = USERS["bob"], GROUPS["users"]
_NAME = re.compile(r"[A-Za-z_][\w.-]*")


def owner_numbers(names: Iterable[str], numbers: dict[str, int]) -> dict[str, int]:
    """The number of each user or group: its own if it is known or a number, otherwise a new one."""
    new = (name for name in dict.fromkeys(names) if name not in numbers and not name.isdigit())
    numbers = numbers | {name: FIRST_NEW + place for place, name in enumerate(new)}
    return {name: int(name) if name.isdigit() else numbers[name] for name in names}


def accounts(users: Iterable[str], groups: Iterable[str]) -> Iterator[Entry]:
    """The files that list users and groups, if a command names an unknown one."""
    new_users = _new(users, USERS)
    new_groups = _new([*groups, *new_users], GROUPS)
    if new_users:
        rows = (f"{n}:x:{i}:{new_groups.get(n, i)}::/home/{n}:/bin/bash\n" for n, i in new_users.items())
        yield Entry("/etc/passwd", time=MADE, content=(passwd() + "".join(rows)).encode())
    if new_groups:
        rows = (f"{name}:x:{number}:\n" for name, number in new_groups.items())
        yield Entry("/etc/group", time=MADE, content=(group() + "".join(rows)).encode())


def _new(names: Iterable[str], known_numbers: dict[str, int]) -> dict[str, int]:
    numbers = owner_numbers(names, known_numbers)
    return {name: numbers[name] for name in numbers if name not in known_numbers and _NAME.fullmatch(name)}
