"""Natural languages: names, words and normal forms of intents."""

from __future__ import annotations

from asmeant.languages.natural.intents import IntentToken, intent_tokens, normalised_intent

__all__ = ["NAMES", "IntentToken", "intent_tokens", "language_name", "normalised_intent"]

NAMES = {"en": "English", "es": "Spanish", "ja": "Japanese", "ru": "Russian"}


def language_name(code: str) -> str:
    """The English name of a language. An unknown code is returned unchanged."""
    return NAMES.get(code, code)
