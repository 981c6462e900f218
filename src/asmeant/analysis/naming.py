"""Runs -> the shortest names that distinguish them: the model, the settings that differ, the folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from asmeant.records import Run

# Runs that differ in nothing else were made to measure random variation.
CHANCE = "seed"
MOST_SETTINGS = 3


def run_names(runs: Sequence[Run], folders: Sequence[str]) -> list[str]:
    """`embedded`, or `embedded, temperature 0.2`, or the folder, with a number where even that repeats."""
    for names in ([run.model for run in runs], _by_settings(runs), folders):
        if len(set(names)) == len(runs):
            return list(names)
    times = Counter(folders)
    return [
        f"{name} ({folders[: place + 1].count(name)})" if times[name] > 1 else name
        for place, name in enumerate(folders)
    ]


def _by_settings(runs: Sequence[Run]) -> list[str]:
    apart = {name: words for name, words in differing(runs).items() if name != "model"}
    if len(apart) > MOST_SETTINGS:
        return []
    return [
        ", ".join([run.model, *(f"{name} {words[place]}" for name, words in apart.items())])
        for place, run in enumerate(runs)
    ]


def differing(runs: Sequence[Run], without: Sequence[str] = ()) -> dict[str, list[str]]:
    """The settings that differ between runs, with the value of each run in words."""
    every = [chosen_settings(run) for run in runs]
    names = [name for name in every[0] if any(settings[name] != every[0][name] for settings in every)]
    # The prompt's seed equals the sampling seed, unless it was set.
    hidden = {*without, CHANCE, "prompt seed"}
    return {name: [word(of[name]) for of in every] for name in names if name not in hidden}


def chosen_settings(run: Run) -> Mapping[str, Any]:
    """All settings of a run, by the names used in tables."""
    prompt, sampling = msgspec.to_builtins(run.prompt), msgspec.to_builtins(run.sampling)
    prompt["prompt seed"] = prompt.pop("seed")
    sampling["samples"] = sampling.pop("count")
    settings = {
        "dataset": run.dataset,
        "model": run.model,
        "languages": run.selection.languages,
        **prompt,
        **sampling,
        "seconds": run.limits.seconds,
        "memory_mb": run.limits.memory_mb,
        "network": run.limits.network,
        "world": run.world,
    }
    return {name.replace("_", " "): value for name, value in settings.items()}


def word(value: Any) -> str:
    """A setting in a table. An empty one is chosen by the dataset or the model."""
    if isinstance(value, tuple | list):
        return ",".join(map(str, value)) or "all"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "default" if value in (None, "") else str(value)
