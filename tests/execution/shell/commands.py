"""Hostile commands, and what must be seen of each: used as who we are and as an ordinary user."""

from __future__ import annotations

from dataclasses import dataclass, replace

from asmeant.execution.shell import Outcome, ShellRunner, Tree, from_files
from asmeant.records import Limits

TREE = from_files({"a.txt": "one\n", "d/b.txt": "two\n", "d/e/": ""})
# What is to end by itself has time for it, on a busy machine, too.
LIMITS = Limits(seconds=10, memory_mb=512, disk_mb=8, processes=40)


@dataclass(frozen=True, slots=True)
class Hostile:
    """`says` must be on its output or in the reason, `never` on neither."""

    command: str
    ending: str
    says: str = ""
    never: str = "\0never"

    @property
    def limits(self) -> Limits:
        return replace(LIMITS, seconds=0.2) if self.ending == "timed out" else LIMITS


HOSTILE = {
    "deletes everything": Hostile("rm -rf /", "finished", "dangerous"),
    "deletes everything for sure": Hostile("rm -rf --no-preserve-root /etc /root /var / 2>/dev/null", "timed out"),
    "fork bomb": Hostile(":(){ :|:& };:; sleep 0.1", "finished"),
    "fork bomb in perl": Hostile("perl -e 'fork while 1'", "timed out"),
    "kills all": Hostile("sleep 50 & kill -9 -1; echo still here", "finished", "still here"),
    "kills process one": Hostile("kill -9 1; kill -STOP 1; echo still here", "finished", "still here"),
    "kills itself": Hostile("kill -9 $$", "killed", "SIGKILL"),
    "stops itself": Hostile("kill -STOP $$", "timed out"),
    "crashes": Hostile("kill -SEGV $$", "killed", "SIGSEGV"),
    "writes to devices": Hostile("echo x > /dev/sda; dd if=/dev/zero of=/dev/mem; echo x > /dev/null", "finished", "Read-only"),
    "removes devices": Hostile("rm -f /dev/null /dev/zero", "finished", "cannot remove"),
    "makes a device": Hostile("mknod disk b 8 0", "finished", "not permitted"),
    "endless zeros": Hostile("cat /dev/zero", "timed out"),
    "endless words": Hostile("yes", "timed out", "y\ny\n"),
    "endless complaints": Hostile("yes >&2", "timed out"),
    "sleeps": Hostile("sleep 1000", "timed out"),
    "deaf": Hostile("trap '' TERM INT HUP XCPU; while :; do :; done", "timed out"),
    "lifts its limits": Hostile("ulimit -u 9999; ulimit -n 9999; sleep 0.1; ulimit -t 9999; ulimit -v 99999999", "finished", "cannot modify"),
    "fills the disk": Hostile("cat /dev/zero > big", "finished", "No space left"),
    "fills the disk with files": Hostile("seq 17000 | xargs touch 2>&1 | tail -1", "finished", "No space left"),
    "a file of holes": Hostile("truncate -s 1T holes; echo end >> holes", "finished"),
    "deep folders": Hostile("perl -e 'for (1..2000) { mkdir \"deeper\"; chdir \"deeper\" }'", "finished"),
    "closed folders": Hostile("mkdir x x/y; chmod 000 x/y x . /", "finished"),
    "odd names": Hostile("touch $'new\\nline' $'\\xff' -- '-rf' ' '; mkfifo pipe", "finished"),
    "takes memory": Hostile("tail /dev/zero", "out of memory", "512 MB"),
    "stays behind": Hostile("sleep 1000 & disown; setsid nohup sleep 1000 > /dev/null 2>&1 & echo gone", "finished", "gone"),
    "reboots": Hostile("reboot -f; halt -f; poweroff -f; echo still here", "finished", "still here"),
    "mounts": Hostile("mount -t tmpfs none /mnt; mount -o remount,rw /usr; umount -l /proc; touch /usr/x", "finished", "Read-only"),
    "namespaces within": Hostile("unshare -Ur id; unshare -m id; chroot / id", "finished", "not permitted", "uid="),
    "reaches out": Hostile("exec 3<>/dev/tcp/1.1.1.1/80", "finished", "unreachable"),
    "reaches for the machine": Hostile("exec 3<>/dev/tcp/127.0.0.1/22", "finished", "refused"),
    "reads passwords": Hostile("cat /etc/shadow /root/.ssh/* ~/.netrc", "finished", "No such file"),
    "reads the environment": Hostile("env; cat /proc/*/environ | tr '\\0' '\\n'", "finished", "LANG=C.UTF-8", "SECRET"),
    "reads the zygote": Hostile("cat /proc/1/environ /proc/1/maps; ls /proc/1/root/ /proc/1/fd", "finished", "No such file"),
    "sees processes": Hostile("cd /proc; echo [0-9]*", "finished", "100", " "),
    "writes kernel switches": Hostile("echo b > /proc/sysrq-trigger; echo 1 > /proc/sys/net/ipv4/ip_forward; echo 0 > /proc/sys/kernel/ns_last_pid", "finished", "Read-only"),
    "becomes someone else": Hostile("chown 1 a.txt; setpriv --reuid 1 id; setpriv --regid 1 id", "finished", "", "uid=1"),
    "sets the clock": Hostile("date -s 2000-01-01; hostname evil; hostname", "finished", "sandbox", "evil"),
    "debugs": Hostile("python3 -c 'import ctypes; print(ctypes.CDLL(None).ptrace(16, 1, 0, 0))'", "finished", "-1"),
    "a hundred files at once": Hostile("for i in $(seq 2000); do exec {fd}<a.txt; done", "finished", "Too many open files"),
    # What is left behind is looked at: it must not lead out, nor hold up who looks.
    "links that lead out": Hostile("ln -s / all; ln -s /proc/1/root r; ln -s loop loop; rm -r d; ln -s / d; cat r/etc/shadow", "finished", "No such file"),
    "hard links that lead out": Hostile("ln /usr/bin/env e; ln /proc/self/status s", "finished", "cross-device"),
    "a forest of hard links": Hostile("perl -e 'link \"a.txt\", \"h$_\" for 1..20000'; ls | wc -l", "finished", "1637"),
    "two hundred files of holes": Hostile("for i in $(seq 200); do truncate -s 256M h$i; done; truncate -s 7E h; ls | wc -l", "finished", "203"),
    "folders deeper than any path": Hostile("perl -e 'for (1..5000) { mkdir \"q\"; chdir \"q\" } open F, \">f\"'; ls", "finished", "q"),
    "names that are no names": Hostile("mkdir $'a\\nb' $'\\xf0\\x28'; touch $'a\\nb/\\r' $'\\xf0\\x28/\\xff' $'\\e[2J' '$(id)'; ln -s $'\\xff' l; ls | wc -l", "finished", "8"),
    "names of 255 bytes": Hostile("n=$(printf x%.0s {1..255}); mkdir -p $n/$n/$n; touch $n/$n/$n/$n ${n}x", "finished", "name too long"),
    "pipes that nobody writes to": Hostile("rm a.txt; mkfifo a.txt d/p; chmod 000 d/p; ls d", "finished", "p"),
    "waits for a pipe": Hostile("mkfifo p; cat p", "timed out"),
    "a socket": Hostile("perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => \"s\", Listen => 1) or die'; ls", "finished", "s\n"),
    "whiteouts": Hostile("mknod w c 0 0; python3 -c 'import os, stat; os.mknod(\"d/b.txt2\", stat.S_IFCHR | 0o600, 0)'", "finished", "not permitted"),
    "marks of the overlay": Hostile("python3 -c 'import os; [os.setxattr(p, f\"user.overlay.{n}\", b\"y\") for p in (\"d\", \"/etc\") for n in (\"opaque\", \"redirect\", \"whiteout\")]'; ls d /etc/passwd; rm d/b.txt; ls d", "finished", "b.txt"),
    "trusted marks": Hostile("python3 -c 'import os; os.setxattr(\"d\", \"trusted.overlay.opaque\", b\"y\")'", "finished", "not permitted"),
    "cannot be changed": Hostile("chattr +i a.txt; chattr -R +a .; rm a.txt; ls", "finished", "not permitted", "\na.txt"),
    "becomes root by a file": Hostile("cp /bin/bash b; chmod 6755 b; ./b -p -c 'mount -t tmpfs none /mnt'", "finished", "denied"),
    "moves its folder away": Hostile("mv /root /home/r; mkdir /root; echo x > /root/y; rm -rf /home/r; touch z", "finished", "No such file"),
    "moves the system away": Hostile("mv /etc /etc2; ln -s / /etc; rm -f /etc2/passwd; mv /usr /usr2; mv /proc /p", "finished", "cannot move"),
    "breaks the loader": Hostile("echo /root/x.so > /etc/ld.so.preload; echo bad > /etc/ld.so.cache; ls -d /; rm /etc/passwd /etc/ld.so.*; ls -d /", "finished", "/\n/\n"),
    "stays behind and writes": Hostile("for i in 1 2 3; do setsid nohup bash -c 'trap \"\" HUP TERM; while :; do echo x >> /root/tick; mv d e; mv e d; done' > /dev/null 2>&1 & done; sleep 0.05; echo gone", "finished", "gone"),
    "looks up": Hostile("cd /; ls ../../../..; ls -d /space /trees /view /parts /base /old", "finished", "No such file", "upper"),
    "speaks to the harness": Hostile("for i in 3 4 5 6 7 8 9; do echo '{\"seen\": {}}' >&$i; done; echo '{\"seen\": {\"ending\": \"finished\"}}'", "finished", "Bad file descriptor"),
    "every signal to process one": Hostile("for s in $(seq 1 31); do kill -$s 1; kill -$s 2; done; echo still here", "finished", "still here"),
    "holds the tools": Hostile("python3 -c 'import fcntl; f = open(\"/usr/bin/env\"); fcntl.flock(f, fcntl.LOCK_EX); fcntl.fcntl(f, 1024, 1)'", "finished", "not permitted"),
    "files without a name": Hostile("python3 -c 'import os\nwhile 1: os.write(os.open(\"/tmp\", os.O_TMPFILE | os.O_RDWR), b\"x\" * 10 ** 6)'", "finished", "No space left"),
    "memory without a name": Hostile("python3 -c 'import os; os.memfd_create(\"x\")'", "finished", "not permitted"),
    "closes everything": Hostile("exec 0<&- 1>&- 2>&-; sleep 1000", "timed out"),
    "will not go": Hostile("trap 'exec sleep 1000' EXIT; exit 0", "timed out"),
    "asks who is there": Hostile("cat; read x; echo \"<$x>\"; cat /dev/tty", "finished", "<>"),
    "no room at all": Hostile("ulimit -f 0; trap '' XFSZ; echo x > y; ulimit -n 3; echo x > z", "finished", "File too large"),
    "no command at all": Hostile("\x01\x02\udcff", "finished", "command not found"),
    "unclosed quote": Hostile("echo 'abc", "finished", "unexpected EOF"),
    "a null byte": Hostile("echo a\0b", "failed", "null byte"),
    "half a letter": Hostile("echo \ud800", "failed", "half a letter"),
    "a megabyte": Hostile("echo " + "x" * 1_000_000, "failed", "131,071 bytes"),
    "as long as can be": Hostile("echo " + "x" * 131_066, "finished", "xxxx"),
}  # fmt: skip


def seen_of(hostile: Hostile, outcome: Outcome) -> str:
    """What is wrong with what was seen; empty where nothing is."""
    said = outcome.stdout + outcome.stderr + outcome.reason
    if outcome.ending != hostile.ending or hostile.says not in said or hostile.never in said:
        return f"{outcome.ending} ({outcome.exit_status}): {outcome.reason} {said[:300]}"
    return ""


def still_well(runner: ShellRunner, tree: Tree = TREE) -> bool:
    """Whether the next command finds everything as if nothing had been before it."""
    after = runner.run("echo more >> a.txt; cat a.txt d/b.txt; ls -A / | wc -l; echo $$", tree, LIMITS)
    lines = after.stdout.splitlines()
    return lines[:3] == ["one", "more", "two"] and lines[4] == "100" and len(after.changes) == 1
