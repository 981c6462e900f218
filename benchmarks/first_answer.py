"""How soon `asmeant ask` has its first answer with the embedded model, against llama.cpp alone.

    python benchmarks/first_answer.py ["intent"] [--rounds 3]

Each measurement is a new process, with a warm disk cache. `ask` is the real path up to the first answer,
which is tried in a view of the current directory. The floor loads the same model and generates the same
tokens by llama.cpp alone. The parts are what `ask` does, one after the other; `ask` does some of them at the
same time. Prints the median of all rounds, by processor time and by the clock.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

INTENT = "find all java files that contain TODO"
ROUNDS = 3
Figures = dict[str, float]


def question_of(intent: str) -> tuple[Any, Any]:
    from asmeant.cli import ask

    settings: dict[str, Any] = {"examples": (), "to": "bash", "model_name": "embedded", "max_tokens": None}
    settings |= {"samples": 1, "temperature": 0.8, "seed": 0}
    question, _ = ask._question(intent, settings)
    return question, ask._model("embedded", question.task)


def measure_ask(intent: str) -> Figures:
    from asmeant.answers.asking import ask, getting_ready
    from asmeant.cli.ask import _heading, _trier

    question, model = question_of(intent)
    here = Path.cwd()
    with getting_ready(question, model), closing(_trier(question.task, here)) as trier:
        _heading(question, model, here)
        next(ask(question, model, trier))
        return {"cpu": time.process_time(), "clock": since_start()}


def measure_floor(_intent: str) -> Figures:
    """The prompt is written before, and that time is left out."""
    prompt = os.environ["PROMPT"]
    from asmeant.models.adapter.using import shipped_adapters
    from asmeant.models.clients.engine import Engine, Question, Settings, adapter_fields, physical_cores
    from asmeant.models.clients.weights import embedded_weights

    adapters = tuple(adapter.path for adapter in shipped_adapters())
    cpu, clock = time.process_time(), time.monotonic()
    engine = Engine(embedded_weights(), Settings(reading_threads=min(2, physical_cores()), adapters=adapters))
    content = {**adapter_fields(1, 0), "prompt": prompt}
    how = {"max_tokens": 64, "temperature": 0.0, "samplers": ["temperature", "top_p"], "logprobs": 1}
    answer = engine.answer(Question(content, how), 0, threading.Event())
    return {
        "cpu": time.process_time() - cpu,
        "clock": time.monotonic() - clock,
        "prompt tokens": answer.prompt_tokens,
        "reply tokens": answer.reply_tokens,
    }


def measure_parts(intent: str) -> Figures:
    figures: Figures = {}
    mark = [0.0]

    def done(name: str) -> None:
        figures[name], mark[0] = time.process_time() - mark[0], time.process_time()

    done("Python")
    question, model = question_of(intent)
    done("imports until the model is known")
    model.write_prompt(question.task)
    done("prompt, with neighbours if they are there")
    engines = model.client._load(for_one_prompt=True)
    done("load the model")
    event = threading.Event()
    model.warm_up(question.task, question.sampling, event)
    done("read the prompt")
    candidate = next(model.generate([question.task], question.sampling))
    done("generate")
    from asmeant.cli.ask import _trier

    with closing(_trier(question.task, Path.cwd())) as trier:
        done("imports for the trial")
        trier(candidate)
        done("trial and explanation")
    assert engines
    return figures


def since_start() -> float:
    """By the clock, since this process was started."""
    ticks = int(Path("/proc/self/stat").read_text().rpartition(") ")[2].split()[19])
    begun = ticks / os.sysconf("SC_CLK_TCK")
    return time.clock_gettime(time.CLOCK_BOOTTIME) - begun


MEASURES = {"ask": measure_ask, "floor": measure_floor, "parts": measure_parts}


def in_new_process(name: str, intent: str, prompt: str) -> Figures:
    words = [sys.executable, __file__, "--measure", name, intent]
    done = subprocess.run(words, env={**os.environ, "PROMPT": prompt}, stdout=subprocess.PIPE, check=True)
    figures: Figures = json.loads(done.stdout)
    return figures


def median(rounds: list[Figures]) -> Figures:
    return {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}


def main() -> None:
    words = sys.argv[1:]
    if words[:1] == ["--measure"]:
        print(json.dumps(MEASURES[words[1]](words[2])))
        return
    rounds = int(words.pop(words.index("--rounds") + 1)) if "--rounds" in words else ROUNDS
    intent = next((word for word in words if not word.startswith("--")), INTENT)
    question, model = question_of(intent)
    prompt = model.write_prompt(question.task).text
    figures = {
        name: median([in_new_process(name, intent, prompt) for _ in range(rounds)]) for name in MEASURES
    }
    ask, floor = figures["ask"], figures["floor"]
    print(f"{floor['prompt tokens']:.0f} tokens of prompt, {floor['reply tokens']:.0f} of reply")
    for name, seen in (("ask", ask), ("llama.cpp alone", floor)):
        print(f"{name:44} {seen['cpu']:6.2f} s of processor time  {seen['clock']:6.2f} s by the clock")
    print(f"{'ratio':44} {ask['cpu'] / floor['cpu']:6.2f}")
    for name, seconds in figures["parts"].items():
        print(f"  {name:42} {seconds:6.2f}")


if __name__ == "__main__":
    main()
