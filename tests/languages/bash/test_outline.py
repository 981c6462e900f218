"""The typed tree as plain data."""

from __future__ import annotations

import json
from typing import Any

from asmeant.languages.bash.outline import outline
from asmeant.languages.bash.understanding import understand


def kinds(node: dict[str, Any]) -> list[str]:
    return [node["node"], *(kind for child in node["children"] for kind in kinds(child))]


def test_every_node_is_there() -> None:
    source = "A=1 sort -nk2 $(cat x) > out | wc && { ls -- y; }"
    tree = outline(understand(source))
    assert json.loads(json.dumps(tree))["end"] == len(source)
    assert set(kinds(tree)) == {
        "sequence", "logic", "pipe", "call", "flag", "argument", "inner", "assigned", "redirected", "block", "operator",
    }  # fmt: skip


def test_one_flag() -> None:
    call = outline(understand("sort -k 2"))["children"][0]
    assert call["name"] == "sort"
    assert call["children"][1] == {
        "node": "flag",
        "name": "-k",
        "known": True,
        "start": 5,
        "end": 9,
        "children": [
            {
                "node": "argument",
                "type": "Number",
                "text": "2",
                "value": "2",
                "name": "",
                "start": 8,
                "end": 9,
                "children": [],
            }
        ],
    }
