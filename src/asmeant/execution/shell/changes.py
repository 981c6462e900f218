"""What a command changed, as plain data: one record for each path that is not what it was."""

from __future__ import annotations

from dataclasses import dataclass

from asmeant.execution.shell.tree import EntryKind


@dataclass(frozen=True, slots=True)
class State:
    """What is at a path. `content` is None where it is not a file, was there before, or is too large to show.

    `time` is when it was last modified, in seconds since 1970; None where that is when the command ran.
    `twin` is another name of the same file, made by a hard link: of several, the first.
    """

    kind: EntryKind
    mode: int
    time: int | None = None
    size: int = 0
    digest: str = ""
    content: bytes | None = None
    target: str = ""
    twin: str = ""
    owner: int = 0
    group: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """A path, and what is there before and after a command. None where nothing is."""

    path: str
    before: State | None
    after: State | None

    @property
    def what(self) -> tuple[str, ...]:
        """What differs: `created`, `deleted`, `type`; or of `content`, `target`, `mode`, `owner`, `time`."""
        before, after = self.before, self.after
        if before is None or after is None:
            return ("created",) if before is None else ("deleted",)
        if before.kind != after.kind:
            return ("type",)
        differs = {
            "content": before.digest != after.digest,
            "target": before.target != after.target,
            "mode": before.mode != after.mode,
            "owner": (before.owner, before.group) != (after.owner, after.group),
            "time": before.time != after.time and (after.kind != "directory" or after.time is not None),
        }
        return tuple(name for name, is_so in differs.items() if is_so)

    def __str__(self) -> str:
        """In a few words, for people."""
        before, after = self.before, self.after
        if after is None:
            return "deleted" if before is None or before.kind == "file" else f"{before.kind} deleted"
        size = f"{after.size} bytes" + (f", the same file as {after.twin}" if after.twin else "")
        state = {"file": size, "link": f"link to {after.target}"}.get(after.kind, after.kind)
        if before is None:
            owner = f", owner {after.owner}:{after.group}" if after.owner or after.group else ""
            return f"created: {state}{owner}"
        words = {
            "type": f"{before.kind} became {after.kind}",
            "content": f"modified: {state}",
            "target": state,
            "mode": f"mode {before.mode:o} -> {after.mode:o}",
            "owner": f"owner {before.owner}:{before.group} -> {after.owner}:{after.group}",
            "time": "touched",
        }
        return ", ".join(words[name] for name in self.what)
