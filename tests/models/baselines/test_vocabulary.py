from __future__ import annotations

from asmeant.models.baselines.vocabulary import END, UNKNOWN, Vocabulary, source_ids, target_ids, written


def test_the_most_frequent_tokens_come_first_and_rare_ones_are_left_out() -> None:
    vocabulary = Vocabulary.of([["b", "a", "b"], ["a", "b", "c"]], least_count=2)
    assert vocabulary.tokens[4:] == ("b", "a")
    assert vocabulary.ids(["a", "c"]) == [5, UNKNOWN]


def test_a_token_that_looks_like_the_end_is_not_the_end() -> None:
    assert Vocabulary.of([["</s>"]]).ids(["</s>"]) != [END]


def test_tokens_of_the_source_are_written_by_their_first_position() -> None:
    vocabulary = Vocabulary.of([["ls", "in"]])
    source = ["x", "in", "y", "x"]
    assert source_ids(source, vocabulary) == [6, vocabulary.id("in"), 8, 6]
    target = ["ls", "y", "x", "z"]
    ids = target_ids(target, source, vocabulary)
    assert ids == [vocabulary.id("ls"), 8, 6, UNKNOWN]
    assert written(ids[:3], source, vocabulary) == target[:3]
