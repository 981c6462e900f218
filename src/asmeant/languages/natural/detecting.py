"""Text -> its language: English, Spanish, Japanese or Russian. Pure.

Names and literals say nothing about the language, and are ignored. Japanese and Russian are recognised by
their letters, Spanish and English by their most frequent words and by letters that English lacks.
"""

from __future__ import annotations

import re

from asmeant.languages.natural.slots import replaced, slots

_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_LATIN = re.compile(r"[^\W\d_]+")
_SPANISH_LETTERS = re.compile(r"[ñáéíóúü¿¡]", re.IGNORECASE)
_FREQUENT = {
    "en": frozenset({
        "the", "a", "an", "of", "to", "in", "is", "are", "and", "or", "with", "from", "that", "for", "by",
        "on", "at", "all", "how", "what", "which", "if", "it", "not", "as", "be", "into", "each", "find",
        "get", "list", "string", "file", "using", "between", "two", "given",
    }),
    "es": frozenset({
        "el", "la", "los", "las", "un", "una", "unos", "de", "del", "en", "que", "es", "son", "y", "o",
        "con", "por", "para", "como", "cómo", "si", "no", "se", "al", "lo", "todos", "cada", "lista",
        "cadena", "archivo", "usando", "entre", "dos", "dado", "obtener", "buscar",
    }),
}  # fmt: skip
# A Japanese or Russian text may have many Latin words, but not the other way round.
LEAST_SHARE = 0.1


def detect(text: str) -> str:
    """`en`, `es`, `ja` or `ru`; empty if the text has too few words to decide."""
    literals = slots(text)
    words = replaced(text, [" "] * len(literals), literals)
    letters = sum(map(str.isalpha, words))
    if not letters:
        return ""
    for language, script in (("ja", _JAPANESE), ("ru", _CYRILLIC)):
        if len(script.findall(words)) / letters >= LEAST_SHARE:
            return language
    latin = [word.lower() for word in _LATIN.findall(words)]
    scores = {language: sum(word in frequent for word in latin) for language, frequent in _FREQUENT.items()}
    scores["es"] += len(_SPANISH_LETTERS.findall(words))
    best = max(scores, key=lambda language: scores[language])
    return best if scores[best] and len(set(scores.values())) > 1 else ""
