"""The record of warnings: which part of a command destroys or leaks data."""

from __future__ import annotations

from dataclasses import dataclass

from asmeant.languages.bash.command import Node


@dataclass(frozen=True, slots=True)
class Danger:
    kind: str  # destroys | leaks
    start: int
    end: int
    text: str


def destroys(node: Node, text: str) -> Danger:
    return Danger("destroys", node.start, node.end, text)


def leaks(node: Node, text: str) -> Danger:
    return Danger("leaks", node.start, node.end, text)
