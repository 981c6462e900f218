"""Utilities that read their words in their own way."""

from __future__ import annotations

import pytest

from tests.languages.bash.typed import shape


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("find", "find"),
        ("find -L a b -mtime +7", "find -L Path:a Path:b -mtime(Timespan +7)"),
        ("find . -name '*.c' -o ! -empty", "find Path:. -name(Pattern *.c) -or ! -empty"),
        ("find . \\( -a \\)", "find Path:. ( -and )"),
        ("find . -exec rm -f {} \\; -print", "find Path:. -exec([rm -f File:{}] ;) -print"),
        ("find . -exec grep x {} +", "find Path:. -exec([grep Regex:x File:{}] +)"),
        ("find . -ok rm {}", "find Path:. -ok([rm File:{}])"),
        ("find . -exec", "find Path:. -exec"),
        ("find . -newermt 2020-01-01", "find Path:. -newermt(DateTime 2020-01-01)"),
        ("find . -neweraB x -newerat y", "find Path:. -neweraB(File x) -newerat(DateTime y)"),
        ("find -O3 . -fprintf o '%p'", "find -O(Number 3) Path:. -fprintf(File o Format %p)"),
        ("find . -frobnicate x", "find Path:. -frobnicate? Path:x"),
        ("tar cvf x.tar a", "tar -c -v -f(File x.tar) File:a"),
        ("tar xzf x.tgz -C /tmp", "tar -x -z -f(File x.tgz) -C(Directory /tmp)"),
        ("tar cfX a.tar skip d", "tar -c -f(File a.tar) -X(File skip) File:d"),
        ("tar", "tar"),
        ("ps aux", "ps Option:aux"),
        ("ps axo pid,comm", "ps Option:axo Format:pid,comm"),
        ("ps -aux", "ps -a -u -x"),
        ("ps -ef", "ps -e -f"),
        ("ps -o pid -p 1", "ps -o(Format pid) -p(Process 1)"),
        ("dd if=/dev/zero of=x bs=1M what", "dd if(File /dev/zero) of(File x) bs(Size 1M) Unknown:what"),
        ("[ -f x -a y = z ]", "[ -f File:x -a Text:y = Text:z ]"),
        ("test -n", "test Text:-n"),
        ("chmod -x f", "chmod Permission:-x File:f"),
        ("chmod -R -rw,+x d", "chmod -R Permission:-rw,+x File:d"),
        ("chmod u+x,g-w f g", "chmod Permission:u+x,g-w File:f File:g"),
        ("chmod --reference=a b", "chmod --reference(File a) File:b"),
        ("rename s/a/b/ x y", "rename Regex:s/a/b/ File:x File:y"),
        ("rename -n a b x", "rename -n Regex:a Text:b File:x"),
        ("dig +short @8.8.8.8 x.org MX", "dig Option:+short Hostname:@8.8.8.8 Hostname:x.org Type:MX"),
        ("date +%F", "date Format:+%F"),
        ("date 01021530", "date DateTime:01021530"),
    ],
)
def test_styles(source: str, expected: str) -> None:
    assert shape(source) == expected
