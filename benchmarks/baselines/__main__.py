"""See `baselines`."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tarfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

# What NL2Bash's Table 15 and the papers of TranX and TAE print, in the order of the metrics.
BASH_METRICS = ("char-bleu@1", "char-bleu@3", "tm@1", "tm@3")
PYTHON_METRICS = ("bleu:tranx", "bleu:conala", "bleu:tae", "exact-match")


BASH_TESTS = ("nl2bash:test+grouped",)
# The test set, then MCoNaLa: translated by three translators (translate-test), and as it is (zero-shot).
PYTHON_TESTS = ("conala:test", "mconala:flores101", "mconala:m2m", "mconala:marianmt", "mconala:original")


@dataclass(frozen=True)
class Plan:
    """One training: its name, the words of `asmeant train`, the test sets, and what the paper has.

    `pairs` is a file of tasks in the data folder that is learnt first.
    """

    name: str
    words: tuple[str, ...]
    tests: tuple[str, ...]
    paper: tuple[float, ...] = ()
    pairs: str = ""


def bash(system: str, level: str, *paper: float) -> Plan:
    return Plan(f"{system}-{level}", (system, "--on", "nl2bash", "--level", level), BASH_TESTS, paper)


PLANS = (
    bash("copynet", "sub-token", 55.3, 61.8, 64, 71),
    bash("copynet", "token", 44.9, 54.2, 65, 74),
    bash("copynet", "character", 49.1, 56.8, 54, 61),
    bash("seq2seq", "sub-token", 46, 52, 65, 71),
    bash("seq2seq", "token", 36.1, 43.9, 65, 75),
    bash("seq2seq", "character", 49.1, 56.7, 57, 64),
    Plan("tellina", ("tellina", "--on", "nl2bash"), BASH_TESTS, (46, 52, 61, 70)),
    Plan("tranx", ("tranx", "--on", "conala"), PYTHON_TESTS, (24.5,)),
    Plan("tae", ("tae", "--on", "conala"), PYTHON_TESTS),
    # Pairs that were mined, and such of the documentation, first: intents and code in a file of tasks.
    Plan("tranx-mined", ("tranx", "--on", "conala"), PYTHON_TESTS, (30.69,), "mined.jsonl"),
)
TINY = ("--limit", "150", "--epochs", "1", "--set", "size=32", "--set", "embedding=16", "--set", "beam=3",
        "--set", "longest=20")  # fmt: skip


def main() -> None:
    options = _options()
    available = [plan for plan in PLANS if not plan.pairs or (options.data / plan.pairs).is_file()]
    chosen = [plan for plan in available if not options.only or plan.name in options.only.split(",")]
    chosen += [_variant(words) for words in options.also]
    options.out.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    with ThreadPoolExecutor(options.jobs or len(chosen)) as pool:
        rows = list(pool.map(lambda plan: _row(plan, options), chosen))
    (options.out / "results.json").write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    with tarfile.open(options.out / "answers.tar.gz", "w:gz") as archive:
        for path in sorted(options.out.glob("*/*.json*")):
            if path.name != "vocabulary.json":
                archive.add(path, path.relative_to(options.out))
    print(f"\n{time.monotonic() - begun:.0f} s in all")
    for row in rows:
        _print(row)


def _variant(words: str) -> Plan:
    """`NAME:SETTING=VALUE,...`: a training of that name with other settings."""
    name, _, changes = words.partition(":")
    plan = next(plan for plan in PLANS if plan.name == name)
    settings = tuple(word for change in changes.split(",") for word in ("--set", change))
    folder = words.replace(":", "-").replace("=", "").replace(",", "-")
    return replace(plan, name=folder, words=(*plan.words, *settings))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder with nl2bash/ and conala/")
    parser.add_argument("--out", type=Path, default=Path("trained"))
    parser.add_argument("--minutes", type=float, default=7.0, help="of training, for each system")
    parser.add_argument("--only", default="", help="names of systems, joined by commas")
    parser.add_argument(
        "--also", action="append", default=[], help="NAME:SETTING=VALUE,...: one more training"
    )
    parser.add_argument("--device", default="auto")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=0, help="systems at a time; all by default")
    parser.add_argument(
        "--tiny", action="store_true", help="small networks, little data: does it work at all?"
    )
    parser.add_argument("--set", dest="changes", action="append", default=[], help="as of asmeant train")
    return parser.parse_args()


def _row(plan: Plan, options: argparse.Namespace) -> dict[str, object]:
    """One system: trained, and scored on dev and test. A failure is told, and does not stop the others."""
    folder = options.out / plan.name
    settings = [word for change in options.changes for word in ("--set", change)]
    words = [*settings, *(TINY if options.tiny else ())]
    words += ["--data", str(options.data), "--device", options.device, "--seed", str(options.seed)]
    log, minutes, base = options.out / f"{plan.name}.log", options.minutes, []
    if plan.pairs:
        minutes /= 2
        first = options.out / f"{plan.name}-first"
        pairs = [plan.words[0], "--on", f"tasks:{options.data / plan.pairs}", "--out", str(first)]
        if status := _run(log, "asmeant", "train", *pairs, *words, "--minutes", str(minutes)):
            return {"name": plan.name, "failed": status}
        base = ["--base", str(first), "--rate", "0.0005"]
    train = ["train", *plan.words, *words, *base, "--out", str(folder), "--minutes", str(minutes)]
    if status := _run(log, "asmeant", *train):
        return {"name": plan.name, "failed": status}
    limit = ["--limit", "12"] if options.tiny else []
    tests = ["baselines.answering", str(folder), *plan.tests, "--data", str(options.data)]
    _run(log, *tests, "--device", options.device, *limit)
    scores = json.loads((folder / "scores.json").read_text("utf-8"))
    tested = folder / "tests.json"
    return {
        "name": plan.name,
        "dev": scores["scores"],
        "tests": json.loads(tested.read_text("utf-8")) if tested.is_file() else {},
        "paper": plan.paper,
        "epochs": scores["epochs"],
        "best_epoch": scores["best_epoch"],
        "watched": scores["watched"]["best"],
        "by_length_power": scores["by_length_power"],
        "seconds": scores["training_seconds"],
        "answering_seconds": scores["answering_seconds"],
        "parameters": scores["parameters"],
        "device": scores["device"],
    }


def _run(log: Path, module: str, *words: str) -> int:
    # Each process has a core of its own; more threads would wait for each other.
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
    with log.open("ab") as file:
        command = [sys.executable, "-m", module, *words]
        return subprocess.run(command, stdout=file, stderr=file, env=environment, check=False).returncode


def _print(row: dict[str, object]) -> None:
    if "failed" in row:
        print(f"{row['name']:20} FAILED with status {row['failed']}: see its log")
        return

    def line(scores: object) -> str:
        assert isinstance(scores, dict)
        return "  ".join(f"{name} {100 * value:.1f}" for name, value in scores.items())

    print(f"{row['name']:20} {row['epochs']} epochs (best {row['best_epoch']}), {row['seconds']} s, "
          f"{row['parameters']} parameters, paper: {row['paper']}")  # fmt: skip
    print(f"{'':20} watched {row['watched']}, by power of length {row['by_length_power']}")
    print(f"{'':20} dev   {line(row['dev'])}")
    tests = row["tests"]
    assert isinstance(tests, dict)
    for dataset, scores in tests.items():
        print(f"{'':20} {dataset}  {line(scores)}")


if __name__ == "__main__":
    main()
