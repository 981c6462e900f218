"""CPU seconds that TranX needs for an epoch on CoNaLa's training set, and how much of that an LSTM needs.

    python benchmarks/training.py --data DATA --share 0.2

The floor is one LSTM of the same size over the same actions, forward and backward: it has no attention, no
copying and no parent feeding. The authors' code needs 88 to 91 s for an epoch of 2,175 pairs on one thread.
One thread, CPU seconds; with `--share` only that part of the batches is trained, and the rest is computed.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from random import Random

import torch
from torch import nn

from asmeant.datasets import load_tasks
from asmeant.models.baselines.batching import batches
from asmeant.models.baselines.learning import held_out
from asmeant.models.baselines.settings import DEFAULTS
from asmeant.models.baselines.tranx.tranx import TranX
from asmeant.records import Selection

AUTHORS = 88.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--share", type=float, default=1.0)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    settings = DEFAULTS["tranx"]
    tasks, _ = held_out(list(load_tasks("conala:train", Selection(), options.data)), 0.08, 0)
    tranx = TranX.of_tasks(tasks, settings)
    examples = tranx.examples(tasks)
    order = list(batches(examples, settings.batch, tranx.length, Random(0)))
    chosen = order[: max(1, round(options.share * len(order)))]
    scale = sum(map(len, order)) / sum(map(len, chosen))
    optimizer = torch.optim.Adam(tranx.parameter_groups(settings.rate))
    tranx.network.train()
    begun = time.process_time()
    for batch in chosen:
        loss = tranx.loss(batch)
        optimizer.zero_grad(set_to_none=True)
        (loss.total / loss.predictions).backward()
        torch.nn.utils.clip_grad_norm_(tranx.network.parameters(), settings.clip)
        optimizer.step()
    seconds = scale * (time.process_time() - begun)
    floor = nn.LSTM(settings.embedding + 2 * settings.size + 64, settings.size, batch_first=True)
    begun = time.process_time()
    for batch in chosen:
        steps = max(map(tranx.length, batch))
        inputs = torch.zeros(len(batch), steps, floor.input_size)
        floor(inputs)[0].sum().backward()
    least = scale * (time.process_time() - begun)
    print(f"TranX, {len(examples)} pairs: {seconds:.1f} CPU seconds an epoch, "
          f"{seconds / AUTHORS:.2f} of the authors' {AUTHORS:.0f}")  # fmt: skip
    print(f"an LSTM over the same actions: {least:.1f} CPU seconds; ratio {seconds / least:.1f}")


if __name__ == "__main__":
    main()
