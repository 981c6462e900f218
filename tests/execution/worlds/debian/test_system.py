"""What the scripts of packages would do is done, as far as commands need it."""

from __future__ import annotations

from pathlib import Path

from asmeant.execution.worlds.debian.system import Alternative, alternatives, configure

GAWK = """#!/bin/sh
if [ "$1" = configure ]; then
    update-alternatives --quiet --install /usr/bin/awk awk /usr/bin/gawk 10 \\
        --slave /usr/share/man/man1/awk.1.gz awk.1.gz /usr/share/man/man1/gawk.1.gz \\
        --slave /usr/bin/nawk nawk /usr/bin/gawk || true
fi
"""
MAWK = "update-alternatives --install /usr/bin/awk awk /usr/bin/mawk 5\n"
BY_VARIABLE = 'update-alternatives --install "$BIN"/x x /usr/bin/x 1\nupdate-alternatives --remove a b\n'


def test_alternatives_are_read_from_scripts() -> None:
    assert list(alternatives([GAWK, MAWK, BY_VARIABLE])) == [
        Alternative("/usr/bin/awk", "awk", "/usr/bin/gawk", 10),
        Alternative("/usr/share/man/man1/awk.1.gz", "awk.1.gz", "/usr/share/man/man1/gawk.1.gz", 10),
        Alternative("/usr/bin/nawk", "nawk", "/usr/bin/gawk", 10),
        Alternative("/usr/bin/awk", "awk", "/usr/bin/mawk", 5),
    ]


def test_a_root_is_made_to_work(tmp_path: Path) -> None:
    files = {
        "usr/bin/gawk": "", "usr/bin/mawk": "", "usr/bin/w.procps": "", "usr/sbin/x": "", "usr/lib/y": "",
        "usr/share/ca-certificates/mozilla/One.crt": "ONE\n", "usr/share/ca-certificates/mozilla/Two.crt": "TWO\n",
    }  # fmt: skip
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    controls = [
        {"control": "Package: gawk\nVersion: 5\n", "postinst": GAWK},
        {"control": "Package: mawk\nVersion: 1\n", "postinst": MAWK},
    ]
    configure(tmp_path, controls)
    assert (tmp_path / "bin").readlink() == Path("usr/bin")
    assert (tmp_path / "sbin").readlink() == Path("usr/sbin")
    assert (tmp_path / "etc/alternatives/awk").readlink() == Path("/usr/bin/gawk")
    assert (tmp_path / "usr/bin/awk").readlink() == Path("/etc/alternatives/awk")
    assert (tmp_path / "usr/bin/nawk").is_symlink()
    assert (tmp_path / "usr/bin/w").is_symlink()
    # What has no target is no link.
    assert not (tmp_path / "usr/share/man/man1/awk.1.gz").is_symlink()
    assert (tmp_path / "etc/ssl/certs/ca-certificates.crt").read_text() == "ONE\nTWO\n"
    assert "alice:x:1001:1001::/home/alice:/bin/bash\n" in (tmp_path / "etc/passwd").read_text()
    assert "developers:x:1100:alice,bob\n" in (tmp_path / "etc/group").read_text()
    status = (tmp_path / "var/lib/dpkg/status").read_text()
    assert status.startswith("Package: gawk\nStatus: install ok installed\nVersion: 5\n\nPackage: mawk\n")
    configure(tmp_path, controls)  # again does no harm
