"""What we know of the languages that people speak."""

from __future__ import annotations

from asmeant.languages.natural.intents import IntentToken, intent_tokens, normalised_intent

__all__ = ["NAMES", "IntentToken", "intent_tokens", "language_name", "normalised_intent"]

NAMES = {"en": "English", "es": "Spanish", "ja": "Japanese", "ru": "Russian"}


def language_name(code: str) -> str:
    """What English calls a language; a code that we don't know stays as it is."""
    return NAMES.get(code, code)
