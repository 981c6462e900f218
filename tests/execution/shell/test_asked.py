from __future__ import annotations

import pytest

from asmeant.execution.shell.asked import asked, asks_for_files, asks_for_order


@pytest.mark.parametrize(
    ("command", "sources", "walks", "sorts"),
    [
        ("find . -name '*.c'", {"find"}, True, False),
        ("find . | sort", {"find"}, True, True),
        ("grep x a.txt", {"grep"}, False, False),
        ("grep -rn x .", {"grep"}, True, False),
        ("cat a | grep -v r | cut -f1", {"grep"}, False, False),
        ("find . -type f -exec md5sum {} + | awk '{print $1}'", {"find", "md5sum"}, True, False),
        ("find . -print0 | xargs -0 -n 1 wc -l", {"find", "wc"}, True, False),
        ("sudo ls -lt", {"ls"}, True, True),
        ("bash -c 'du -sh .'", {"du"}, True, False),
        ("echo $(stat -c %s a)", {"stat"}, True, False),
        ("diff <(ls a) <(ls b)", {"diff", "ls"}, True, False),
        ("/usr/bin/du -a", {"du"}, True, False),
        ("wc -l *.txt", {"wc"}, True, False),
        ("if", set(), False, False),
        ("sudo", set(), False, False),
    ],
)
def test_what_a_command_asks_for(command: str, sources: set[str], walks: bool, sorts: bool) -> None:
    found = asked(command)
    assert (set(found.sources), found.walks, found.sorts) == (sources, walks, sorts)


@pytest.mark.parametrize(
    ("command", "needs"),
    [
        ("date", "the clock"),
        ("echo $(date +%F) > a", "the clock"),
        ("ps aux | grep x", "the machine"),
        ("df -h .", "the machine"),
        ("echo $RANDOM", "chance"),
        ("head -c 3 /dev/urandom", "chance"),
        ("curl http://x.y/z", "the network"),
        ("find . -mtime -1", ""),
    ],
)
def test_what_an_output_depends_on(command: str, needs: str) -> None:
    assert asked(command).needs == needs


@pytest.mark.parametrize(
    ("command", "verbose"),
    [("cp -v a b", True), ("tar -czvf a.tgz b", True), ("grep -v a b", False), ("cp a b", False)],
)
def test_what_comments_on_its_work(command: str, verbose: bool) -> None:
    assert asked(command).verbose is verbose


@pytest.mark.parametrize(
    ("intent", "order"),
    [
        ("List all files sorted by size", True),
        ("Print the three largest folders", True),
        ("List all files in /etc", False),
        ("Ordena las líneas de notas.txt", True),
        ("Cuenta los archivos de datos", False),
        ("ファイルを大きい順に並べる", True),
        ("ファイルの行数を数える", False),
        ("Отсортируй строки файла", True),
        ("Посчитай файлы", False),
    ],
)
def test_what_intents_ask_for_an_order(intent: str, order: bool) -> None:
    assert asks_for_order(intent) is order


@pytest.mark.parametrize(
    ("intent", "files"),
    [
        ("Find all files larger than 10 bytes under /w", True),
        ("Find all files in the /w directory and its subdirectories", True),
        ("Find all files and directories in /w", False),
        ("Find directories named x", False),
        ("Count the lines", False),
        ("Busca los archivos vacíos", True),
        ("Busca los archivos y las carpetas", False),
    ],
)
def test_what_intents_ask_for_files_alone(intent: str, files: bool) -> None:
    assert asks_for_files(intent) is files
