"""A place -> its libraries: the version of each, and which of those that tasks need are missing."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from asmeant.execution.places import Place

_SECONDS = 120.0
_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
# As a program finds it: without the folder in which asmeant was called, and with the stand-ins of a world.
_SCRIPT = """
import importlib.metadata, importlib.util, json, sys
sys.path[:] = [path for path in sys.path if path]
wanted, shims = json.loads(sys.argv[1]), sys.argv[2]
if shims:
    spec = importlib.util.spec_from_file_location("_asmeant_shims", shims)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.install([], True)
def is_there(name):
    try:
        return name in sys.modules or importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False
found = [(package.metadata["Name"], package.version) for package in importlib.metadata.distributions()]
versions = {name.lower(): version for name, version in found if name}
print(json.dumps({"versions": versions, "missing": [name for name in wanted if not is_there(name)]}))
"""
# Packages that are not called as what they bring is imported.
_PACKAGES = {
    "bs4": "beautifulsoup4",
    "Crypto": "pycryptodome",
    "cv2": "opencv-python-headless",
    "dateutil": "python-dateutil",
    "docx": "python-docx",
    "PIL": "pillow",
    "serial": "pyserial",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}


@dataclass(frozen=True, slots=True)
class Libraries:
    """The version of each package in a place, and the modules that were looked for and are not there."""

    versions: dict[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()


def libraries_in(place: Place, wanted: Iterable[str] = ()) -> Libraries:
    """Asks the Python of the place. Where that cannot be started, nothing: the sandbox will say why."""
    modules = tuple(sorted(set(wanted)))
    if place.world is None:
        return _ask(place.python, modules)
    return _ask(place.world.python, modules, str(place.world.shims or ""))


@lru_cache
def _ask(python: str, wanted: tuple[str, ...], shims: str = "") -> Libraries:
    try:
        done = subprocess.run(
            [python, "-c", _SCRIPT, json.dumps(wanted), shims],
            capture_output=True,
            text=True,
            check=True,
            timeout=_SECONDS,
            env=_ENVIRONMENT,
            cwd="/",
        )
        answer = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return Libraries()
    return Libraries(dict(sorted(answer["versions"].items())), tuple(answer["missing"]))


def packages_for(modules: Iterable[str]) -> list[str]:
    """What to tell pip, for modules that are missing."""
    return sorted({_PACKAGES.get(module, module) for module in modules})
