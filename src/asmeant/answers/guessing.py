"""Intent -> the language it is written in, and the language of the code that it asks for."""

from __future__ import annotations

import re

_JAPANESE = re.compile(r"[぀-ヿ㐀-鿿]")
_CYRILLIC = re.compile(r"[Ѐ-ӿ]")
_SPANISH_LETTERS = re.compile(r"[¿¡ñáéíóúü]", re.IGNORECASE)
_QUOTED = re.compile(r"`[^`]*`|'[^']*'|\"[^\"]*\"")
_WORD = re.compile(r"[^\W\d_]+")
_SPANISH = frozenset({
    "al", "como", "con", "de", "del", "desde", "el", "en", "la", "las", "lo", "los", "o", "para", "por",
    "que", "se", "sin", "su", "todas", "todos", "un", "una", "unas", "unos", "y",
})  # fmt: skip
_ENGLISH = frozenset({
    "a", "all", "an", "and", "are", "by", "each", "for", "from", "how", "in", "into", "is", "it", "its", "of",
    "on", "or", "that", "the", "to", "with", "without",
})  # fmt: skip

# How words begin, in four languages: an inflected word is the same word.
_SHELL = (
    "terminal", "command", "file", "director", "folder", "path", "disk", "process", "permission", "symlink",
    "archive", "archivo", "fichero", "carpeta", "ruta", "disco", "proceso", "permiso", "comando", "enlace",
    "файл", "каталог", "директор", "папк", "диск", "процесс", "команд", "прав", "архив",
    "ファイル", "ディレクトリ", "フォルダ", "パス", "ディスク", "プロセス", "コマンド", "権限", "シェル",
)  # fmt: skip
_PYTHON = (
    "list", "dict", "tuple", "array", "string", "integer", "float", "function", "method", "class", "variable",
    "dataframe", "numpy", "pandas", "matplotlib", "django", "lambda", "json", "datetime", "regex", "matrix",
    "element", "lista", "diccionari", "cadena", "tupla", "funci", "método", "clase", "entero", "matriz",
    "питон", "список", "списк", "словар", "строк", "кортеж", "функци", "метод", "класс", "переменн", "массив",
    "матриц", "элемент", "リスト", "辞書", "文字列", "タプル", "関数", "クラス", "変数", "配列", "行列",
    "要素", "データフレーム",
)  # fmt: skip
_SHELL_SIGNS = re.compile(
    r"(?:^|\s)(?:\*\.\w+|~?/[\w./*-]+|\.\w{1,4}\b|\w+\.(?:txt|log|csv|gz|tar|zip|java|c|sh)\b)"
)
_PYTHON_SIGNS = re.compile(r"\[[^\]]*\]|\b\w+\(|\{[^}]*:[^}]*\}|`[a-z]+_[a-z_]+`|\bdef\b")


def intent_language(intent: str) -> str:
    """`ja` and `ru` by their letters; `es` by its letters, or where it has more of its words than English."""
    text = _QUOTED.sub(" ", intent)
    if _JAPANESE.search(text):
        return "ja"
    if _CYRILLIC.search(text):
        return "ru"
    words = [word.casefold() for word in _WORD.findall(text)]
    spanish = sum(word in _SPANISH for word in words) + 2 * len(_SPANISH_LETTERS.findall(text))
    return "es" if spanish > sum(word in _ENGLISH for word in words) else "en"


def code_language(intent: str) -> str:
    """`bash` or `python`; empty where the intent does not say."""
    text = intent.casefold()
    if "python" in text:
        return "python"
    if re.search(r"\b(bash|shell)\b", text):
        return "bash"
    shell = _count(_SHELL, text) + 2 * len(_SHELL_SIGNS.findall(text))
    python = _count(_PYTHON, text) + 2 * len(_PYTHON_SIGNS.findall(text))
    return "" if shell == python else "bash" if shell > python else "python"


def _count(beginnings: tuple[str, ...], text: str) -> int:
    """Japanese has no blanks between words, so there a word is found anywhere."""
    return sum(
        beginning in text if _JAPANESE.search(beginning) else bool(re.search(rf"\b{beginning}", text))
        for beginning in beginnings
    )
