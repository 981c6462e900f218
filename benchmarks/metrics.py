"""How fast texts are compared: five metrics in one pass, against the reference libraries pair by pair.

    python benchmarks/metrics.py [--pairs 600] [--rounds 3] [--processes N]

The texts are lines of Python's own library. Of three candidates one is the reference, one the reference with
a piece of another text in it, and one another text. All ways see the same pairs, in turns, so that a busy
machine is busy for all. Prints pairs a second and, round by round, how many times as fast as the libraries
ours is; and how far the values lie apart, which is nothing. With `--pairs 10000` it also compares one process
with several, by the clock.
CodeBLEU has its like only where the package `codebleu` is installed, and that defines it in another way.
"""

from __future__ import annotations

import argparse
import inspect
import json
import logging
import statistics
import textwrap
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from asmeant.metrics import data_flow, load_metric, syntax, tokens
from asmeant.metrics.measuring import Judged, measure, measure_all
from asmeant.metrics.tokens import conala, spaced
from asmeant.metrics.wordnet import synonyms
from asmeant.records import Candidate, Task
from asmeant.workers import cores

MODULES = ("textwrap", "statistics", "string", "shutil", "glob", "fnmatch", "bisect", "heapq", "calendar")
METRICS = ("bleu:mbart", "rouge-l:odex", "meteor:nltk", "chrf", "codebleu")
# Fewer pairs are not shared among processes, which take seconds to start.
WORTH_PROCESSES = 10_000
# What one pair is worth by a library: candidate, reference -> a number.
Compare = Callable[[str, str], float]


def make_pairs(count: int, random: Random) -> list[Judged]:
    lines = [inspect.getsource(import_module(name)).splitlines(keepends=True) for name in MODULES]

    def piece() -> str:
        source = random.choice(lines)
        start = random.randrange(len(source) - 8)
        text = textwrap.dedent("".join(source[start : start + random.randrange(1, 8)]))
        return text if text.strip() else "pass"

    judged = []
    for number in range(count):
        reference, other = piece(), piece()
        cut = random.randrange(len(reference))
        changed = reference[:cut] + other[: random.randrange(60)] + reference[cut + 30 :]
        code = (reference, changed, other)[number % 3]
        task = Task(str(number), "", references=(reference,))
        judged.append(Judged(task, [Candidate(task.id, 0, code)], []))
    return judged


# ── the libraries, as one would call them ──


class _Reader:
    """Our synonyms in the clothes of nltk's reader, which cannot read them without its own download."""

    def synsets(self, word: str) -> list[_Synset]:
        return [_Synset(synonyms(word))]


@dataclass(frozen=True)
class _Synset:
    words: frozenset[str]

    def lemmas(self) -> list[_Lemma]:
        return [_Lemma(word) for word in self.words]


@dataclass(frozen=True)
class _Lemma:
    word: str

    def name(self) -> str:
        return self.word


def libraries() -> dict[str, Compare]:
    sacrebleu: Any = import_module("sacrebleu.metrics")
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)  # else it has a word of advice for every pair
    bleu, chrf = sacrebleu.BLEU(effective_order=False), sacrebleu.CHRF()
    rouge: Any = import_module("rouge_score.rouge_scorer").RougeScorer(["rougeLsum"])
    meteor: Any = import_module("nltk.translate.meteor_score").single_meteor_score
    found: dict[str, Compare] = {
        "bleu:mbart": lambda code, reference: (
            bleu.sentence_score(code.replace("\n", "\\n"), [reference.replace("\n", "\\n")]).score / 100
        ),
        "rouge-l:odex": lambda code, reference: (
            rouge.score(spaced(reference), spaced(code))["rougeLsum"].fmeasure
        ),
        "meteor:nltk": lambda code, reference: meteor(conala(reference), conala(code), wordnet=_Reader()),
        "chrf": lambda code, reference: chrf.sentence_score(code, [reference]).score / 100,
    }
    try:
        codebleu: Any = import_module("codebleu").calc_codebleu
    except ImportError:
        return found
    return found | {"codebleu": lambda code, ref: codebleu([ref], [code], "python")["codebleu"]}


