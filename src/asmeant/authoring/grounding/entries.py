"""A path, how it is, needs -> one entry of a starting tree. Pure."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from asmeant.authoring.grounding.conditions import Condition
from asmeant.authoring.grounding.contents import content
from asmeant.authoring.grounding.names import OTHERS
from asmeant.authoring.grounding.needs import Needs
from asmeant.execution.shell.tree import MADE, Entry
from asmeant.languages.bash.patterns import glob_example, regex_example

MOST_TEXT = 1 << 16


def folder_of(path: str, as_is: Condition) -> Entry:
    return Entry(path, "directory", as_is.mode, MADE - as_is.age)


def entry_of(path: str, kind: str, as_is: Condition, wanted: Needs, random: Random) -> Entry:
    time = MADE - as_is.age - random.randint(1, 20)
    entry = Entry(path, "file", as_is.mode, time, owner=as_is.owner, group=as_is.group)
    if kind == "directory":
        return replace(entry, kind="directory", mode=as_is.mode if wanted.modes else 0o755)
    if kind == "link":
        return replace(entry, kind="link", mode=0o644, target=_target(wanted, random))
    if kind == "pipe":
        return replace(entry, kind="pipe")
    text = content(path, wanted, random)
    entry = replace(entry, content=text)
    return entry if as_is.size is None else of_size(entry, as_is.size)


def of_size(entry: Entry, size: int) -> Entry:
    """A file with that many bytes: its text again and again, and if it is large, a hole."""
    length = min(size, MOST_TEXT)
    text = entry.content * (length // max(1, len(entry.content)) + 1)
    return replace(entry, content=text[:length], size=size)


def _target(wanted: Needs, random: Random) -> str:
    """Where a link leads: some lead to what is there."""
    others = (*OTHERS[:3], "/etc/passwd", "/etc/hosts", "/etc/group")
    targets = [regex_example(text.regex, text.dialect, random) for text in wanted.listed]
    targets += [glob_example(random.choice(wanted.targets), random)] if wanted.targets else []
    return random.choice(targets if targets and random.random() < 0.6 else others)
