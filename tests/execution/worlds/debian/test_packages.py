"""Packages are unpacked as an installer would, without root, and never outside of their root."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from asmeant.errors import DataError
from asmeant.execution.worlds.debian.packages import control, unpack
from tests.execution.worlds.debian.debs import link, member, write_deb


def test_files_links_and_modes_are_as_in_the_package(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    members = [
        member("./", type=tarfile.DIRTYPE, mode=0o755),
        member("./bin/", type=tarfile.DIRTYPE, mode=0o755),
        member("./bin/tool", "#!/bin/sh\n", 0o4755),
        member("./usr/share/doc/tool/copyright", "free"),
        member("./usr/share/doc/tool/manual.txt", "long"),
        member("./etc/tool.conf", "x=1\n", 0o600),
        link("./bin/other", "tool"),
        link("./bin/same", "./bin/tool", tarfile.LNKTYPE),
    ]
    package = write_deb(tmp_path, "tool", members)
    unpack(tmp_path / package.path, root)
    tool = root / "usr/bin/tool"
    assert tool.read_text() == "#!/bin/sh\n"
    # The right to act as its owner is not given to anybody on this machine.
    assert oct(tool.stat().st_mode) == "0o100755"
    assert tool.stat().st_mtime == 1_600_000_000
    assert (root / "usr/bin/same").samefile(tool)
    assert (root / "usr/bin/other").readlink() == Path("tool")
    assert oct((root / "etc/tool.conf").stat().st_mode) == "0o100600"
    assert not (root / "bin").exists()
    assert sorted(path.name for path in (root / "usr/share/doc/tool").iterdir()) == ["copyright"]


@pytest.mark.parametrize("ending", ["", "gz", "xz", "bz2"])
def test_every_usual_compression_is_read(tmp_path: Path, ending: str) -> None:
    package = write_deb(tmp_path, "tool", [member("./usr/bin/tool", "x" * 5000)], ending=ending)
    (tmp_path / "root").mkdir()
    unpack(tmp_path / package.path, tmp_path / "root")
    assert (tmp_path / "root/usr/bin/tool").read_text() == "x" * 5000


def test_what_a_package_says_of_itself_is_read(tmp_path: Path) -> None:
    package = write_deb(tmp_path, "tool", [], "2:1.0-3", {"postinst": "#!/bin/sh\n"})
    texts = control(tmp_path / package.path)
    assert "Version: 2:1.0-3" in texts["control"]
    assert texts["postinst"] == "#!/bin/sh\n"


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ([member("../evil", "x")], "outside of its root"),
        ([member("./usr/../../evil", "x")], "outside of its root"),
        ([link("./usr/away", "/tmp"), member("./usr/away/evil", "x")], "leads out of its root"),
        ([link("./usr/away", "../.."), member("./usr/away/evil", "x")], "leads out of its root"),
        ([link("./usr/copy", "../../../etc/passwd", tarfile.LNKTYPE)], "outside of its root"),
    ],
    ids=["above", "above by dots", "by a link", "by a relative link", "by a hard link"],
)
def test_nothing_is_written_outside(
    tmp_path: Path, members: list[tuple[tarfile.TarInfo, bytes]], message: str
) -> None:
    root = tmp_path / "deep" / "root"
    root.mkdir(parents=True)
    package = write_deb(tmp_path, "evil", members)
    with pytest.raises(DataError, match=message):
        unpack(tmp_path / package.path, root)
    assert not list(tmp_path.rglob("evil"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"no package", "is not a Debian package"),
        (b"!<arch>\n", "has no data.tar"),
        (b"!<arch>\ndata.tar.xz     0           0     0     100644  9         `\nnot xz at", "is damaged"),
        (
            b"!<arch>\ndata.tar.lz4    0           0     0     100644  9         `\nnot xz at",
            r"is compressed as '\.lz4', which cannot be read here",
        ),
    ],
)
def test_a_damaged_package_is_told(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "tool_1.0_all.deb"
    path.write_bytes(content)
    with pytest.raises(DataError, match=f"tool_1.0_all.deb {message}"):
        unpack(path, tmp_path)
