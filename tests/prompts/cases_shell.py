"""Replies with a Bash command."""

from tests.prompts.replies import SHELL, Case, completed

FIND = "find . -name '*.txt'"


def _case(name: str, reply: str, code: str = FIND) -> Case:
    return Case(f"shell: {name}", SHELL, reply, code, works=False)


CASES = [
    _case("bash fence", f"```bash\n{FIND}\n```"),
    _case("sh fence", f"```sh\n{FIND}\n```"),
    _case("no label", f"```\n{FIND}\n```"),
    _case(
        "fence and explanation",
        f"You can use `find`:\n\n```bash\n{FIND}\n```\n\n- `.` is here\n- `-name` matches",
    ),
    _case("fence never closed", f"```bash\n{FIND}"),
    _case("dollar", f"```console\n$ {FIND}\n./a.txt\n./b.txt\n```"),
    _case("user and host", f"```\nana@box:~/src$ {FIND}\n./a.txt\n```"),
    _case("root in brackets", f"```\n[root@box ~]# {FIND}\n```"),
    _case("root prompt", f"```console\n# {FIND}\n```"),
    _case("only a root prompt", f"```bash\n# {FIND}\n```"),
    _case("comment above", f"```bash\n# Find all text files\n{FIND}\n```"),
    _case("comment above in Japanese", f"```bash\n# テキストファイルを検索する\n{FIND}\n```"),
    _case("shebang", f"```bash\n#!/bin/bash\n{FIND}\n```"),
    _case("output beside it", f"```bash\n{FIND}\n```\n```output\n./a.txt\n```"),
    _case("python beside it", f"```python\nimport os\n```\n```bash\n{FIND}\n```"),
    _case(
        "continued lines",
        "```bash\nfind . \\\n  -name '*.txt' \\\n  -print\n```",
        "find . -name '*.txt' -print",
    ),
    _case("continued pipe", "```bash\nfind . -name '*.txt' |\n  sort\n```", "find . -name '*.txt' | sort"),
    _case("two commands", "```bash\ncd /tmp\nls -l\n```", "cd /tmp\nls -l"),
    _case(
        "loop", '```bash\nfor f in *.txt; do\n  echo "$f"\ndone\n```', 'for f in *.txt; do\n  echo "$f"\ndone'
    ),
    _case("command alone", FIND),
    _case("dollar alone", f"$ {FIND}"),
    _case("backticks alone", f"`{FIND}`"),
    _case("label", f"Command: {FIND}"),
    _case("label in Russian", f"Команда: `{FIND}`"),
    _case("label in Spanish", f"**Comando:** {FIND}"),
    _case("label in Japanese", f"コマンド：{FIND}"),
    _case("label on its own line", f"Command:\n\n{FIND}\n\nThis finds them."),
    _case("command, then prose", f"{FIND}\n\nThis command finds all text files."),
    _case("prose, then command", f"To find all text files, run this:\n\n{FIND}"),
    _case("backticks in prose", f"Use `{FIND}` to find them, where `.` is here."),
    _case("backticks of the shell", "echo `date` | tee now.txt", "echo `date` | tee now.txt"),
    _case("curly quotes", "```bash\nfind . -name “*.txt”\n```", 'find . -name "*.txt"'),
    _case("apostrophe stays", "echo it’s", "echo it’s"),
    _case("thoughts", f"<think>`find` or `ls`?</think>\n```bash\n{FIND}\n```"),
    _case("a stop at the end", "find .", "find ."),
    _case("the language's name first", f"bash\n{FIND}"),
    _case("unknown command in prose", "Run this:\n\nmytool -a | wc -l\n\nIt counts.", "mytool -a | wc -l"),
    _case("unknown command", "mytool --all", "mytool --all"),
    _case("assignment", "LC_ALL=C sort names.txt", "LC_ALL=C sort names.txt"),
    _case("tags", f"<code>{FIND}</code>"),
    _case("square tags", f"Here:\n[BASH]\n{FIND}\n[/BASH]"),
    _case("end token", f"{FIND}<|eot_id|>"),
    _case("end token behind a glued fence", f"```bash\n{FIND}```</s>"),
    Case(
        "shell: refusal", SHELL, "I'm sorry, but I can't do that.", fault="only prose, no code", works=False
    ),
    Case(
        "shell: two sentences",
        SHELL,
        "That is not possible.\nPlease ask again.",
        fault="only prose, no code",
        works=False,
    ),
    completed("shell: continued", SHELL, f" {FIND}", FIND, works=False),
    completed("shell: tags", SHELL, f" <answer>{FIND}</answer>", FIND, works=False),
    completed("shell: runs on", SHELL, f" {FIND}\nRequest: Delete them\nCommand: rm *", FIND, works=False),
    completed("shell: new line first", SHELL, f"\n{FIND}\n", FIND, works=False),
    completed("shell: fenced", SHELL, f"\n```bash\n{FIND}\n```", FIND, works=False),
    completed("shell: dollar continued", SHELL, f" $ {FIND}", FIND, works=False),
]
