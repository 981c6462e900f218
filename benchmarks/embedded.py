"""How fast the embedded model answers: as it is set up by default, against one engine with one thread.

    python benchmarks/embedded.py [gguf:PATH | embedded]

Both see the same prompts and must give the same replies. Prints tokens a second by the clock and by processor
time, and the ratio of the two settings.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

from asmeant.models.clients import embedded
from asmeant.records import Prompt, Request, Sampling

INTENTS = ("reverse a string", "sum the digits of n", "merge two dicts", "sort tuples by their second item")
SAMPLING = Sampling(count=3, max_tokens=48, seed=1)


@dataclass(frozen=True, slots=True)
class Measured:
    texts: frozenset[tuple[str, int, str]]
    engines: int
    tokens: int
    seconds: float
    cpu_seconds: float


def measure(spec: str, options: str) -> Measured:
    name, _, words = spec.partition(":")
    client = (embedded.connect if name == "embedded" else embedded.connect_file)(words + options)
    requests = [
        Request(f"{number} {intent}", Prompt(text=f"# {intent}\ndef f("), (0, 1, 2))
        for number in range(2)
        for intent in INTENTS
    ]
    list(client.replies(requests[:1], Sampling(max_tokens=1)))
    clock, cpu = time.perf_counter(), time.process_time()
    replies = list(client.replies(requests, SAMPLING))
    return Measured(
        frozenset((reply.task_id, reply.rank, reply.text) for reply in replies),
        len(client.engines),
        sum(reply.usage.reply_tokens for reply in replies if reply.usage),
        time.perf_counter() - clock,
        time.process_time() - cpu,
    )


def main() -> None:
    spec = sys.argv[1] if len(sys.argv) > 1 else "embedded"
    single, chosen = measure(spec, "?slots=1"), measure(spec, "")
    for name, seen in (("one engine", single), ("chosen", chosen)):
        print(
            f"{name:12} {seen.engines} engines  {seen.tokens / seen.seconds:7.1f} tokens/s  "
            f"{seen.tokens / seen.cpu_seconds:7.1f} tokens per processor second"
        )
    print(f"ratio        {single.seconds / chosen.seconds:.2f}")
    print(f"same replies {single.texts == chosen.texts}")


if __name__ == "__main__":
    main()
