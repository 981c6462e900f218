from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.errors import UsageError
from asmeant.metrics import tokens
from tests import needs


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("", []),
        ("a.bC(x_1)", ["a", ".", "b", "C", "(", "x_1", ")"]),
        ("HTTPServer", ["HTTPServer"]),
        ("getHTTPServer2Go", ["get", "HTTPServer2Go"]),
        ("a == 'b'", ["a", "=", "=", "`", "b", "`"]),
        ('f("b")', ["f", "(", "`", "b", "`", ")"]),
        ("if x:\n\ty", ["if", "x", ":", "y"]),
        ("año", ["a", "ñ", "o"]),
        ("имя", ["и", "м", "я"]),
        ("名前=1", ["名", "前", "=", "1"]),
    ],
)
def test_conala_by_hand(code: str, expected: list[str]) -> None:
    assert list(tokens.conala(code)) == expected


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from("aB9_ \n\t'\"()é名.\x1c")))
def test_conala_is_what_three_substitutions_make(code: str) -> None:
    """The definition in words: space around marks, then camelCase, then white space, then quotes."""
    apart = re.sub(r"([^A-Za-z0-9_])", r" \1 ", code)
    apart = re.sub(r"([a-z])([A-Z])", r"\1 \2", apart)
    apart = re.sub(r"\s+", " ", apart).replace('"', "`").replace("'", "`")
    assert list(tokens.conala(code)) == [token for token in apart.split(" ") if token]


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from("aZ9_-.,'\"&;()<>lt \n`é")))
def test_13a_is_sacrebleus(text: str) -> None:
    tokenizer = pytest.importorskip("sacrebleu.tokenizers.tokenizer_13a", reason=needs.DEV)
    assert " ".join(tokens.mteval_13a(text)) == " ".join(tokenizer.Tokenizer13a()(text).split())


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from("aZ9_ .'é名")))
def test_rouge_words_are_rouge_scores(text: str) -> None:
    tokenizers = pytest.importorskip("rouge_score.tokenizers", reason=needs.DEV)
    assert list(tokens.rouge_words(text)) == tokenizers.DefaultTokenizer().tokenize(text)


def test_13a_splits_at_the_underscore_and_conala_does_not() -> None:
    assert tokens.conala("a_b") == ("a_b",)
    assert tokens.mteval_13a("a_b") == ("a", "_", "b")


def test_a_missing_library_is_named_with_its_extra() -> None:
    with pytest.raises(UsageError, match=r"'bleu' needs not-there.*pip install 'asmeant\[metrics\]'"):
        tokens.library("not_there.deep", "bleu")
    assert tokens.version("not-there") == "not-there:missing"
