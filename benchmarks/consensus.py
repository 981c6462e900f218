"""How much does the embedded adapter gain when it is asked many times?

    python benchmarks/consensus.py draw --data DATA nl2bash:dev+grouped tasks:grounded/tasks.jsonl
    python benchmarks/consensus.py score --data DATA drawn/*.jsonl

`draw` asks the shipped adapter for the answers of a beam search and for some by chance, on a GPU where there
is one, and writes a file for each dataset. `score` compares ways to choose among the same answers: the
likeliest; the ones most like all others, by their text; and, where tasks have trees, those that do what most
do.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

from rich.progress import track

from asmeant import Judge
from asmeant.answers import Answer
from asmeant.answers.commands import CommandTrier
from asmeant.answers.ranking import rank
from asmeant.answers.trees import TreeRunner
from asmeant.datasets import load_tasks
from asmeant.execution.assemble import assemble
from asmeant.execution.shell.sandbox import tree_of
from asmeant.metrics import load_metric
from asmeant.models.clients.consensus import ranked
from asmeant.records import Candidate, Prompting, Selection, Task

METRICS = ("char-bleu@1", "char-bleu@3", "tm@1", "tm@3")
LONGEST = 120


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(required=True)
    drawing = commands.add_parser("draw", help="ask the adapter")
    drawing.add_argument("datasets", nargs="+")
    drawing.add_argument("--out", type=Path, default=Path("drawn"))
    drawing.add_argument("--base", type=Path, help="the GGUF file of the embedded model, if it is elsewhere")
    drawing.add_argument("--device", default="auto")
    drawing.add_argument("--count", type=int, default=32)
    drawing.add_argument("--temperatures", default="0.7")
    drawing.set_defaults(do=draw)
    scoring = commands.add_parser("score", help="compare ways to choose")
    scoring.add_argument("files", nargs="+", type=Path)
    scoring.add_argument("--count", type=int, default=16, help="answers to choose from")
    scoring.add_argument("--temperature", default="0.7")
    scoring.set_defaults(do=score)
    for one in (drawing, scoring):
        one.add_argument("--data", type=Path)
        one.add_argument("--limit", type=int)
    options = parser.parse_args()
    options.do(options)


def draw(options: argparse.Namespace) -> None:
    import torch

    from asmeant.models.adapter import decoding
    from asmeant.models.adapter.gguf import read_gguf
    from asmeant.models.adapter.network import Llama, read_adapter
    from asmeant.models.adapter.tokens import Tokenizer
    from asmeant.models.adapter.using import AdapterPrompts, shipped_adapters
    from asmeant.models.baselines.training import find_device
    from asmeant.models.clients.weights import embedded_weights

    device = find_device(options.device)
    base = read_gguf(options.base or embedded_weights())
    tokenizer, adapters = Tokenizer(base.metadata), shipped_adapters()
    model = Llama(base, 1, rank=32, alpha=64.0)
    read_adapter(model.adapters, read_gguf(adapters[0].path))
    model = model.to(device)
    if device.type == "cuda":
        model.cast_base(torch.bfloat16)
    prompts = AdapterPrompts(adapters)
    options.out.mkdir(parents=True, exist_ok=True)
    for dataset in options.datasets:
        tasks, tokens = [], []
        for task in load_tasks(dataset, Selection(limit=options.limit), options.data):
            if prompt := prompts.prompt(task, Prompting()):  # none where the task is not for the adapter
                tasks.append(task)
                tokens.append(tokenizer.encode(prompt.text, True))
        torch.manual_seed(0)
        ways = {"beam": list(decoding.decode(model, tokens, 5, LONGEST, tokenizer.end))}
        ways["greedy"] = list(decoding.decode(model, tokens, 1, LONGEST, tokenizer.end))
        for temperature in options.temperatures.split(","):
            ways[temperature] = list(
                decoding.draw(model, tokens, options.count, float(temperature), LONGEST, tokenizer.end)
            )
        name = dataset.replace("/", "-").replace(":", "-")
        with (options.out / f"{name}.jsonl").open("w", encoding="utf-8") as file:
            for number, task in enumerate(tasks):
                answers = {
                    way: [
                        (tokenizer.decode(one.tokens).strip(), round(one.log_probability, 4))
                        for one in rows[number]
                    ]
                    for way, rows in ways.items()
                }
                print(json.dumps({"dataset": dataset, "task_id": task.id, **answers}), file=file)
        print(f"{dataset}: {len(tasks)} tasks", flush=True)


@dataclass(frozen=True)
class Drawn:
    """The answers to a task. `asked` is what a user gets who asks so often: the first without chance."""

    task: Task
    greedy: str
    beam: tuple[str, ...]
    asked: tuple[tuple[str, float], ...]


def score(options: argparse.Namespace) -> None:
    for path in options.files:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()][: options.limit]
        dataset = rows[0]["dataset"]
        tasks = {task.id: task for task in load_tasks(dataset, Selection(), options.data)}
        drawn = [
            Drawn(
                tasks[row["task_id"]],
                row["greedy"][0][0],
                tuple(code for code, _ in row["beam"]),
                tuple(map(tuple, [*row["greedy"], *row[options.temperature]][: options.count])),
            )
            for row in rows
        ]
        print(f"\n{dataset}: {len(drawn)} tasks, {options.count} answers each", flush=True)
        print_table(drawn, chosen(drawn))


def chosen(drawn: Sequence[Drawn]) -> dict[str, list[list[str]]]:
    """By each way to choose, the best answers to each task."""
    ways = {
        "without chance": [[one.greedy] for one in drawn],
        "beam of 5": [list(one.beam) for one in drawn],
        "consensus by text": [
            [one.asked[place][0] for place in ranked([code for code, _ in one.asked])] for one in drawn
        ],
    }
    if all(one.task.checks for one in drawn):
        ways["consensus by what commands do"] = [
            [group.best.code for group in rank(tried_answers(one))] for one in track(drawn, "trying")
        ]
    return ways


def print_table(drawn: Sequence[Drawn], ways: dict[str, list[list[str]]]) -> None:
    passes = passing(drawn, ways)
    print(f"{'':30}" + "".join(f"{name:>13}" for name in (*METRICS, *(["pass@1"] if passes else []))))
    for way, answers in ways.items():
        figures = [measured(metric, drawn, answers) for metric in METRICS]
        if passes:
            figures.append(
                mean((one.task.id, codes[0]) in passes for one, codes in zip(drawn, answers, strict=True))
            )
        print(f"{way:30}" + "".join(f"{100 * figure:13.1f}" for figure in figures), flush=True)


def measured(name: str, drawn: Sequence[Drawn], answers: Sequence[list[str]]) -> float:
    metric = load_metric(name)
    statistics = []
    for one, codes in zip(drawn, answers, strict=True):
        enough = [*codes, *codes[-1:] * 3][:3]  # where there are fewer answers than the metric looks at
        candidates = [Candidate(one.task.id, number, code) for number, code in enumerate(enough)]
        statistics.append(metric.measure(one.task, candidates, ()))
    return metric.aggregate([statistic for statistic in statistics if statistic is not None])


def tried_answers(one: Drawn) -> list[Answer]:
    """Each answer as `asmeant ask` tries it, in the first tree of the task."""
    scaffold = one.task.scaffold
    tree = tree_of(assemble(one.task, Candidate(one.task.id, 0, "")), scaffold.tree)
    with closing(CommandTrier(TreeRunner(tree))) as trier:
        by_code: dict[str, Answer] = {}
        for code, _ in one.asked:
            if code not in by_code:
                lines = (scaffold.before, code, scaffold.after)
                tried = trier(Candidate(one.task.id, 0, "\n".join(line for line in lines if line)))
                by_code[code] = replace(tried, code=code)
        return [
            replace(by_code[code], rank=number, log_probability=log_probability)
            for number, (code, log_probability) in enumerate(one.asked)
        ]


def passing(drawn: Sequence[Drawn], ways: dict[str, list[list[str]]]) -> set[tuple[str, str]]:
    """The first answers of all ways that pass the checks of their task."""
    tasks = {
        (one.task.id, codes[0]): one.task
        for answers in ways.values()
        for one, codes in zip(drawn, answers, strict=True)
        if one.task.checks
    }
    pairs = list(tasks)
    with Judge() as judge:
        verdicts = judge.decide((tasks[pair], pair[1]) for pair in pairs)
        return {
            pairs[verdict.rank]
            for verdict in track(verdicts, "judging", total=len(pairs))
            if verdict.status == "passed"
        }


if __name__ == "__main__":
    main()
