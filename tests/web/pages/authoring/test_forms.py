"""What the fields of a form become."""

from __future__ import annotations

import pytest

from asmeant.web.pages.authoring.forms import Form, OtherText, copy_name, number, with_texts, work_address


@pytest.mark.parametrize(
    ("text", "expected"),
    [("3", 3), ("0", 0), ("", 0), ("-1", 0), ("x", 0), ("٣", 0), ("9" * 40, 0), ("1.5", 0)],
)
def test_versions_are_numbers(text: str, expected: int) -> None:
    assert number(text) == expected


def test_only_texts_that_differ_are_shown_beside_ones_own() -> None:
    form = Form("write", "i", "ann", {}, 2, 1)
    both = with_texts(form, {"intent": "a", "code1": "ls"}, {"intent": "b", "code1": "ls", "code2": ""})
    assert both.others == (OtherText("intent", "b"),)
    assert both.text("intent") == "a"
    assert both.text("nothing") == ""


def test_addresses_and_names() -> None:
    assert work_address("judge", "a/b?&", "pairs") == "/author/judge?id=a%2Fb%3F%26&form=pairs"
    assert (
        len({copy_name("ann", "write", "i"), copy_name("bob", "write", "i"), copy_name("ann", "vote", "i")})
        == 3
    )