def by_library(compare: Compare, judged: Sequence[Judged]) -> list[float]:
    return [compare(item.candidates[0].code, item.task.references[0]) for item in judged]


def by_us(name: str, judged: Sequence[Judged]) -> list[float]:
    metric = load_metric(name)
    return [metric.aggregate([found]) for found in measure(metric, judged).statistics.values()]


# ── rounds ──


def seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    started = clock()
    work()
    return clock() - started


def rounds(pairs: int, count: int, processes: int) -> dict[str, list[float]]:
    """Seconds of each way, round by round. The ways take turns, and no round sees a text of another.

    Processor time where there is one process, so that a busy machine does no harm; else time by the clock.
    """
    theirs = libraries()
    ours = [load_metric(name) for name in METRICS]
    like = [load_metric(name) for name in METRICS if name in theirs]
    found: dict[str, list[float]] = {}

    def take(name: str, work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> None:
        found.setdefault(name, []).append(seconds(work, clock))

    measure_all(ours, make_pairs(50, Random(-1)))  # libraries are loaded before the clock starts
    for number in range(count):
        judged = make_pairs(pairs, Random(number))
        for name, compare in theirs.items():
            take(f"library {name}", partial(by_library, compare, judged))
            forget()
            take(f"asmeant {name}", partial(measure, load_metric(name), judged))
        forget()
        take("asmeant, the same in one pass", partial(measure_all, like, judged))
        forget()
        take("asmeant, all five in one pass", partial(measure_all, ours, judged))
        for many in (1, processes) if pairs >= WORTH_PROCESSES else ():
            forget()
            work = partial(measure_all, ours, judged, many)
            take(f"asmeant, all five, {many} processes, by the clock", work, time.perf_counter)
    return found


def forget() -> None:
    """What one way made of a text must not serve the next."""
    for remembered in (
        tokens.conala, tokens.mteval_13a, tokens.rouge_words, syntax.root,
        syntax.subtrees, data_flow.data_flow,
    ):  # fmt: skip
        remembered.cache_clear()


def ratio(slow: Sequence[float], quick: Sequence[float]) -> str:
    """The median of the rounds' ratios, with the extremes."""
    found = [one / other for one, other in zip(slow, quick, strict=True)]
    return f"{statistics.median(found):.1f} [{min(found):.1f}-{max(found):.1f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--processes", type=int, default=cores())
    given = parser.parse_args()
    judged = make_pairs(given.pairs, Random(-1))
    theirs = libraries()
    apart = {
        name: max(
            abs(a - b) for a, b in zip(by_library(theirs[name], judged), by_us(name, judged), strict=True)
        )
        for name in METRICS[:4]
    }
    found = rounds(given.pairs, given.rounds, given.processes)
    for name, times in found.items():
        print(f"{name:48} {given.pairs / statistics.median(times):10,.0f} pairs/s")
    print("\nHow many times as fast as the libraries, the median of the rounds and the extremes:")
    for name in theirs:
        gap = (
            f"   values apart by at most {apart[name]:.0e}" if name in apart else "   defined in another way"
        )
        print(f"{name:48} {ratio(found[f'library {name}'], found[f'asmeant {name}']):>16}{gap}")
    together = [sum(times) for times in zip(*(found[f"library {name}"] for name in theirs), strict=True)]
    print(f"{'the same in one pass':48} {ratio(together, found['asmeant, the same in one pass']):>16}")
    if given.pairs >= WORTH_PROCESSES:
        *_, alone, many = found.values()
        print(f"{f'{given.processes} processes, against one':48} {ratio(alone, many):>16}")
    print(json.dumps({"pairs": given.pairs, "rounds": given.rounds, "seconds": found}))


if __name__ == "__main__":
    main()
