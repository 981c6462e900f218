"""The settings of one training: one record for all systems, so that they can be saved and changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from asmeant.errors import UnknownNameError, UsageError
from asmeant.languages.bash.tokens import Size

# Systems that work on tokens of any size.
LEVELLED = ("seq2seq", "copynet")
LEVELS: tuple[Size, ...] = ("character", "token", "sub-token")


@dataclass(frozen=True, slots=True)
class Settings:
    """The system and how it is trained. A system ignores settings that do not apply to it.

    `patience` is the number of validations without a better score after which the learning rate is halved and
    the best weights are restored; after this has happened `trials` times, training ends. `validate_every` and
    `warmup` are counted in epochs. `beam` is for answers, `validation_beam` for the score during training.
    `average` is the decay of the moving average of weights, and 0 for none. `base` names weights to start
    from: a trained directory, or a model of transformers. `encoder` names a pretrained encoder instead of
    TAE's own.
    """

    system: str = "seq2seq"
    level: Size = "sub-token"
    embedding: int = 200
    size: int = 400
    layers: int = 3
    heads: int = 8
    dropout: float = 0.4
    rate: float = 1e-3
    batch: int = 128
    epochs: int = 60
    patience: int = 4
    trials: int = 3
    validate_every: int = 1
    warmup: int = 0
    clip: float = 5.0
    least_count: int = 4
    least_target_count: int = 1
    smoothing: float = 0.0
    average: float = 0.0
    extra_share: float = 0.5
    beam: int = 100
    validation_beam: int = 1
    longest: int = 100
    length_power: float = 0.0
    seed: int = 0
    base: str = ""
    encoder: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


# Differences from the defaults above. NL2Bash's section 6.1 has GRU cells of 400 (encoder 2 × 200), dropout
# 0.4, batches of 128, a beam of 100, and words of intents with at least 4 occurrences. Its learning rate is
# 0.0001; with halving on a plateau, 0.001 gives the same result in a tenth of the epochs. Here dropout is
# applied in four places, which is too much for Seq2Seq on sub-tokens.
DEFAULTS: dict[str, Settings] = {
    "seq2seq": Settings(dropout=0.3, epochs=120, validate_every=2),
    "copynet": Settings(system="copynet", least_target_count=2, epochs=120, validate_every=2),
    # The paper's decoder has 4 layers, label smoothing 0.1, an average of 0.999, half as much code alone as
    # pairs, and a beam of 10. Its encoder is BERT; trained from scratch, a smaller one learns more from 2,000
    # pairs.
    "tae": Settings(
        system="tae",
        embedding=256,
        size=256,
        layers=3,
        dropout=0.2,
        rate=5e-4,
        batch=32,
        epochs=80,
        patience=6,
        trials=2,
        validate_every=2,
        warmup=8,
        smoothing=0.1,
        average=0.999,
        beam=10,
    ),
    # MCoNaLa's mBART: Adam at 0.00003, batches of 16, label smoothing 0.2, 10 epochs.
    "pretrained": Settings(
        system="pretrained",
        rate=3e-5,
        batch=16,
        epochs=10,
        patience=3,
        trials=1,
        smoothing=0.2,
        beam=5,
        longest=200,
    ),
    # Small networks in addition to the trained system whose answers are ranked.
    "reranker": Settings(
        system="reranker",
        embedding=128,
        size=256,
        dropout=0.3,
        batch=32,
        epochs=20,
        patience=3,
        trials=1,
        validate_every=4,
        least_count=2,
        beam=15,
        validation_beam=15,
    ),
    "tellina": Settings(system="tellina", level="token", least_target_count=2, longest=60),
    # As the authors train it on CoNaLa, except for batches of 32 instead of 10.
    "tranx": Settings(
        system="tranx",
        embedding=128,
        size=256,
        dropout=0.3,
        batch=32,
        epochs=80,
        patience=5,
        trials=4,
        validate_every=2,
        warmup=5,
        least_count=3,
        least_target_count=3,
        beam=15,
        validation_beam=2,
    ),
}


# Differences by the size of tokens. A sub-token is three to four characters, and wide beams over characters
# are slow. A token that is a rare argument is unknown, as a rare word of an intent is. Dropout was chosen on
# dev.
LEVEL_DEFAULTS: dict[str, dict[str, Any]] = {
    "character": {"longest": 400, "validate_every": 4, "beam": 20},
    "token": {"least_target_count": 4, "dropout": 0.4},
    "seq2seq by character": {"dropout": 0.2},
}


def settings_for(system: str, changes: Mapping[str, Any]) -> Settings:
    """The defaults of a system, with changes."""
    if system not in DEFAULTS:
        raise UnknownNameError("system to train", system, DEFAULTS, "asmeant train --help")
    settings = DEFAULTS[system]
    if system in LEVELLED:
        level = changes.get("level", settings.level)
        for name in (level, f"{system} by {level}"):
            settings = replace(settings, **LEVEL_DEFAULTS.get(name, {}))
    return replace(settings, **changes)


def read_changes(words: Iterable[str]) -> dict[str, Any]:
    """`NAME=VALUE` from the command line -> changes of settings, in the type of the default."""
    changes: dict[str, Any] = {}
    kinds = {item.name: type(getattr(Settings(), item.name)) for item in fields(Settings)}
    for word in words:
        name, is_pair, text = word.partition("=")
        if not is_pair:
            raise UsageError(f"'{word}' has no value. Use: --set NAME=VALUE, such as --set size=200")
        if name not in kinds or kinds[name] is dict:
            raise UnknownNameError("setting", name, kinds, "asmeant train --help")
        changes[name] = _read_value(name, text, kinds[name])
    return changes


def _read_value(name: str, text: str, kind: type) -> Any:
    try:
        value = kind(text)
    except ValueError as error:
        raise UsageError(f"The setting {name} is a {kind.__name__}, but '{text}' was found.") from error
    if kind is not str and not 0 <= value < float("inf"):
        raise UsageError(f"The setting {name} must be 0 or more, but '{text}' was found.")
    return value
