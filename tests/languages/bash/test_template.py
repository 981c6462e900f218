"""Templates: types in place of arguments."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.template import template, template_tokens


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("find . -mtime +7 -size -10k", "find Path -mtime +Timespan -size -Size"),
        ("find /tmp -perm -222 -perm /g+w", "find Path -perm -Permission -perm Permission"),
        ("find -name x", "find Path -name Regex"),
        ("find -L -name x", "find -L Path -name Regex"),
        ("find", "find Path"),
        ("find . -type f -printf '%f\\n'", "find Path -type f -printf '%f\\n'"),
        ("find . -name a -o ! -name b", "find Path -name Regex -or ! -name Regex"),
        ("find . \\( -name a \\) -exec rm '{}' ';'", "find Path \\( -name Regex \\) -exec rm {} \\;"),
        ("find . -exec mv {} {}.bak +", "find Path -exec mv {} File +"),
        ("find . -exec ls {}", "find Path -exec ls {} \\;"),
        ("sort -nk 5,5 f", "sort -n -k Number File"),
        ("tar cvf x.tar a b", "tar -c -v -f File File File"),
        ("egrep -il foo *.c", "grep -E -i -l Regex File"),
        ("fgrep -c x", "grep -F -c Regex"),
        ("ls | xargs rm", "ls | xargs -I {} rm {}"),
        ("ls | xargs -0 -n1 rm -f", "ls | xargs -0 -n Quantity -I {} rm -f {}"),
        ("ls | xargs -I % mv % d/%", "ls | xargs -I {} mv {} File"),
        ("ls | xargs -i cp -t d {}", "ls | xargs -I {} cp -t Directory {}"),
        ("ls | xargs -I % cp -t % x", "ls | xargs -I {} cp -t {} File"),
        ("ls | xargs", "ls | xargs"),
        ("sudo rm f", "rm File"),
        ("sudo -u bob rm f", "sudo -u Regex rm File"),
        ("/bin/rm f", "rm File"),
        ("head -5 f", "head - Quantity File"),
        ("head -n 5 f", "head -n Quantity File"),
        ("split --lines=5 f x", "split --lines Quantity File Regex"),
        ("cut -c -32", "cut -c -Number"),
        ("tail -n +2", "tail -n +Quantity"),
        ("chmod +x f", "chmod +Permission File"),
        ("chmod a+x f", "chmod Permission File"),
        ("date '+%Y' -d yesterday", "date '+%Y' -d DateTime"),
        ("mount -o rw,remount /x", "mount -o rw,remount File"),
        ("cd $(dirname $(which x))", "cd $( dirname $( which Regex ) )"),
        ('cat "$(ls)" x$(ls)', "cat $( ls ) File"),
        ("comm -12 <(sort a) <(sort b)", "comm -1 -2 <( sort File ) <( sort File )"),
        ("$(which ls) -l", "$( which Regex ) -l"),
        ("sh -c 'find . | wc -l'", "sh -c 'find Path | wc -l'"),
        ("sh -c 'not ( bash'", "sh -c Command"),
        ("A=1 B=$(date) ls > out 2>&1 < in", "Variable=Regex Variable=$( date ) ls > File 2>&1 < File"),
        ("dd if=a of=b bs=1M", "dd if=File of=File bs=Size"),
        ("a && b || c; d & e", "a && b || c ; d & e"),
        ("! a | b", "! a | b"),
        ("time ls", "time ls"),
        ("for f in *; do rm $f; done", "for f in Regex ; do rm File ; done"),
        ("if [ -f x ]; then ls & fi", "if [ -f File ] ; then ls & fi"),
        ("(ls; pwd) > f", "( ls ; pwd ) > File"),
        ("kill -9 1", "kill - 9 Number"),
        ("grep -- -x f", "grep -- Regex File"),
        ("foo --bar x", "foo --bar Regex"),
        ("./run.sh x | $PAGER", "Program Regex | Program"),
        ("", ""),
    ],
)
def test_template(source: str, expected: str) -> None:
    assert template(source) == expected


def test_tokens() -> None:
    assert template_tokens("sh -c 'ls -l' x") == ("sh", "-c", "'ls -l'", "Regex")


def test_what_is_no_bash() -> None:
    with pytest.raises(BashSyntaxError):
        template("echo 'x")


@pytest.mark.data
def test_agrees_with_the_published_templates(released_data: Path) -> None:
    """Of what people judged; most of the rest are faults of the published ones, such as `find Path Path` for -quit."""
    same = total = 0
    for file in sorted((released_data / "nl2bash" / "judgements").glob("manual.evaluations.*.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                if row["prediction"].strip():
                    total += 1
                    same += template(row["prediction"]) == row["template"]
    assert total == 5257
    assert same / total > 0.945


@pytest.mark.data
def test_as_many_templates_as_published(released_data: Path) -> None:
    """4,602 there."""
    rows = json.loads((released_data / "nl2bash" / "split_rows.json").read_text())["filtered"]
    commands = (released_data / "nl2bash" / "all.cm").read_text(encoding="utf-8").split("\n")
    found = set()
    for row in rows:
        try:
            found.add(template(commands[row]))
        except BashSyntaxError:
            continue
    assert 4550 < len(found) < 4650
