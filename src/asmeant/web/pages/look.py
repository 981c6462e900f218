"""What every template can use: words, links, and formats of numbers and scores."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from asmeant import __version__, plots
from asmeant.analysis.scores import estimate
from asmeant.plots.svg import escaped_text
from asmeant.records import Score
from asmeant.reports.expectation import in_words
from asmeant.tables import Estimate, shown
from asmeant.web.pages.links import Links
from asmeant.web.pages.words import LANGUAGES, Words, catalogue


@dataclass(frozen=True, slots=True)
class ScoreWords:
    value: str
    interval: str


def shown_score(score: Score) -> ScoreWords:
    return shown_cell(estimate(score))


def shown_cell(cell: Estimate) -> ScoreWords:
    value, _, interval = shown(cell).partition(" [")
    return ScoreWords(value, interval.rstrip("]"))


def number(value: int) -> str:
    return f"{value:,}".replace(",", "\u202f")


def context(words: Words, links: Links, here: str = "") -> dict[str, Any]:
    """The names that every template may use."""
    return {
        "t": words,
        "language": words.language,
        "languages": LANGUAGES,
        "links": links,
        "here": here,
        "version": __version__,
        "script_words": script_words(words),
        "figure": lambda plot: Markup(plots.to_figure(plot)),
    }


def script_words(words: Words) -> Markup:
    """The words that scripts show, by their English texts, as JSON that is safe in a script tag."""
    texts = {
        texts["en"]: texts[words.language] for key, texts in catalogue().items() if key.startswith("script.")
    }
    text = json.dumps(texts, ensure_ascii=True)
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def furnish(environment: Environment) -> Environment:
    """Adds the functions that templates call to an environment."""
    environment.globals.update(
        shown_score=shown_score, shown_cell=shown_cell, number=number, expectation=in_words
    )
    environment.filters["tojson_text"] = lambda text: json.dumps(text, ensure_ascii=False)
    environment.finalize = clean
    return environment


def clean(value: Any) -> Any:
    """Control characters and the like become a replacement character; the rest is escaped."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return Markup(escaped_text(value))
