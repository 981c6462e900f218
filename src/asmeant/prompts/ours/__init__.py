"""Our own styles, each a TOML file. The entry points of group asmeant.prompts name what stands here."""

from pathlib import Path

_HERE = Path(__file__).parent

conala = _HERE / "conala.toml"
humaneval = _HERE / "humaneval.toml"
mbpp = _HERE / "mbpp.toml"
mbupp = _HERE / "mbupp.toml"
nl2bash = _HERE / "nl2bash.toml"
odex = _HERE / "odex.toml"
