"""An intent -> what of an output it asks for, and so must not differ: an order, spacing, details. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

# Words of an intent that ask for an order, or for the ends of one.
ORDERING = re.compile(
    r"\b(sort|order|rank|reverse|ascend|descend|increas|decreas|alphabetic|largest|smallest|biggest|longest|"
    r"shortest|newest|oldest|latest|most recent|top|first|last|maximum|minimum|highest|lowest|"
    r"(?<!at )(most|least) (common|frequent|often|used)|"
    r"from (the )?(small|larg|big|old|new|high|low|long|short|few|most|least|a to|z to)|"
    r"orden|clasific|invers|ascendente|alfab[eé]tic|mayor|menor|primer|[uú]ltim|"
    r"m[aá]s (grande|peque|recient|antigu|larg|cort))"
    r"|順|並べ|並び|ソート|最大|最小|最新|最古|最初|最後|最長|最短|上位|下位|先頭|末尾|大きい|小さい|新しい|古い"
    r"|сорт|упоряд|поряд|обратн|возраст|убыва|алфавит|наибол|наимен|крупн|сам(ый|ая|ое|ые|ого|ых)|перв|последн",
    re.IGNORECASE,
)
# The same words where they say when, what for, or which part of every file, and ask for no order.
WHEN = re.compile(
    r"\b(last|past|first) (?:\S+ )?(second|minute|hour|day|week|month|year|quarter|decade)s?\b"
    r"|\blast[- ](modif|access|chang|updat|status|written|edited|used|touched)\w*"
    r"|\bin order to\b|\btop[- ]level\b"
    r"|\b(first|last|top) (?:\S+ )?(line|word|column|field|character|letter)s? (of|in|from) (each|every|all)"
    r"|\b[uú]ltim[oa]s? (?:\S+ )?(segundo|minuto|hora|d[ií]a|semana|mes|año)\w*"
    r"|\bпоследн\w+ (?:\S+ )?(секунд|минут|час|дн|день|сут|недел|месяц|год|лет)\w*",
    re.IGNORECASE,
)
FILES = re.compile(r"\bfiles?\b|archivo|fichero|ファイル|файл", re.IGNORECASE)
# Folders that are looked for, or listed: not those in which files are.
FOLDERS = re.compile(
    r"\b(director(y|ies)|folders?|everything|entries|contents?|hierarchy|paths|objects|items)\b"
    r"|directorios?|carpetas?|フォルダ|ディレクトリ|каталог|папк|директори",
    re.IGNORECASE,
)
# `in the /etc directory`, `under folder x`, `the directory tree`: where, and not what.
WHERE = re.compile(
    r"\b(in|under|from|of|within|inside|below|to|through|across|beneath)\s+(?:[\w'\"/.-]+\s+){0,3}?"
    r"(director(y|ies)|folders?)(\s+(tree|hierarchy))?\b(\s+and\s+(all\s+)?(its\s+)?sub-?(directories|folders))?"
    r"|\b(director(y|ies)|folders?)\s+(tree|['\"/])",
    re.IGNORECASE,
)
SPACING = re.compile(
    r"\b(blank|empty) lines?\b|\bwhite ?spaces?\b|\btabs?\b|\bspaces\b|\bspace[- ]separated|\bdouble[- ]spac"
    r"|\bnew ?lines?\b|\bline[- ](breaks?|feeds?|endings?)|\bindent|\balign|\bwrap|\bfold\b|\bjoin"
    r"|\b(on|in|into|as|to) (a |one |the same |single )+line\b|\bper line\b|\b(own|separate) lines?\b"
    r"|\bl[ií]neas? (en blanco|vac[ií]a)|\btabulador|\bsangr|\buna sola l[ií]nea"
    r"|空行|タブ|改行|インデント|一行に"
    r"|пуст\w+ строк|пробел|табуляц|отступ|одн(у|ой) строк",
    re.IGNORECASE,
)
COUNTING = re.compile(
    r"\b(count|number of|how many)\b|cuenta|cu[aá]nt|数え|いくつ|посчита|сколько|количеств", re.IGNORECASE
)
PATHS = re.compile(
    r"\babsolute\b|\bfull(y)?[- ](qualified )?(path|file ?name|name)|\brelative\b|\bbase ?names?\b"
    r"|\b(only|just) (the )?(base |file ?)?names?\b|\bnames? only\b"
    r"|\bwithout (the |its |their |any )?(leading |full |containing |parent )?(path|director|folder|prefix)"
    r"|ruta (completa|absoluta|relativa)|絶対パス|フルパス|相対パス|(полн|абсолютн|относительн)\w+ пут",
    re.IGNORECASE,
)
UNITS = re.compile(
    r"\bhuman|\breadable (form|size|unit)|\bin (bytes|[kmgt]i?b|kilo|mega|giga)"
    r"|legible|読みやすい|читаем|в байтах",
    re.IGNORECASE,
)
TOTALS = re.compile(
    r"\b(totals?|overall|(?<!5 )(?<!sha )(?<!check )sum|altogether|combined|suma)\b|合計|итог|сумм",
    re.IGNORECASE,
)
NUMBER = r"\d[\d.,]*[KMGTP]?(i?B)?"
# What an intent asks to be told of each file: the words that ask for it, and how such a word looks. None:
# that cannot be seen from a word, so all that the reference says is wanted.
# `with permission 777` and `size greater than 3` say which files, and not what of them.
_SHOWN = r"\b(their|its|(and|show|display|get|print|list)( the| file)?) "
_WHICH = (
    r"(?! *['\"]?([-+<>=]?\d|of \d|is\b|are\b|set\b|great|larg|less|more|bigg|small|over|under|above|below))"
)
DETAILS: tuple[tuple[str, str | None], ...] = (
    (
        rf"permissions? of|{_SHOWN}(permissions?|modes?)\b{_WHICH}|permisos|права доступа",
        r"[-dlbcps]?([-r][-w][-xsStT]){3}[.+@]?|[0-7]{3,4}",
    ),
    (rf"{_SHOWN}sizes?\b{_WHICH}|\bsizes? of (?!\d)|disk usage|tama[ñn]o|サイズ|размер", NUMBER),
    (r"\bline numbers?\b|\bnumber of\b|\bcounts?\b|\bhow (many|often)\b|n[uú]mero|行番号|номер", NUMBER),
    (r"\b(md5|sha\d*|checksum|hash)", r"[0-9a-f]{8,}"),
    (
        r"\bowners?\b|\bownership|\blong (format|list)|\bdetail|\binformation|\battributes|metadata"
        r"|propietario|詳細|подробн",
        None,
    ),
)


@dataclass(frozen=True, slots=True)
class Wished:
    """What an intent asks for. `details` are patterns, each of which a word of every row must meet.

    `everything` says that whatever the reference tells of a file is wanted. Without an intent nothing is
    known of wishes, and so the reference is one.
    """

    known: bool = False
    order: bool = False
    files: bool = False
    spacing: bool = False
    paths: bool = False
    units: bool = False
    totals: bool = False
    everything: bool = False
    details: tuple[re.Pattern[str], ...] = ()


@lru_cache(maxsize=4096)
def wished(intent: str) -> Wished:
    if not intent.strip():
        return Wished(everything=True)
    looks = [look for words, look in DETAILS if re.search(words, intent, re.IGNORECASE)]
    return Wished(
        known=True,
        order=ORDERING.search(WHEN.sub(" ", intent)) is not None,
        # Files are asked for, and folders are not.
        files=FILES.search(intent) is not None and FOLDERS.search(WHERE.sub(" ", intent)) is None,
        # How many there are is said by a number, however it is spaced.
        spacing=SPACING.search(intent) is not None and COUNTING.search(intent) is None,
        paths=PATHS.search(intent) is not None,
        units=UNITS.search(intent) is not None,
        totals=TOTALS.search(intent) is not None,
        everything=None in looks,
        details=tuple(re.compile(look) for look in dict.fromkeys(looks) if look),
    )
