"""Intent, neighbours -> the text that the model continues. Used both in training and for answers.

The chat format of SmolLM2. The user's turn has the neighbours, the nearest last, each as intent, command and
an empty line; then the name of the code language and the intent. The assistant's turn is the code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

NEIGHBOURS = 4
SYSTEM = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"
BEGIN, END = "<|im_start|>", "<|im_end|>"
OPENING = f"{BEGIN}system\n{SYSTEM}{END}\n{BEGIN}user\n"
CLOSING = f"{END}\n{BEGIN}assistant\n"
LANGUAGES = {"bash": "Bash", "python": "Python"}


@dataclass(frozen=True, slots=True)
class Pair:
    """An intent and the code for it."""

    intent: str
    code: str
    language: str = "bash"


def prompt_language(text: str) -> str:
    """The code language that a prompt asks for; empty if it is not a prompt for an adapter."""
    if not (text.startswith(OPENING) and text.endswith(CLOSING)):
        return ""
    last_line = text.removesuffix(CLOSING).rpartition("\n")[2]
    name = last_line.partition(":")[0]
    return next((language for language, title in LANGUAGES.items() if title == name), "")


def prompt_text(intent: str, language: str, neighbours: Sequence[Pair] = ()) -> str:
    """The prompt for an intent. `neighbours` come nearest last."""
    examples = "".join(f"{pair.intent}\n{pair.code}\n\n" for pair in neighbours)
    return f"{OPENING}{examples}{LANGUAGES[language]}: {' '.join(intent.split())}{CLOSING}"
