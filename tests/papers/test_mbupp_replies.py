"""MBUPP with replies as models give them: swapped arguments, tuples, helpers, other names, and wrong ones.

The replies are ours; the tasks are read from the released file, which is not part of the project.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant.cli import asmeant
from asmeant.records import Verdict
from asmeant.runs import RunFolder

# task, reply, the sets that hold (a sample of them where there are many), the function that met the first
REPLIES: list[tuple[int, str, set[str], str]] = [
    (11, "```python\ndef without_ends(ch, text):\n    a, b = text.find(ch), text.rfind(ch)\n"
         "    return ''.join(c for i, c in enumerate(text) if i not in (a, b))\n```",
     {"ip_resp-PermuteArgs(1, 0)--original"}, "without_ends"),
    (12, "Here is a solution:\n\n```python\ndef total(row):\n    return sum(row)\n\ndef order_rows(matrix):\n"
         "    return sorted(matrix, key=total)\n```\nIt sorts by the sum of each row.", {"original"}, "order_rows"),
    (14, "def prism(base, height, length):\n    return base * height * length / 2", {"original"}, "prism"),
    (16, "```py\nimport re\n\ndef is_snake(text):\n    return bool(re.search('^[a-z]+_[a-z]+$', text))\n```",
     {"op_resp-CategoryToBool--original"}, "is_snake"),
    (17, "```\nclass Solution:\n    def perimeter(self, side: int) -> int:\n        return 4 * side\n```",
     {"original"}, "Solution.perimeter"),
    (18, "clean = lambda text, dirty: ''.join(c for c in text if c not in dirty)", {"original"}, "clean"),
    (21, "```python\ndef multiples(n, m):\n    return tuple(n * i for i in range(1, m + 1))\n```",
     {"ip_resp-PermuteArgs(1, 0)--op_resp-ListToTuple--original"}, "multiples"),
    (24, "```python\ndef to_decimal(bits):\n    return int(bits, 2)\n```", {"ip_resp-NumToStr--original"}, "to_decimal"),
    (25, "```python\nfrom math import prod\n\ndef product_of_unique(numbers):\n    return prod(set(numbers))\n```",
     {"ip_resp-RemoveArgs--original"}, "product_of_unique"),
    (28, "```python\ndef choose(n, k):\n    if k in (0, n):\n        return 1\n"
         "    return choose(n - 1, k - 1) + choose(n - 1, k)\n```", {"original"}, "choose"),
    (40, "<think>\nA Counter is a dict.\n</think>\n```python\nfrom collections import Counter\n\n"
         "def frequencies(lists):\n    return Counter(x for part in lists for x in part)\n```",
     {"original", "op_resp-ListToTuple--original"}, "frequencies"),
    (46, "```python\ndef all_distinct(*numbers):\n    return len(numbers) == len(set(numbers))\n```",
     {"manual-corrected1--original"}, "all_distinct"),
    (53, "```python\ndef check_Equality(s):\n    return s[0] == s[-1]\n```", {"op_resp-CategoryToBool--original"},
     "check_Equality"),
    (66, "```python\ndef count_positive(*values):\n    return sum(v > 0 for v in values)\n```",
     {"ip_resp-ListToTuple--original"}, "count_positive"),
    (81, "```python\nfrom itertools import cycle\n\ndef zip_cycle(longer, shorter):\n"
         "    return tuple(zip(longer, cycle(shorter)))\n```", {"op_resp-ListToTuple--original"}, "zip_cycle"),
    (32, "```python\ndef largest_prime_factor(n):\n    return n\n```", set(), "largest_prime_factor"),
    (41, "```python\ndef evens(numbers):\n    return filter(lambda n: n % 2 == 0, numbers)\n```", set(), "evens"),
    (45, "```python\ndef gcd_of(numbers):\n    return gcd_of(numbers)\n```", set(), "gcd_of"),
    (52, "```python\ndef area(base, height):\n    while True:\n        pass\n```", set(), "area"),
    (58, "I am sorry, I can't help with that.", set(), ""),
]  # fmt: skip


@pytest.mark.data
def test_each_verdict_names_the_set_and_the_function(released_data: Path, tmp_path: Path) -> None:
    replies = tmp_path / "replies.jsonl"
    lines = [json.dumps({"task_id": f"mbupp/{task}", "text": text}) for task, text, *_ in REPLIES]
    replies.write_text("\n".join(lines) + "\n")
    ids = ",".join(f"mbupp/{task}" for task, *_ in REPLIES)
    words = ["run", "mbupp", "--model", f"recorded:{replies}", "--ids", ids, "--data", str(released_data)]
    result = CliRunner().invoke(asmeant, [*words, "--seconds", "1", "--out", str(tmp_path / "run"), "--json"])
    assert result.exception is None, result.exception
    verdicts = {verdict.task_id: verdict for verdict in RunFolder(tmp_path / "run").read(Verdict)}
    assert len(verdicts) == 20
    for task, _, held, function in REPLIES:
        verdict = verdicts[f"mbupp/{task}"]
        assert verdict.status == ("passed" if held else "failed"), verdict
        assert held <= set(verdict.held), verdict
        assert verdict.function == function, verdict
    assert verdicts["mbupp/52"].reason.startswith("timed out")
    assert "RecursionError" in verdicts["mbupp/45"].reason
    whole = next(score for score in json.loads(result.stdout)["scores"] if not score["where"])
    assert whole["value"] == 0.75
