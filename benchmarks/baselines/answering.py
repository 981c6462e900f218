"""A trained directory, a dataset -> the answers (`test.jsonl`), their scores and the time (`test.json`)."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from asmeant.datasets import load_tasks
from asmeant.metrics import load_metric
from asmeant.models.baselines.learning import candidates_of, load_system, measured
from asmeant.models.baselines.training import find_device
from asmeant.records import Selection, to_json
from baselines.__main__ import BASH_METRICS, PYTHON_METRICS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("dataset")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--device", default="auto")
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    system = load_system(options.folder, find_device(options.device))
    tasks = list(load_tasks(options.dataset, Selection(limit=options.limit), options.data))
    begun = time.monotonic()
    candidates = candidates_of(system, tasks, system.settings.beam, 3)
    seconds = time.monotonic() - begun
    lines = (to_json(candidate) + b"\n" for row in candidates for candidate in row)
    (options.folder / "test.jsonl").write_bytes(b"".join(lines))
    names = BASH_METRICS if tasks[0].code_language == "bash" else PYTHON_METRICS
    scores = measured(tasks, candidates, [load_metric(name) for name in names])
    (options.folder / "test.json").write_text(json.dumps(scores) + "\n", "utf-8")
    print(f"{len(tasks)} tasks in {seconds:.1f} s: {scores}")


if __name__ == "__main__":
    main()
