"""A classifier learns titles, says how well, and is a harmless file."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.authoring.posts.classifier import (
    Classifier,
    Quality,
    cross_validate,
    features,
    load,
    save,
    train,
)
from asmeant.authoring.posts.titles import Title, own_titles
from asmeant.errors import DataError, UsageError

EN = [title for title in own_titles() if title.language == "en"]


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return train(EN, epochs=8)


def test_new_titles(classifier: Classifier) -> None:
    assert classifier.probability("How to convert a list to a string") > 0.5
    assert classifier.probability("Why is the output wrong?") < 0.5
    assert classifier.probability("What is the difference between x and y?") < 0.5


def test_the_same_titles_give_the_same_classifier(classifier: Classifier) -> None:
    assert train(EN, epochs=8) == classifier
    assert train(EN, seed=1, epochs=8) != classifier


def test_names_and_accents_make_no_difference() -> None:
    assert features("How to read `a.txt`") == features("How to read `b.csv`")
    assert features("¿Cómo?") == features("¿Como?")
    assert features("") != {}


def test_cross_validation_is_by_language_and_leaves_titles_out() -> None:
    titles = [*EN[:8], *EN[-8:]]
    *_, everything = cross_validate(titles, folds=2)
    assert (everything.language, everything.titles, everything.how_to) == ("all", 16, 8)
    # Labels that nothing can be learnt from are not known by heart.
    mixed = [Title(title.title, number % 2 == 0, "en") for number, title in enumerate(EN[:16])]
    assert (cross_validate(mixed, folds=2)[-1].precision or 0) < 0.9


def test_quality() -> None:
    assert Quality("en", 10, 4, 5, 3).precision == 0.6
    assert Quality("en", 10, 4, 5, 3).recall == 0.75
    assert Quality("en", 1, 0, 0, 0).precision is None


def test_one_label_is_not_enough() -> None:
    with pytest.raises(UsageError, match="all have the same label"):
        train([Title("How?", True), Title("How to?", True)])


def test_files(classifier: Classifier, tmp_path: Path) -> None:
    file = tmp_path / "how-to.json"
    save(classifier, file)
    assert load(file) == classifier
    for content in ("{}", "nonsense", '{"weights": {"a": "b"}}', '{"weights": {}, "format": "other"}'):
        file.write_text(content)
        with pytest.raises(DataError, match=r"not a classifier|Train it again"):
            load(file)
    with pytest.raises(DataError, match="cannot be read"):
        load(tmp_path / "none")
    with pytest.raises(DataError, match="cannot be written"):
        save(classifier, tmp_path / "none" / "x.json")
