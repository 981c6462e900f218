"""Systems on a dataset as rows, from runs and from papers, each with its protocol. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from asmeant.analysis.published import MEAN, Figure
from asmeant.records import Run
from asmeant.tables import Estimate

ALL = "all"


@dataclass(frozen=True, slots=True)
class SystemRow:
    """One system on the intents of one language. `source` is the name of its run, or a paper's table."""

    system: str
    language: str
    scores: Mapping[str, Estimate]
    tasks: int | None
    protocol: str
    source: str
    is_published: bool = False

    def value(self, metric: str) -> float | None:
        return self.scores[metric].value if metric in self.scores else None


def published_rows(figures: Iterable[Figure], every_language: str = ALL) -> Iterator[SystemRow]:
    """A row for each system, language and protocol. Figures of several tables are merged."""
    rows: dict[tuple[str, str, str], list[Figure]] = {}
    for figure in figures:
        if figure.language != MEAN:
            key = (figure.system, figure.language or every_language, _published_protocol(figure))
            rows.setdefault(key, []).append(figure)
    for (system, language, protocol), group in rows.items():
        tables = ", ".join(dict.fromkeys(figure.table for figure in group))
        yield SystemRow(
            system,
            language,
            {figure.metric: Estimate(figure.value) for figure in reversed(group)},  # the first one counts
            group[0].tasks,
            protocol,
            f"{group[0].source.partition(',')[0]}, {tables}",
            is_published=True,
        )


def run_protocol(run: Run, is_drawn: bool) -> str:
    """How the answers of a run were generated.

    Only models that are sent prompts have sampling settings and shots.
    """
    settings: dict[str, Any] = {"samples": run.sampling.count}
    if is_drawn:
        settings |= {"temperature": run.sampling.temperature, "top_p": run.sampling.top_p}
        settings |= {"shots": run.prompt.shots, "shown": run.prompt.shown}
    return _protocol(settings)


def _published_protocol(figure: Figure) -> str:
    words = [figure.variant, figure.setting, _protocol(figure.protocol)]
    return "; ".join(word for word in words if word)


def _protocol(settings: Mapping[str, Any]) -> str:
    """The settings that scores depend on most, in words. Those that are off are left out."""
    words = []
    if samples := settings.get("samples"):
        words.append(f"{samples} sample{'' if samples == 1 else 's'}")
    words += [f"{name} {settings[name]:g}" for name in ("temperature", "top_p") if settings.get(name)]
    if shots := settings.get("shots"):
        words.append(f"{shots} shot{'' if shots == 1 else 's'}")
    if settings.get("shown") not in (None, "none"):
        words.append(f"tests shown: {settings['shown']}")
    return ", ".join(words)
