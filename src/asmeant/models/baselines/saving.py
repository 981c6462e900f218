"""A trained system <-> a directory.

config.json          the system and all settings, with the versions that trained it
vocabulary.json      the system's vocabularies and other data
model.safetensors    the best weights
log.jsonl            one line for each epoch
scores.json          scores on dev, with the checksums of the data
dev.jsonl            the answers that were scored
checkpoint.pt        where training stands; removed when it is finished
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file

from asmeant import __version__
from asmeant.errors import ModelError, RunError
from asmeant.models.baselines.settings import DEFAULTS, Settings
from asmeant.models.baselines.system import System, system_class
from asmeant.models.baselines.training import Epoch, Progress, Weights, load_weights

CONFIG, VOCABULARY, MODEL = "config.json", "vocabulary.json", "model.safetensors"
LOG, SCORES, ANSWERS, CHECKPOINT = "log.jsonl", "scores.json", "dev.jsonl", "checkpoint.pt"


class Directory:
    def __init__(self, path: Path) -> None:
        self.path = path

    def exists(self) -> bool:
        return (self.path / CONFIG).is_file()

    @property
    def is_finished(self) -> bool:
        return (self.path / SCORES).is_file()

    def begin(self, system: System, data: Mapping[str, Any]) -> None:
        """Writes the configuration, or checks that it is the one that was begun here."""
        if self.exists():
            self._require_same(system.settings, data)
            return
        self.path.mkdir(parents=True, exist_ok=True)
        self._write(VOCABULARY, system.knowledge)
        versions = {"asmeant": __version__, "torch": torch.__version__}
        self._write(CONFIG, {"settings": asdict(system.settings), "data": data, "versions": versions})

    def _require_same(self, settings: Settings, data: Mapping[str, Any]) -> None:
        config = self.config()
        before = config.get("settings", {})
        changed = sorted(name for name, value in asdict(settings).items() if before.get(name) != value)
        if changed or config.get("data") != data:
            differences = ", ".join(changed) or "the data"
            raise RunError(
                f"{self.path} holds another training: it differs in {differences}. "
                f"Choose another folder with --out, or remove this one."
            )

    def config(self) -> dict[str, Any]:
        return self._read(CONFIG)

    def scores(self) -> dict[str, Any]:
        return self._read(SCORES)

    # ── while it trains ──

    def log(self, epoch: Epoch) -> None:
        with (self.path / LOG).open("ab") as file:
            file.write(json.dumps(asdict(epoch)).encode() + b"\n")

    def save_progress(self, progress: Progress) -> None:
        partial = self.path / f"{CHECKPOINT}.partial"
        torch.save({item.name: getattr(progress, item.name) for item in fields(progress)}, partial)
        partial.replace(self.path / CHECKPOINT)

    def progress(self, device: torch.device) -> Progress | None:
        """The state of an unfinished training; None if it has not begun."""
        path = self.path / CHECKPOINT
        if not path.is_file():
            return None
        try:
            return Progress(**torch.load(path, map_location=device, weights_only=True))
        except Exception as error:
            raise RunError(
                f"{path} cannot be read: {type(error).__name__}. Remove it to train from the beginning."
            ) from error

    # ── when it is trained ──

    def save_system(self, system: System) -> None:
        partial = self.path / f"{MODEL}.partial"
        save_file(distinct(system.network), partial)
        partial.replace(self.path / MODEL)

    def finish(self, scores: Mapping[str, Any]) -> None:
        self._write(SCORES, scores)
        (self.path / CHECKPOINT).unlink(missing_ok=True)

    def _write(self, name: str, value: object) -> None:
        partial = self.path / f"{name}.partial"
        partial.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", "utf-8")
        partial.replace(self.path / name)

    def _read(self, name: str) -> dict[str, Any]:
        try:
            value = json.loads((self.path / name).read_text("utf-8"))
            if not isinstance(value, dict):
                raise ValueError("it is not an object")
        except (OSError, ValueError) as error:
            raise ModelError(
                f"{self.path / name} cannot be read: {error}. "
                f"A directory that `asmeant train` wrote is needed."
            ) from error
        return value


def distinct(network: torch.nn.Module) -> Weights:
    """The weights, each in its own memory. Of shared weights, the first is kept.

    On a GPU the weights of a recurrent network are views of one block of memory, which safetensors rejects.
    """
    weights = network.state_dict()
    names = set(_first_names(weights).values())
    return {
        name: weight.detach().cpu().clone().contiguous() for name, weight in weights.items() if name in names
    }


def load_distinct(network: torch.nn.Module, weights: Weights) -> None:
    """The inverse of `distinct`. Raises RuntimeError if the weights do not fit the network."""
    state = network.state_dict()
    first = _first_names(state)
    if weights.keys() == set(first.values()):
        weights = {name: weights[first[_place(weight)]] for name, weight in state.items()}
    load_weights(network, weights)


def _first_names(weights: Weights) -> dict[tuple[Any, ...], str]:
    """The first name for each memory address."""
    first: dict[tuple[Any, ...], str] = {}
    for name, weight in weights.items():
        first.setdefault(_place(weight), name)
    return first


def _place(weight: torch.Tensor) -> tuple[Any, ...]:
    return weight.data_ptr(), tuple(weight.shape), weight.stride()


def load_system(path: Path, device: torch.device) -> System:
    """The trained system of a directory, ready to answer."""
    directory = Directory(path)
    if not (path / MODEL).is_file():
        hint = (
            "Its training is not finished: run the same `asmeant train` again." if directory.exists() else ""
        )
        raise ModelError(
            f"{path} has no trained model: {MODEL} is missing. {hint or 'Train one with: asmeant train'}"
        )
    settings = _settings(directory)
    system = system_class(settings.system).of_knowledge(directory._read(VOCABULARY), settings)
    try:
        load_distinct(system.network, load_file(path / MODEL))
    except Exception as error:
        raise ModelError(
            f"{path / MODEL} does not fit its {CONFIG} ({type(error).__name__}). Train it again."
        ) from error
    system.network.to(device).eval()
    return system


def _settings(directory: Directory) -> Settings:
    names = {item.name for item in fields(Settings)}
    saved = directory.config().get("settings", {})
    settings = Settings(**{name: value for name, value in saved.items() if name in names})
    if directory.is_finished:
        power = float(directory.scores().get("length_power", settings.length_power))
        settings = replace(settings, length_power=power)
    if settings.system not in DEFAULTS:
        raise ModelError(
            f"{directory.path} holds a system called '{settings.system}', which this version does not know."
        )
    return settings
