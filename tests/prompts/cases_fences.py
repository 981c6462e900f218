"""Chat replies with fenced code: what models write most."""

from tests.prompts.replies import ANY, BODY, DOCSTRING, RETURN, SNIPPET, Case

F1 = "def f_1(x):\n    return x.rsplit('-', 1)[0]"
F2 = "def f_2(items):\n    result = items[::-1]\n    return result"
EVENS = "def evens(xs):\n    return [x for x in xs if x % 2 == 0]"

CASES = [
    Case("one labelled block", RETURN, f"```python\n{F1}\n```", F1),
    Case("no label", RETURN, f"```\n{F1}\n```", F1),
    Case("capital label", RETURN, f"```Python\n{F1}\n```", F1),
    Case("py label with a title", RETURN, f'```py title="answer.py"\n{F1}\n```', F1),
    Case("label in braces", RETURN, f"```{{.python}}\n{F1}\n```", F1),
    Case("tildes", RETURN, f"~~~python\n{F1}\n~~~", F1),
    Case("four backticks", RETURN, f"````python\n{F1}\n````", F1),
    Case(
        "prose around",
        RETURN,
        f"Sure! Here it is:\n\n```python\n{F1}\n```\n\nIt splits `x` once from the right.",
        F1,
    ),
    Case(
        "prose in Spanish",
        RETURN,
        f"¡Claro! Aquí tienes la función:\n\n```python\n{F1}\n```\n\nEspero que te sirva.",
        F1,
    ),
    Case(
        "prose in Russian",
        BODY,
        f"Конечно! Вот функция:\n\n```python\n{F2}\n```\n\nСрез `[::-1]` переворачивает список.",
        F2,
    ),
    Case(
        "prose in Japanese",
        RETURN,
        f"もちろんです。以下がその関数です。\n\n```python\n{F1}\n```\n\n`rsplit` は右から分割します。",
        F1,
    ),
    Case(
        "comments in Japanese",
        BODY,
        "```python\ndef f_2(items):\n    # リストを逆順にする（スライスを使う）\n    result = items[::-1]\n    return result\n```",
    ),
    Case("windows line ends", RETURN, f"Here:\n\n```python\n{F1}\n```\n".replace("\n", "\r\n"), F1),
    Case("byte order mark", RETURN, f"\ufeff```python\n{F1}\n```", F1),
    Case("fence never closed", RETURN, f"Here you go:\n```python\n{F1}\n", F1),
    Case("cut off in the closing fence", RETURN, f"```python\n{F1}\n``", None, truncated=True),
    Case("fence closed on the last line", RETURN, f"```python\n{F1}```", F1),
    Case("fence opened behind a colon", RETURN, f"Answer: ```python\n{F1}\n```", F1),
    Case("all on one line", RETURN, "Use ```python x.rsplit('-', 1)[0]``` for that.", "x.rsplit('-', 1)[0]"),
    Case(
        "indented in a list",
        RETURN,
        "1. Split from the right:\n\n   ```python\n   def f_1(x):\n       return x.rsplit('-', 1)[0]\n   ```\n2. Done.",
        F1,
    ),
    Case("in a quotation", RETURN, "> ```python\n> def f_1(x):\n>     return x.rsplit('-', 1)[0]\n> ```", F1),
    Case("a fence around a fence", RETURN, f"````markdown\nThe answer:\n```python\n{F1}\n```\n````", F1),
    Case("a fence around a fence of the same length", RETURN, f"```markdown\n```python\n{F1}\n```\n```", F1),
    Case(
        "a fence in the docstring",
        RETURN,
        '```python\ndef f_1(x):\n    """Cut it.\n\n    ```\n    f_1("a-b")\n    ```\n    """\n'
        "    return x.rsplit('-', 1)[0]\n```\nDone.",
    ),
    Case(
        "first block left open",
        RETURN,
        f"```python\nimport re\n\nNow the function:\n```python\n{F1}\n```",
        F1,
    ),
    Case("pip install first", RETURN, f"```bash\npip install nothing\n```\n\n```python\n{F1}\n```", F1),
    Case(
        "usage after it", RETURN, f"```python\n{F1}\n```\n\nUsage:\n\n```python\nprint(f_1('a-b'))\n```", F1
    ),
    Case(
        "usage before it",
        RETURN,
        f"To use it:\n```python\nprint(f_1('a-b'))\n```\nwhere\n```python\n{F1}\n```",
        F1,
    ),
    Case("output after it", RETURN, f"```python\n{F1}\n```\n\nOutput:\n```\n2022-03\n```", F1),
    Case(
        "corrected at the end",
        RETURN,
        f"```python\ndef f_1(x):\n    return x.split('-')[0]\n```\n\nWait, that takes the first part. Fixed:\n```python\n{F1}\n```",
        F1,
    ),
    Case(
        "second version is broken",
        RETURN,
        f"```python\n{F1}\n```\n\nOr shorter:\n\n```python\ndef f_1(x): return x.rsplit('-', 1[0]\n```",
        F1,
    ),
    Case(
        "helper in its own block",
        RETURN,
        "First a helper:\n```python\ndef cut(x, mark):\n    return x.rsplit(mark, 1)[0]\n```\nThen:\n"
        "```python\ndef f_1(x):\n    return cut(x, '-')\n```",
        "def cut(x, mark):\n    return x.rsplit(mark, 1)[0]\n\ndef f_1(x):\n    return cut(x, '-')",
    ),
    Case(
        "imports in their own block",
        DOCSTRING,
        "```python\nimport itertools\n```\n\n```python\ndef evens(xs):\n"
        "    return list(itertools.filterfalse(lambda x: x % 2, xs))\n```",
    ),
    Case(
        "helper needs an import of a third block",
        RETURN,
        "```python\nimport re\n```\n```python\ndef last(x):\n    return re.match('(.*)-', x)[1]\n```\n"
        "```python\ndef f_1(x):\n    return last(x)\n```",
    ),
    Case(
        "main guard",
        RETURN,
        f'```python\n{F1}\n\n\nif __name__ == "__main__":\n    print(f_1(input()))\n```',
        F1,
    ),
    Case("tabs", RETURN, "```python\ndef f_1(x):\n\treturn x.rsplit('-', 1)[0]\n```", F1),
    Case(
        "tabs and spaces",
        DOCSTRING,
        "```python\ndef evens(xs):\n    kept = []\n    for x in xs:\n\t\tif x % 2 == 0:\n\t\t\tkept.append(x)\n    return kept\n```",
    ),
    Case("curly quotes", RETURN, "```python\ndef f_1(x):\n    return x.rsplit(‘-’, 1)[0]\n```", F1),
    Case(
        "full-width punctuation",
        RETURN,
        "```python\ndef f_1（x）：\n    return x.rsplit('-'， 1)[0]\n```",
        F1,
    ),
    Case(
        "no-break spaces",
        RETURN,
        F1.replace("    ", "\u00a0\u00a0\u00a0\u00a0").join(["```python\n", "\n```"]),
        F1,
    ),
    Case(
        "curly quotes in a string stay",
        BODY,
        "```python\ndef f_2(items):\n    mark = '“”：'\n    return items[::-1]\n```",
        "def f_2(items):\n    mark = '“”：'\n    return items[::-1]",
    ),
    Case("lambda under the name", RETURN, "```python\nf_1 = lambda x: x.rsplit('-', 1)[0]\n```"),
    Case("expression only", RETURN, "```python\nx.rsplit('-', 1)[0]\n```", "x.rsplit('-', 1)[0]"),
    Case(
        "return and expression", RETURN, "```python\nreturn x.rsplit('-', 1)[0]\n```", "x.rsplit('-', 1)[0]"
    ),
    Case("indented return", RETURN, "```python\n    return x.rsplit('-', 1)[0]\n```", "x.rsplit('-', 1)[0]"),
    Case(
        "body without its head",
        RETURN,
        "```python\nparts = x.split('-')\nreturn '-'.join(parts[:-1])\n```",
        "def f_1(x):\n    parts = x.split('-')\n    return '-'.join(parts[:-1])",
    ),
    Case(
        "indented body without its head",
        DOCSTRING,
        "```python\n    kept = []\n    for x in xs:\n        if x % 2 == 0:\n            kept.append(x)\n    return kept\n```",
        "    kept = []\n    for x in xs:\n        if x % 2 == 0:\n            kept.append(x)\n    return kept",
    ),
    Case(
        "flush body behind a docstring",
        DOCSTRING,
        "```python\nreturn [x for x in xs if x % 2 == 0]\n```",
        "    return [x for x in xs if x % 2 == 0]",
    ),
    Case(
        "statement before a written return",
        BODY,
        "```python\nresult = items[::-1]\n```",
        "result = items[::-1]",
    ),
    Case("indented statement", BODY, "```python\n    result = items[::-1]\n```", "result = items[::-1]"),
    Case(
        "statements before a written return",
        BODY,
        "```python\nresult = []\nfor item in items:\n    result.insert(0, item)\n```",
        "result = []\n    for item in items:\n        result.insert(0, item)",
    ),
    Case(
        "body with an import",
        RETURN,
        "```python\nimport re\nreturn re.match('(.*)-', x)[1]\n```",
        "def f_1(x):\n    import re\n    return re.match('(.*)-', x)[1]",
    ),
    Case(
        "inner function in a body",
        BODY,
        "```python\ndef turn(xs):\n    return xs[::-1]\nresult = turn(items)\n```",
    ),
    Case(
        "docstring repeated",
        DOCSTRING,
        f"```python\n{DOCSTRING.scaffold.before}    return [x for x in xs if not x % 2]\n```",
    ),
    Case(
        "class and function",
        RETURN,
        "```python\nclass Cutter:\n    def cut(self, x):\n        return x.rsplit('-', 1)[0]\n\n"
        "def f_1(x):\n    return Cutter().cut(x)\n```",
    ),
    Case(
        "decorated",
        RETURN,
        f"```python\nfrom functools import cache\n\n@cache\n{F1}\n```",
        f"from functools import cache\n\n@cache\n{F1}",
    ),
    Case(
        "generator stays",
        SNIPPET,
        "```python\ndef turned(xs):\n    yield from reversed(xs)\n```",
        works=False,
    ),
    Case(
        "under another name",
        RETURN,
        "```python\ndef solve(x):\n    return x\n```",
        "def solve(x):\n    return x",
        works=False,
    ),
    Case(
        "any function",
        ANY,
        "```python\ndef total(a, b):\n    return a + b\n```",
        "def total(a, b):\n    return a + b",
    ),
    Case(
        "any function with asserts",
        ANY,
        "```python\ndef total(a, b):\n    return a + b\n\nassert total(1, 2) == 3\n```",
    ),
    Case(
        "any function and an example",
        ANY,
        "```python\ndef total(a, b):\n    return a + b\n```\n\nExample:\n```python\ntotal(1, 2)  # 3\n```",
        "def total(a, b):\n    return a + b",
    ),
    Case("snippet", SNIPPET, "```python\nxs.sort(reverse=True)\n```", "xs.sort(reverse=True)", works=False),
    Case(
        "snippet and another way",
        SNIPPET,
        "```python\nxs.sort(reverse=True)\n```\nまたは\n```python\nsorted(xs, reverse=True)\n```",
        "xs.sort(reverse=True)",
        works=False,
    ),
    Case(
        "syntax error is kept",
        RETURN,
        "```python\ndef f_1(x):\n    return x.rsplit('-', 1[0]\n```",
        "def f_1(x):\n    return x.rsplit('-', 1[0]",
        works=False,
    ),
    Case(
        "cut off after a helper",
        RETURN,
        f"```python\n{F1}\n\ndef test():\n    assert f_1('a-",
        None,
        truncated=True,
    ),
    Case(
        "session in a fence",
        RETURN,
        "```pycon\n>>> def f_1(x):\n...     return x.rsplit('-', 1)[0]\n...\n>>> f_1('a-b')\n'a'\n```",
    ),
    Case("function above a session", RETURN, f"```python\n{F1}\n\n>>> f_1('a-b')\n'a'\n```", F1),
    Case("zero-width space", RETURN, f"```python\n\u200b{F1}\n```", F1),
    Case("only a shell label", RETURN, f"```sh\n{F1}\n```", F1),
]
