from __future__ import annotations

import pytest

from asmeant.languages.bash.command import Call
from asmeant.languages.bash.subcommands import losses
from asmeant.languages.bash.understanding import understand


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("git reset --hard HEAD~1", "git reset --hard throws away all changes that are not committed"),
        ("git reset HEAD~1", ""),
        ("git clean -fd", "git clean deletes files that git does not know"),
        ("git push --force origin main", "git push --force throws away what others have pushed"),
        ("git push origin main", ""),
        ("docker rm -f web", "docker rm -f ends a running container and deletes it"),
        ("docker rm web", ""),
        ("kubectl delete pod a", "kubectl delete removes what runs in the cluster"),
    ],
)
def test_what_is_lost(command: str, text: str) -> None:
    (call,) = understand(command).commands
    assert isinstance(call, Call)
    assert "".join(losses(call)) == text
