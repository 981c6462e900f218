"""Where packages come from: this machine's apt sources, or mirrors that the user names. Nothing is installed.

apt runs with folders of its own, so that the machine's lists, caches and packages stay as they are. Which
hosts are asked is the machine's setting, or the user's; none is written down here.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from asmeant.errors import SandboxError
from asmeant.execution.worlds.debian.lock import Lock, Package, sorted_by_name

AT_ONCE = 12
SECONDS = 900
# What the machine has set up to run after apt is not run: that is for its own packages.
APT_SETTINGS = """
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg;
Dir::State "{folder}/state";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}/cache";
Dir::Etc::preferences "{folder}/preferences";
Dir::Etc::preferencesparts "{folder}/none";
APT::Sandbox::User "";
APT::Install-Recommends "false";
APT::Architecture "{architecture}";
APT::Architectures {{ "{architecture}"; }};
Acquire::Languages "none";
Acquire::Retries "3";
"""
# A release itself changes a few times a year, and its last point release never: updates change every day.
PREFERENCES = "Package: *\nPin: release n={codename}\nPin-Priority: 1001\n"
Progress = Callable[[int, str], None]


@dataclass(frozen=True, slots=True)
class Apt:
    """This machine's apt, with its own folders."""

    folder: Path
    architecture: str

    def call(self, program: str, *words: str, cwd: Path | None = None) -> str:
        command = [program, "-c", str(self.folder / "apt.conf"), "-q", *words]
        environment = {**os.environ, "LC_ALL": "C", "APT_CONFIG": ""}
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                env=environment,
                cwd=cwd,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise SandboxError(f"{program} took more than {SECONDS} s. Try again: it continues.") from error
        if done.returncode != 0:
            raise SandboxError(f"{program} failed: {_last_line(done.stderr)}. {_remedy(done.stderr)}")
        return done.stdout

    def prepare(self) -> None:
        """Reads the lists of the machine's sources anew. A source that does not answer is left out."""
        for name in ("state/lists/partial", "cache/archives/partial", "none"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        (self.folder / "status").touch()
        (self.folder / "preferences").write_text(
            PREFERENCES.format(codename=_os_release("VERSION_CODENAME", "stable"))
        )
        settings = APT_SETTINGS.format(folder=self.folder, architecture=self.architecture)
        (self.folder / "apt.conf").write_text(settings)
        self.call("apt-get", "update")

    def offers(self, packages: Iterable[Package]) -> set[tuple[str, str]]:
        """Which versions the sources have of these packages."""
        names = sorted({package.name for package in packages})
        rows = (line.split("|") for line in self.call("apt-cache", "madison", *names).splitlines())
        return {(row[0].strip(), row[1].strip()) for row in rows if len(row) >= 2}


def find_apt(folder: Path, architecture: str) -> Apt | None:
    """apt, where this machine has it and any sources for it."""
    if shutil.which("apt-get") is None or shutil.which("apt-cache") is None:
        return None
    return Apt(folder.absolute(), architecture)


def _os_release(name: str, otherwise: str) -> str:
    try:
        text = Path("/etc/os-release").read_text("utf-8")
    except OSError:
        return otherwise
    match = re.search(rf"^{name}=\"?([^\"\n]+)", text, re.MULTILINE)
    return match[1] if match else otherwise


def _last_line(text: str) -> str:
    lines = [line for line in text.strip().splitlines() if line.startswith("E:")] or text.strip().splitlines()
    return (lines or ["it gave no reason"])[-1].removeprefix("E: ").rstrip(".")


def _remedy(text: str) -> str:
    if re.search(r"No space left|Write error|Disk quota", text):
        return "Make room, or set ASMEANT_WORLDS to a folder on another disk, and try again."
    if re.search(r"Could not resolve|Failed to fetch|Could not connect|Temporary failure|timed out", text):
        return "Check the network and the machine's apt sources, or name a mirror: --mirror URL"
    return "Name a mirror: --mirror URL"


# ── which packages ─────────────────────────────────────────────────────────────────────────────────


def resolve(apt: Apt, names: Sequence[str]) -> Lock:
    """The packages of these names and all that they depend on, at the versions that the sources have now."""
    apt.prepare()
    lines = apt.call("apt-get", "install", "--print-uris", "-y", *names).splitlines()
    wanted = [_name_and_version(line.split()[1]) for line in lines if line.startswith("'")]
    texts = apt.call("apt-cache", "show", *(f"{name}={version}" for name, version in wanted)).split("\n\n")
    packages = [_package(text) for text in texts if text.strip()]
    return Lock(_os_release("PRETTY_NAME", "this system"), apt.architecture, tuple(sorted_by_name(packages)))


def _name_and_version(file_name: str) -> tuple[str, str]:
    name, version, _ = file_name.split("_")
    return name, urllib.parse.unquote(version)


def _package(text: str) -> Package:
    fields = dict(re.findall(r"^([\w-]+): (.*)$", text, re.MULTILINE))
    return Package(
        fields["Package"], fields["Version"], fields["SHA256"], int(fields["Size"]), fields["Filename"]
    )


# ── fetching ───────────────────────────────────────────────────────────────────────────────────────


def fetch(lock: Lock, folder: Path, apt: Apt | None, mirrors: Sequence[str], progress: Progress) -> None:
    """Every package of the lock as a file in `folder`, with the right sum. What is there is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    missing = [package for package in lock.packages if not is_fetched(package, folder)]
    progress(len(lock.packages) - len(missing), "fetching")
    if missing and mirrors:
        for package in missing:
            _from_mirrors(package, folder, mirrors)
            progress(1, f"fetched {package.name}")
    elif missing and apt is not None:
        apt.prepare()
        _require_offers(apt, missing)
        for first in range(0, len(missing), AT_ONCE):
            some = missing[first : first + AT_ONCE]
            _from_apt(apt, some, folder)
            progress(len(some), f"fetched {some[-1].name}")
    elif missing:
        raise SandboxError(
            f"{len(missing)} packages have to be fetched, and this machine has no apt. "
            "Name a mirror of Debian: --mirror URL"
        )


def is_fetched(package: Package, folder: Path) -> bool:
    path = folder / package.file_name
    return path.is_file() and path.stat().st_size == package.size and _sum(path) == package.sha256


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _require_offers(apt: Apt, packages: Sequence[Package]) -> None:
    offers = apt.offers(packages)
    absent = [package for package in packages if (package.name, package.version) not in offers]
    if absent:
        shown = ", ".join(f"{package.name} {package.version}" for package in absent[:3])
        raise SandboxError(
            f"This machine's apt sources do not have {len(absent)} of the {len(packages)} packages at their "
            f"locked versions: {shown}{', …' if len(absent) > 3 else ''}. Name a mirror that has them: "
            "--mirror URL. Or use the versions of your sources: asmeant world lock bash FILE, "
            "asmeant world build bash --lock FILE"
        )


def _from_apt(apt: Apt, packages: Sequence[Package], folder: Path) -> None:
    apt.call("apt-get", "download", *(f"{one.name}={one.version}" for one in packages), cwd=folder)
    for package in packages:
        for path in _names_by_apt(package, folder):
            path.replace(folder / package.file_name)
        _require_sum(package, folder / package.file_name, "the machine's apt sources")


def _names_by_apt(package: Package, folder: Path) -> Iterator[Path]:
    """apt writes the epoch of a version into the name; mirrors do not."""
    _, _, architecture = package.file_name.rpartition("_")
    path = folder / f"{package.name}_{package.version.replace(':', '%3a')}_{architecture}"
    if path.name != package.file_name and path.exists():
        yield path


def _from_mirrors(package: Package, folder: Path, mirrors: Sequence[str]) -> None:
    faults = []
    for mirror in mirrors:
        path = folder / f"{package.file_name}.part"
        try:
            _download(_address(mirror, package), path)
            _require_sum(package, path, mirror)
            path.replace(folder / package.file_name)
            return
        except (urllib.error.URLError, TimeoutError, ConnectionError, ValueError) as error:
            faults.append(f"{mirror}: {getattr(error, 'reason', error)}")
    raise SandboxError(
        f"No mirror has {package.path}: {'; '.join(faults)}. A mirror is the address above 'pool/', such as "
        "http://HOST/debian; one that keeps old versions has them all."
    )


def _address(mirror: str, package: Package) -> str:
    if "://" not in mirror:
        mirror = Path(mirror).absolute().as_uri()
    return f"{mirror.rstrip('/')}/{urllib.parse.quote(package.path)}"


def _download(address: str, path: Path) -> None:
    with urllib.request.urlopen(address, timeout=60) as answer, path.open("wb") as file:
        shutil.copyfileobj(answer, file, 1 << 20)


def _require_sum(package: Package, path: Path, source: str) -> None:
    if not path.is_file():
        raise SandboxError(f"{package.file_name} did not come from {source}. Try again, or name a --mirror.")
    actual = _sum(path)
    if actual != package.sha256:
        path.unlink()
        raise SandboxError(
            f"{package.file_name} from {source} has the wrong sum: {actual[:12]}…, not "
            f"{package.sha256[:12]}…. It was deleted. Try again, or name another mirror: --mirror URL"
        )
