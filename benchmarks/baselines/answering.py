"""A trained directory, datasets -> the answers (`DATASET.jsonl`), and their scores (`tests.json`).

Where the intents of a dataset are in several languages, or were, each has its own scores.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from asmeant.datasets import Release, find_dataset, load_tasks
from asmeant.metrics import load_metric
from asmeant.models.baselines.learning import candidates_of, load_system, measured
from asmeant.models.baselines.training import find_device
from asmeant.records import Candidate, Selection, Task, to_json
from baselines.__main__ import BASH_METRICS, PYTHON_METRICS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("datasets", nargs="+")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    system = load_system(options.folder, find_device(options.device))
    tests: dict[str, dict[str, float]] = {}
    for dataset in options.datasets:
        name, _, variant = dataset.partition(":")
        release = find_dataset(name)
        # Those languages whose files are there.
        languages = release.present(options.data, variant) if isinstance(release, Release) else ()
        tasks = list(load_tasks(dataset, Selection(languages, limit=options.limit), options.data))
        begun = time.monotonic()
        candidates = candidates_of(system, tasks, system.settings.beam, 3)
        seconds = time.monotonic() - begun
        lines = (to_json(candidate) + b"\n" for row in candidates for candidate in row)
        (options.folder / f"{dataset.replace(':', '-')}.jsonl").write_bytes(b"".join(lines))
        tests |= scores_of(dataset, tasks, candidates)
        (options.folder / "tests.json").write_text(json.dumps(tests) + "\n", "utf-8")
        print(f"{dataset}: {len(tasks)} tasks in {seconds:.1f} s", flush=True)


def scores_of(
    dataset: str, tasks: list[Task], candidates: list[list[Candidate]]
) -> dict[str, dict[str, float]]:
    names = BASH_METRICS if tasks[0].code_language == "bash" else PYTHON_METRICS
    languages = [task.tags.get("translated_from", task.intent_language) for task in tasks]
    scores = {}
    for language in sorted(set(languages)):
        chosen = [number for number, one in enumerate(languages) if one == language]
        rows = [candidates[number] for number in chosen]
        name = dataset if len(set(languages)) == 1 else f"{dataset} {language}"
        scores[name] = measured(
            [tasks[number] for number in chosen], rows, [load_metric(metric) for metric in names]
        )
    return scores


if __name__ == "__main__":
    main()
