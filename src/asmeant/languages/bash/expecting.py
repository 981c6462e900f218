"""Commands, an intent -> Expectation: what matters in an outcome. Computed once, when a task is made.

The command decides which kind of answer it is, and whether its order matters. If there are several right
commands, what they differ in does not matter. The intent is used last, and only to select the columns that
are wanted among those that a command prints. Words in quotes, in paths and in names never count.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from asmeant.languages.bash.agreeing import loosened, without_differences
from asmeant.languages.bash.answers import LONG
from asmeant.languages.bash.command import Sequence
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.printing import printed
from asmeant.languages.bash.understanding import understand
from asmeant.records import AnswerKind, Check, Expectation, Task

# Words in four languages for what a command may print about a file.
COLUMNS: dict[str, str] = {
    "mode": r"permission|\bmodes?\b|access rights|permiso|権限|パーミッション|прав[аоу]?\b|режим",
    "owner": r"\bowner|\buser names?|propietari|dueñ|所有者|オーナー|владел",
    "group": r"\bgroups?\b|\bgrupo|グループ|групп",
    "size": r"\bsizes?\b|how (big|large)|tamañ|サイズ|大きさ|容量|размер",
    "usage": r"\bdisk (usage|space)|\bsizes?\b|\bspace\b|espacio|uso de disco|tamañ|使用量|容量|サイズ"
    r"|объ[её]м|мест[оа]\b|размер",
    "time": r"\b(modification|access|creation|change) (time|date)|\bdates?\b|\btime ?stamps?|\btimes?\b"
    r"|fecha|日時|日付|時刻|дат[аыуе]|врем",
    "links": r"\b(hard )?link counts?|number of (hard )?links|número de enlaces|リンク数|число ссылок",
    "inode": r"\bi-?nodes?|inodo|inode番号|инод|индексн",
    "file": r"\bfile ?names?|\bnames? of (the |each |all )?files?|\bwhich files?"
    r"|nombres? de(l)? (archivo|fichero)|ファイル名|имен\w* файл|названи\w* файл",
    "line": r"\bline numbers?|\bnumber(s|ed)?\b|números? de línea|行番号|номер",
    "lines": r"\blines?\b|líneas|行|строк",
    "words": r"\bwords?\b|palabras|単語|слов",
    "bytes": r"\bbytes?\b|\bcharacters?\b|caracteres|バイト|文字|байт|символ",
    "type": r"\btypes?\b|\bkind|tipo|種類|тип",
}
# Further properties, which are expected only if a word asks for them.
REQUESTS: dict[str, str] = {
    "totals": r"\btotal|\baltogether|\boverall|\bsuma\b|合計|総|итог|всего|суммарн",
    "units": r"\bhuman|\breadable|\bin (kilo|mega|giga)?bytes|legible|en (kilo|mega|giga)?bytes"
    r"|読みやすい|バイト単位|читаем|удобочит|в (кило|мега|гига)?байт",
    "paths": r"\babsolute (path|name)|\bfull(y qualified)? (path|file ?name)|\brelative path|\bbase ?names?\b"
    r"|\bwithout (the |any |their )?(leading |containing |parent )?(path|director|folder)"
    r"|ruta (completa|absoluta|relativa)|絶対パス|フルパス|相対パス|(полн|абсолютн|относительн)\w+ пут",
}
# Words for sorting and selecting, which do not ask for output.
CRITERION = re.compile(
    r"\b(by|according to|in order of|based on|por|según|en orden de|по)\s+"
    r"(?:(?:the|its|their|file|el|la|su)\s+)*[\w-]+"
    r"|(サイズ|日付|日時|時刻|名前|更新日時|大きさ)(の[^、。]{0,6})?(順|で)",
    re.IGNORECASE,
)
EVERYTHING = (
    r"\blong (list|form)|\bdetail|\binformation\b|\bmetadata|\battributes|\bstatistics|\bfull listing"
    r"|detalle|detallad|información|formato largo|atributos|詳細|詳しい|情報|属性"
    r"|подробн|сведени|информаци|атрибут"
)
QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|«[^»]*»|「[^」]*」|『[^』]*』|(?<!\w)'[^']*'(?!\w)|‘[^’]*’")
# Text that is not a word of a sentence: paths, file names, flags, identifiers, numbers. In Japanese, which
# has no blanks between words, such a name begins where the script changes.
_LETTER = r"[^\s\u3000-\u30ff\u4e00-\u9fff（）]"
NAME = re.compile(
    rf"{_LETTER}*[/\\_*$~=<>|{{}}\[\]@#][^\s）」、。]*|(?<!\w)[A-Za-z0-9-]+\.[A-Za-z0-9]\w*|(?<!\w)-{{1,2}}\w\S*"
    rf"|{_LETTER}*\d{_LETTER}*"
)
PROPER = re.compile(r"(?<=[\w,;)] )[A-Z][\w-]*(?: [A-Z][\w-]*)*")


@lru_cache(maxsize=8192)
def expectation(commands: tuple[str, ...], intent: str = "") -> Expectation:
    """What to expect of an outcome, given right commands for an intent. The first command is run."""
    trees = [tree for command in commands if (tree := _understood(command)) is not None]
    if not trees:
        return Expectation(sure=False, because=("the command is not Bash that can be read",))
    answers = [printed(tree) for tree in trees]
    answer = answers[0]
    reasons = [*answer.because, f"the command prints: {answer.kind}"]
    for another in answers[1:]:
        answer = loosened(answer, another)
    answer = without_differences(answer, trees)
    if len(answers) > 1:
        reasons.append(f"{len(answers)} right commands agree on: {answer.kind}")
    answer, words = _wanted(answer, intent)
    return replace(answer, because=(*reasons, *words))


def _understood(command: str) -> Sequence | None:
    try:
        return understand(command)
    except BashSyntaxError:
        return None


def sentence(intent: str) -> str:
    """The words of an intent, without quoted text and names."""
    return PROPER.sub(" ", NAME.sub(" ", QUOTED.sub(" ", intent)))


def _wanted(answer: Expectation, intent: str) -> tuple[Expectation, list[str]]:
    """The answer with the columns, totals, units and paths that the intent asks for, and those words."""
    if answer.kind not in ("files", "files with attributes", "lines by file") or not intent.strip():
        return answer, []
    text = sentence(intent).lower()
    reasons = []
    for field, pattern in REQUESTS.items():
        match = re.search(pattern, text)
        # Only `wc` prints a total by default.
        if match and (field != "totals" or {*answer.attributes} & {"lines", "words", "bytes"}):
            answer = _with_request(answer, field)
            reasons.append(f"'{match[0].strip()}' decides: {field}")
    return _columns(answer, CRITERION.sub(" ", _without_conditions(intent)).lower(), reasons)


def _with_request(answer: Expectation, field: str) -> Expectation:
    if field == "paths":
        return replace(answer, paths="printed")
    return replace(answer, totals=True) if field == "totals" else replace(answer, units=True)


def _columns(answer: Expectation, text: str, reasons: list[str]) -> tuple[Expectation, list[str]]:
    everything = re.search(EVERYTHING, text)
    if everything and answer.attributes:
        return answer, [*reasons, f"'{everything[0].strip()}' asks for all columns"]
    if answer.kind == "lines by file" and not answer.extras:  # it only adds numbers
        return answer, reasons
    # A long listing always has all its columns; a column named in a format was chosen by the author.
    bundle = set(answer.attributes) >= set(LONG) or answer.kind == "lines by file"
    optional = [name for name in answer.attributes if name in COLUMNS and bundle]
    fixed = [name for name in answer.attributes if name not in COLUMNS]
    matches = {name: match for name in optional if (match := re.search(COLUMNS[name], text))}
    if matches:
        words = ", ".join(dict.fromkeys(f"'{match[0].strip()}'" for match in matches.values()))
        attributes = tuple(name for name in answer.attributes if name in matches or name in fixed)
        return replace(answer, attributes=attributes), [*reasons, f"{words} asks for: {', '.join(matches)}"]
    if not optional or not set(optional) <= set(LISTED):
        return answer, reasons
    kind: AnswerKind = "files" if answer.kind == "files with attributes" and not fixed else answer.kind
    dropped = f"no word asks for: {', '.join(optional)}"
    return replace(answer, kind=kind, attributes=tuple(fixed), sure=False), [*reasons, dropped]


def _without_conditions(intent: str) -> str:
    """The intent without words that a number follows: `size greater than 10 MB` selects files."""
    text = QUOTED.sub(" ", intent)
    words = text.split()
    remaining = [
        word
        for place, word in enumerate(words)
        if not any(re.search(r"\d", later) for later in words[place + 1 : place + 6])
        or not any(re.search(pattern, word.lower()) for pattern in COLUMNS.values())
    ]
    joined = re.sub(
        r"(サイズ|権限|パーミッション|大きさ|容量)[がはを]?[^。、]{0,6}\d", " ", " ".join(remaining)
    )
    return sentence(joined)


# Columns of a long listing, which is often used if only names are wanted.
LISTED = ("mode", "links", "owner", "group", "size", "time", "inode", "line", "type", "file")


def with_expectations(task: Task) -> Task:
    """The task, with an expectation for each check that names a command."""
    if task.code_language != "bash":
        return task
    commands = dict.fromkeys(
        [*(check.same_outcome_as for check in task.checks if check.same_outcome_as), *task.references]
    )
    return replace(
        task, checks=tuple(_expecting(check, tuple(commands), task.intent) for check in task.checks)
    )


def _expecting(check: Check, commands: tuple[str, ...], intent: str) -> Check:
    command = check.same_outcome_as
    if command is None or check.expects is not None:
        return check
    other_commands = tuple(other for other in commands if other != command)
    return replace(check, expects=expectation((command, *other_commands), intent))
