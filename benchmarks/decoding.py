"""How many intents a trained system answers in a CPU second, and how much of that is the network alone.

    python benchmarks/decoding.py trained/copynet-nl2bash-sub-token nl2bash:dev+grouped --data DATA --beam 10

The floor is the same search without a search: every step of the network on as many rows, with the same symbol
each time. The ratio to it says what choosing, copying and ranking hypotheses cost. One thread, CPU seconds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import torch

from asmeant.datasets import load_tasks
from asmeant.models.baselines import system
from asmeant.models.baselines.learning import answers_to, load_system
from asmeant.models.baselines.search import State, Step, Stepped, beam_search
from asmeant.records import Selection


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("dataset")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--beam", type=int, default=10)
    parser.add_argument("--limit", type=int, default=64)
    options = parser.parse_args()
    torch.set_num_threads(1)
    trained = load_system(options.folder, torch.device("cpu"))
    tasks = list(load_tasks(options.dataset, Selection(limit=options.limit), options.data))
    intents = [task.intent for task in tasks]
    answers_to(trained, intents[:4], options.beam, 3)  # what is loaded at first use is not measured
    steps: list[tuple[Step, State, torch.Tensor]] = []
    with recorded(steps):
        answers_to(trained, intents, options.beam, 3)
    begun = time.process_time()
    answers_to(trained, intents, options.beam, 3)
    seconds = time.process_time() - begun
    begun = time.process_time()
    with torch.no_grad():
        for step, state, last in steps:
            step(state, last)
    floor = time.process_time() - begun
    print(f"{len(intents)} intents, beam {options.beam}: {seconds:.2f} CPU seconds, "
          f"{len(intents) / seconds:.1f} intents a CPU second")  # fmt: skip
    print(f"the network alone, the same {len(steps)} steps: {floor:.2f} CPU seconds; "
          f"ratio {seconds / floor:.2f}")  # fmt: skip


@contextmanager
def recorded(steps: list[tuple[Step, State, torch.Tensor]]) -> Iterator[None]:
    """Keeps what every step was called with."""

    def recording(step: Step, state: State, **settings: object) -> object:
        def kept(now: State, last: torch.Tensor) -> Stepped:
            steps.append((step, now, last))
            return step(now, last)

        return beam_search(kept, state, **settings)

    with patch.object(system, "beam_search", recording):
        yield


if __name__ == "__main__":
    main()
