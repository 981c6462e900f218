"""Task -> Task in another language: the settings of MCoNaLa, and the translators.

settings    zero-shot, translate-train, translate-test: functions on tasks
files       existing translations, including those released with MCoNaLa
chat        any language model behind a client
local       a translation model in a folder, by transformers or CTranslate2

`load_translator` takes `NAME:WORDS`: `file:PATH`, `released:flores101`, `hf:DIR`, `ct2:DIR`, or a language
model such as `openai:NAME@URL`.
"""

from __future__ import annotations

from collections.abc import Callable

from asmeant import plugins
from asmeant.errors import UnknownNameError, UsageError
from asmeant.models.translation.settings import translate_test, translate_train, zero_shot
from asmeant.seams import ClientFactory, Translator

__all__ = ["load_translator", "translate_test", "translate_train", "zero_shot"]

OWN = ("file", "released", "hf", "ct2")


def load_translator(spec: str) -> Translator:
    """The translator for a spec `NAME:WORDS`."""
    from asmeant.models.translation.chat import ChatTranslator
    from asmeant.models.translation.files import read_file, read_released
    from asmeant.models.translation.local import ctranslate2_translator, transformers_translator

    name, _, words = spec.partition(":")
    makers: dict[str, Callable[[str], Translator]] = {
        "file": read_file,
        "released": read_released,
        "hf": transformers_translator,
        "ct2": ctranslate2_translator,
    }
    if name in makers:
        if not words:
            raise UsageError(f"The translator '{name}' needs a word after it. Use: {name}:PATH")
        return makers[name](words)
    clients = plugins.names("client")
    if name in clients:
        make_client: ClientFactory = plugins.load("client", name, "asmeant list models")
        return ChatTranslator(make_client(words))
    raise UnknownNameError("translator", name, {*OWN, *clients}, "asmeant translate --help")
