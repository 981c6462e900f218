"""The users and groups that commands find: those of Debian, and a few people. Imports nothing."""

from __future__ import annotations

# The name of each: its number, that of its group, and its home.
SYSTEM_USERS = {
    "root": (0, 0, "/root"), "daemon": (1, 1, "/usr/sbin"), "bin": (2, 2, "/bin"), "sys": (3, 3, "/dev"),
    "sync": (4, 65534, "/bin"), "games": (5, 60, "/usr/games"), "man": (6, 12, "/var/cache/man"),
    "lp": (7, 7, "/var/spool/lpd"), "mail": (8, 8, "/var/mail"), "news": (9, 9, "/var/spool/news"),
    "uucp": (10, 10, "/var/spool/uucp"), "proxy": (13, 13, "/bin"), "www-data": (33, 33, "/var/www"),
    "backup": (34, 34, "/var/backups"), "list": (38, 38, "/var/list"), "irc": (39, 39, "/run/ircd"),
    "nobody": (65534, 65534, "/nonexistent"),
}  # fmt: skip
PEOPLE = {"user": 1000, "alice": 1001, "bob": 1002}
GROUPS = {
    "root": 0, "daemon": 1, "bin": 2, "sys": 3, "adm": 4, "tty": 5, "disk": 6, "lp": 7, "mail": 8, "news": 9,
    "uucp": 10, "man": 12, "proxy": 13, "kmem": 15, "dialout": 20, "fax": 21, "voice": 22, "cdrom": 24,
    "floppy": 25, "tape": 26, "sudo": 27, "audio": 29, "dip": 30, "www-data": 33, "backup": 34,
    "operator": 37, "list": 38, "irc": 39, "src": 40, "shadow": 42, "utmp": 43, "video": 44, "sasl": 45,
    "plugdev": 46, "staff": 50, "games": 60, "users": 100, "crontab": 101, "ssh": 102, "nogroup": 65534,
    **PEOPLE, "developers": 1100,
}  # fmt: skip
MEMBERS = {"developers": "alice,bob"}

USER_NAMES = {number: name for name, (number, _, _) in SYSTEM_USERS.items()}
USER_NAMES.update({number: name for name, number in PEOPLE.items()})
GROUP_NAMES = {number: name for name, number in GROUPS.items()}


def passwd() -> str:
    rows = [
        f"{name}:x:{user}:{group}:{name}:{home}:{'/bin/bash' if user == 0 else '/usr/sbin/nologin'}"
        for name, (user, group, home) in SYSTEM_USERS.items()
    ]
    rows += [f"{name}:x:{number}:{number}::/home/{name}:/bin/bash" for name, number in PEOPLE.items()]
    return "\n".join(rows) + "\n"


def group() -> str:
    return "".join(f"{name}:x:{number}:{MEMBERS.get(name, '')}\n" for name, number in GROUPS.items())
