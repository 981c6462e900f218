"""A stand-in for aspose.words: a document with text in it, saved as .docx. Made of python-docx.

The real one is a closed .NET program of 300 MB that aborts where OpenSSL 1.1 or an old ICU is missing.
"""

from __future__ import annotations

import importlib
from typing import Any


class Document:
    """A document, new or read from a .docx file."""

    def __init__(self, file_name: str | None = None) -> None:
        self.inner: Any = importlib.import_module("docx").Document(file_name)

    def save(self, file_name: str, *_options: object) -> None:
        self.inner.save(file_name)

    def get_text(self) -> str:
        return "\r".join(paragraph.text for paragraph in self.inner.paragraphs)


class DocumentBuilder:
    """Writes at the end of a document."""

    def __init__(self, doc: Document | None = None) -> None:
        self.document = doc or Document()
        inner = self.document.inner
        self.paragraph: Any = inner.paragraphs[-1] if inner.paragraphs else inner.add_paragraph()

    def write(self, text: str) -> None:
        self.paragraph.add_run(text)

    def writeln(self, text: str = "") -> None:
        self.write(text)
        self.paragraph = self.document.inner.add_paragraph()
