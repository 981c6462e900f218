"""Typed command tree -> what it leaks: files that are sent, keys and passwords that others can see. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from asmeant.languages.bash.command import Argument, Call, Node
from asmeant.languages.bash.danger import Danger, leaks

SECRET = re.compile(
    r"(^|/)(id_(rsa|dsa|ecdsa|ed25519)|[^/]*\.pem|shadow|\.netrc|\.pgpass|\.aws/credentials|\.ssh/?)$"
)
CREDENTIALS = re.compile(r"//[^/@\s:]+:[^/@\s]+@")
PASSWORD = re.compile(r"(?i)(pass(word|wd|phrase)?|secret|token|api_?key)=.+")
REMOTE = re.compile(r"[^/\s]+:(?!//)|rsync://")
SENDERS = frozenset({"nc", "netcat", "ncat", "mail", "mailx", "mutt", "sendmail"})


def sends(node: Node) -> Iterator[Danger]:
    if isinstance(node, Call) and node.name in ("scp", "rsync") and node.arguments:
        target = node.arguments[-1]
        if REMOTE.match(target.value):
            yield leaks(node, f"copies files to another machine, {target.text}")
    elif isinstance(node, Call) and node.name in SENDERS and node.flag("-l", "-z") is None and node.arguments:
        yield leaks(node, f"sends what it reads to {node.arguments[0].text}")


def secrets(node: Node) -> Iterator[Danger]:
    if isinstance(node, Argument):
        if CREDENTIALS.search(node.value) or (PASSWORD.search(node.value) and node.type != "Program"):
            text = "a password on the command line: others can see it while it runs, and the history keeps it"
            yield leaks(node, text)
        elif SECRET.search(node.value):
            yield leaks(node, f"{node.text} holds keys or passwords")
