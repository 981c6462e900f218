"""utilities/*.toml, and how they are read."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from asmeant.languages.bash import flags, styles
from asmeant.languages.bash.knowledge import (
    COARSER,
    PUBLISHED_TYPES,
    TYPES,
    Slot,
    fitting,
    utilities,
    utility,
)

EFFECTS = {"writes", "destroys", "leaks", "network", "clock", "host", "random", "waits"}
STYLES = {
    "getopt",
    "early",
    "numbers",
    "echo",
    "env",
    "shell",
    "none",
    "free",
    "free-values",
    "find",
    "cd",
    "su",
    "assign",
}

EXPECTED = [
    "awk",
    "basename",
    "bash",
    "bzip2",
    "cal",
    "cat",
    "cd",
    "chgrp",
    "chmod",
    "chown",
    "clear",
    "cmp",
    "column",
    "comm",
    "cp",
    "cpio",
    "crontab",
    "csplit",
    "curl",
    "cut",
    "date",
    "dd",
    "df",
    "diff",
    "dig",
    "dirname",
    "du",
    "echo",
    "egrep",
    "env",
    "expand",
    "export",
    "expr",
    "false",
    "fgrep",
    "file",
    "find",
    "fmt",
    "fold",
    "free",
    "ftp",
    "getent",
    "git",
    "grep",
    "groups",
    "gunzip",
    "gzip",
    "head",
    "history",
    "host",
    "hostname",
    "id",
    "ifconfig",
    "info",
    "ip",
    "jobs",
    "join",
    "kill",
    "killall",
    "less",
    "ln",
    "locate",
    "logname",
    "ls",
    "lsof",
    "make",
    "man",
    "md5sum",
    "mkdir",
    "mkfifo",
    "mknod",
    "mktemp",
    "more",
    "mount",
    "mv",
    "netstat",
    "nice",
    "nl",
    "nohup",
    "od",
    "paste",
    "perl",
    "pgrep",
    "ping",
    "pkill",
    "pr",
    "printenv",
    "printf",
    "ps",
    "pstree",
    "pwd",
    "python",
    "read",
    "readlink",
    "realpath",
    "rename",
    "rev",
    "rm",
    "rmdir",
    "rsync",
    "scp",
    "screen",
    "sed",
    "seq",
    "set",
    "sh",
    "sha1sum",
    "shopt",
    "shred",
    "shuf",
    "shutdown",
    "sleep",
    "sort",
    "source",
    "split",
    "ssh",
    "ssh-keygen",
    "stat",
    "strings",
    "stty",
    "su",
    "sudo",
    "sum",
    "sync",
    "tac",
    "tail",
    "tar",
    "tee",
    "test",
    "time",
    "timeout",
    "top",
    "touch",
    "tr",
    "traceroute",
    "tree",
    "true",
    "truncate",
    "tty",
    "type",
    "ulimit",
    "umask",
    "umount",
    "unalias",
    "uname",
    "uniq",
    "unset",
    "unzip",
    "uptime",
    "useradd",
    "users",
    "vmstat",
    "w",
    "wait",
    "watch",
    "wc",
    "wget",
    "whereis",
    "which",
    "who",
    "whoami",
    "xargs",
    "xxd",
    "xz",
    "yes",
    "yum",
    "zcat",
    "zip",
    "zless",
]


def test_enough_are_known() -> None:
    assert len(utilities()) > 400
    assert not [name for name in EXPECTED if utility(name) is None]


@pytest.mark.parametrize("name", utilities())
def test_every_table_is_whole(name: str) -> None:
    known = utility(name)
    assert known is not None
    assert known.does
    assert known.effects <= EFFECTS
    assert known.order in ("", "any", "sorted", "input")
    assert known.style in STYLES | flags.EARLY | flags.SINGLE | set(styles.STYLES)
    for flag in known.flags.values():
        assert flag.does
        assert flag.effects <= EFFECTS
        assert all(written.startswith(("-", "+")) for written in flag.names)
        assert {slot.type for slot in flag.slots} <= TYPES
    assert not known.target_flag or known.target_flag in known.flags
    assert all(group & set(known.flags) for group in known.last_wins)
    assert known.number is None or not known.number.same_as or known.number.same_as in known.flags


def test_nothing_is_said_twice() -> None:
    """A table or a flag that comes again would silently replace the one before."""
    seen: Counter[str] = Counter()
    for file in sorted(
        (files("asmeant.languages.bash") / "utilities").iterdir(), key=lambda entry: entry.name
    ):
        for name, table in tomllib.loads(file.read_text(encoding="utf-8")).items():
            seen[name] += 1
            written = [word for key in table.get("flags", {}) for word in key.split() if word[0] in "-+"]
            seen.update(f"{name} {flag}" for flag in written)
    assert [name for name, count in seen.items() if count > 1] == []


def test_types() -> None:
    assert len(PUBLISHED_TYPES) == 16
    assert set(COARSER.values()) <= PUBLISHED_TYPES
    assert not PUBLISHED_TYPES & set(COARSER)


def test_other_names() -> None:
    egrep, vi, zcat = utility("egrep"), utility("vi"), utility("zcat")
    assert egrep is not None
    assert egrep.name == "grep"
    assert egrep.rewritten == ("grep", "-E")
    assert vi is not None
    assert vi.name == "vi"
    assert not vi.rewritten
    assert zcat is not None
    assert zcat.does == "print compressed files"
    assert "-c" in zcat.flags
    assert utility("/usr/bin/env") is utility("env")
    assert utility("no-such-utility") is None


def test_flags() -> None:
    grep, head = utility("grep"), utility("head")
    assert grep is not None
    assert head is not None
    count = grep.flag("--max-count")
    assert count is not None
    assert count is grep.flag("-m") is grep.flag("--max-c")
    assert count.slots == (Slot("Quantity"),)
    assert count.long == "--max-count"
    assert grep.flag("--no") is None  # --no-messages, --no-filename, ...
    assert grep.flag("--nonsense") is None
    assert head.number is not None
    assert head.number.same_as == "-n"
    assert head.number.long == "--lines"


FILE, TEXT = Slot("File"), Slot("Text")
FILES, MAYBE, MAYBE_FILES = (
    Slot("File", repeats=True),
    Slot("Text", optional=True),
    Slot("File", optional=True, repeats=True),
)


@pytest.mark.parametrize(
    ("slots", "count", "filled"),
    [
        ((FILES, TEXT), 1, "File"),
        ((FILES, TEXT), 2, "File Text"),
        ((FILES, TEXT), 4, "File File File Text"),
        ((FILES, MAYBE), 1, "File"),
        ((FILES, MAYBE), 2, "File Text"),
        ((FILES, MAYBE), 3, "File File Text"),
        ((TEXT, MAYBE_FILES), 1, "Text"),
        ((TEXT, MAYBE_FILES), 3, "Text File File"),
        ((FILE, MAYBE), 3, "File Text Unknown"),
        ((), 1, "Unknown"),
        ((FILE,), 0, ""),
    ],
)
def test_fitting(slots: tuple[Slot, ...], count: int, filled: str) -> None:
    assert " ".join(slot.type for slot in fitting(slots, count)) == filled
