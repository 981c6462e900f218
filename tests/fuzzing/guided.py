"""The targets under a fuzzer that is guided by coverage, where it is installed: pip install atheris

    python -m tests.fuzzing.guided TARGET [CORPUS] [-max_total_time=60]

An input that crashes a target is written into tests/fuzzing/found, where it is a test.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any


def main() -> None:
    atheris: Any = import_module("atheris")  # it is no dependency
    with atheris.instrument_imports(include=["asmeant"]):
        from tests.fuzzing.targets import TARGETS
        from tests.fuzzing.test_targets import keep
    name = sys.argv.pop(1)
    target = TARGETS[name]
    folder = tempfile.TemporaryDirectory()
    corpus = tempfile.mkdtemp(prefix="corpus-")
    for number, seed in enumerate((*target.seeds, *target.tokens)):
        Path(corpus, str(number)).write_bytes(seed)

    def read(content: bytes) -> None:
        try:
            target.read(content, Path(folder.name))
        except target.expected:
            return
        except BaseException:
            print(f"written to {keep(name, content)}", file=sys.stderr)
            raise

    atheris.Setup([sys.argv[0], corpus, *sys.argv[1:]], read)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
