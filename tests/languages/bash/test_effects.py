"""What an outcome depends on, and the order of output lines."""

from __future__ import annotations

import pytest

from asmeant.languages.bash.effects import UNSTABLE, effects, output_order
from asmeant.languages.bash.understanding import understand


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("ls", ""),
        ("cat a | sort", ""),
        ("find . -mtime +1", "clock"),
        ("date; who", "clock host"),
        ("curl x", "network"),
        ("sort -R", "random"),
        ("tail -f x", "waits"),
        ("find . -exec rm {} +", "destroys"),
        ("echo $(hostname)", "host"),
        ("foo", "unknown"),
        ("touch x", "clock writes"),
    ],
)
def test_effects(source: str, expected: str) -> None:
    assert " ".join(sorted(effects(understand(source)))) == expected


def test_unstable_words_are_effects_that_utilities_have() -> None:
    sources = {"clock": "date", "host": "who", "network": "ping x", "random": "shuf x", "waits": "less x"}
    assert set(sources) == UNSTABLE
    assert all(word in effects(understand(source)) for word, source in sources.items())


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("find .", "any"),
        ("find . | grep x", "any"),
        ("find . | sort", "sorted"),
        ("find . | sort | head -5", "sorted"),
        ("find . | xargs cat", "any"),
        ("ls", "sorted"),
        ("ls -U", "any"),
        ("grep -r x .", "any"),
        ("grep x f", "input"),
        ("cat f", "input"),
        ("sudo find .", "any"),
        ("ls; find .", "any"),
        ("ls; cat f", ""),
        ("ls && ls", "sorted"),
        ("(find .)", "any"),
        ("(find .) | cat", "any"),
        ("find . | (cat)", "any"),
        ("foo", ""),
        ("find . | foo", ""),
    ],
)
def test_order(source: str, expected: str) -> None:
    assert output_order(understand(source)) == expected
