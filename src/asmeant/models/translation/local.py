"""A translation model in a folder -> Translator, by transformers or by CTranslate2."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from asmeant.errors import ModelError

MOST_TOKENS = 256


def transformers_translator(words: str) -> TransformersTranslator:
    """An encoder-decoder of transformers: Marian, M2M-100, NLLB, mBART. A folder, or a name on the hub."""
    library = _library("transformers", "asmeant[hf]", words)
    try:
        tokenizer = library.AutoTokenizer.from_pretrained(words)
        model = library.AutoModelForSeq2SeqLM.from_pretrained(words)
    except (OSError, ValueError) as error:
        raise ModelError(f"No translation model could be loaded from '{words}': {_line(error)}") from error
    return TransformersTranslator(tokenizer, model, f"hf:{Path(words).name}")


class TransformersTranslator:
    def __init__(self, tokenizer: Any, model: Any, name: str) -> None:
        self.tokenizer, self.model, self.name = tokenizer, model, name

    def translate(self, texts: Sequence[str], source: str, target: str) -> Iterator[str]:
        tell_source(self.tokenizer, source)
        batch = self.tokenizer(list(texts), return_tensors="pt", padding=True, truncation=True)
        first = first_token(self.tokenizer, target)
        settings = {} if first is None else {"forced_bos_token_id": first}
        ids = self.model.generate(**batch, max_new_tokens=MOST_TOKENS, **settings)
        yield from self.tokenizer.batch_decode(ids, skip_special_tokens=True)


def ctranslate2_translator(words: str) -> CTranslate2Translator:
    """A model that was converted from transformers, in a folder with its tokenizer."""
    library = _library("ctranslate2", "ctranslate2 transformers", words)
    tokenizers = _library("transformers", "asmeant[hf]", words)
    try:
        engine = library.Translator(words, device="cpu")
        tokenizer = tokenizers.AutoTokenizer.from_pretrained(words)
    except (OSError, ValueError, RuntimeError) as error:
        raise ModelError(f"No translation model could be loaded from '{words}': {_line(error)}") from error
    return CTranslate2Translator(tokenizer, engine, f"ct2:{Path(words).name}")


class CTranslate2Translator:
    def __init__(self, tokenizer: Any, engine: Any, name: str) -> None:
        self.tokenizer, self.engine, self.name = tokenizer, engine, name

    def translate(self, texts: Sequence[str], source: str, target: str) -> Iterator[str]:
        tokenizer = self.tokenizer
        tell_source(tokenizer, source)
        tokens = [tokenizer.convert_ids_to_tokens(tokenizer.encode(text)) for text in texts]
        first = first_token(tokenizer, target)
        prefix = None if first is None else [tokenizer.convert_ids_to_tokens([first])] * len(tokens)
        results = self.engine.translate_batch(tokens, target_prefix=prefix, max_decoding_length=MOST_TOKENS)
        for result in results:
            answer = result.hypotheses[0][0 if prefix is None else 1 :]
            yield tokenizer.decode(tokenizer.convert_tokens_to_ids(answer), skip_special_tokens=True)


def tell_source(tokenizer: Any, source: str) -> None:
    """Sets the source language, which only multilingual models need."""
    if hasattr(tokenizer, "src_lang"):
        tokenizer.src_lang = language_code(tokenizer, source)


def first_token(tokenizer: Any, target: str) -> int | None:
    """The token that selects the target language of a multilingual model; None for other models."""
    if not hasattr(tokenizer, "src_lang"):
        return None
    code = language_code(tokenizer, target)
    if hasattr(tokenizer, "get_lang_id"):
        return int(tokenizer.get_lang_id(code))
    return int(tokenizer.convert_tokens_to_ids(code))


def language_code(tokenizer: Any, language: str) -> str:
    """The tokenizer's name for a language: `ja`, `ja_XX` (mBART) or `jpn_Jpan` (NLLB)."""
    three = {"en": "eng", "es": "spa", "ja": "jpn", "ru": "rus"}.get(language, language)
    codes = getattr(tokenizer, "lang_code_to_id", {})
    language_codes = list(codes or getattr(tokenizer, "additional_special_tokens", ()))
    matching = (code for code in language_codes if code.strip("_").split("_")[0] in (language, three))
    return next(matching, language).strip("_")


def _library(name: str, extra: str, words: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ModelError(
            f"The translation model '{words}' needs {name}, which is not installed. "
            f"Install it with: pip install '{extra}'"
        ) from error


def _line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
