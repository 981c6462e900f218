"""A shell -> a key binding: the line typed becomes the intent, and is replaced by the chosen command."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from asmeant.errors import DataError, UsageError

BEGIN, END = "# >>> asmeant ask >>>", "# <<< asmeant ask <<<"

_BASH = r"""
__asmeant_ask() {
    local answer
    [ -n "$READLINE_LINE" ] || return
    if answer=$(asmeant ask --pick --to bash -- "$READLINE_LINE" </dev/tty) && [ -n "$answer" ]; then
        READLINE_LINE=$answer
        READLINE_POINT=${#answer}
    fi
}
[[ $- == *i* ]] && bind -x '"\C-x\C-a": __asmeant_ask'
"""

_ZSH = r"""
__asmeant_ask() {
    local answer
    [ -n "$BUFFER" ] || return
    zle -I
    if answer=$(asmeant ask --pick --to bash -- "$BUFFER" </dev/tty) && [ -n "$answer" ]; then
        BUFFER=$answer
        CURSOR=${#BUFFER}
    fi
    zle reset-prompt
}
if [[ -o interactive ]]; then
    zle -N __asmeant_ask
    bindkey '^X^A' __asmeant_ask
fi
"""

_FISH = r"""
function __asmeant_ask
    set -l line (commandline)
    test -n "$line"; or return
    set -l answer (asmeant ask --pick --to bash -- "$line" </dev/tty | string collect)
    if test -n "$answer"
        # The answer was tried in Bash, and fish would read it in another way.
        commandline --replace -- "bash -c "(string escape -- $answer)
    end
    commandline --function repaint
end
status is-interactive; and bind \cx\ca __asmeant_ask
"""

SHELLS = {
    "bash": (".bashrc", _BASH),
    "zsh": (".zshrc", _ZSH),
    "fish": (".config/fish/config.fish", _FISH),
}


def install_key(shell: str, environment: Mapping[str, str], home: Path) -> str:
    """Writes the binding into the shell's start-up file, once. Returns a message for the user."""
    name = Path(environment.get("SHELL", "")).name if shell == "auto" else shell
    if name not in SHELLS:
        shell_names = ", ".join(SHELLS)
        raise UsageError(
            f"Your shell is '{name}', and a key can be bound in: {shell_names}. Use: --install-key bash"
        )
    path, script = home / SHELLS[name][0], SHELLS[name][1]
    block = f"{BEGIN}\n{script.strip()}\n{END}\n"
    try:
        before = path.read_text("utf-8") if path.exists() else ""
        after = with_block(before, block)
        if after != before:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(after, "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be changed: {error}. Add the lines by hand:\n{block}") from None
    verb = "is in" if after == before else "was added to"
    return (
        f"Ctrl-X Ctrl-A asks for what you have typed. The key {verb} {path}: open a new {name} to use it.\n"
        f"To remove it, delete the lines from '{BEGIN}' to '{END}'."
    )


def with_block(text: str, block: str) -> str:
    """The text with the block in it exactly once: an older block is replaced."""
    first, last = text.find(BEGIN), text.find(END)
    if 0 <= first < last:
        return text[:first] + block + text[last + len(END) :].removeprefix("\n")
    gap = "" if not text or text.endswith("\n") else "\n"
    return f"{text}{gap}{block}"
