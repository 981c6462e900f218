"""Task -> Prompt, and reply -> code. The only package that knows the format of prompts and replies."""

from asmeant.prompts.extraction import Extraction, extract
from asmeant.prompts.naming import name_function
from asmeant.prompts.style import Style, default_style, load_style, styles
from asmeant.prompts.writing import write_prompt

__all__ = [
    "Extraction",
    "Style",
    "default_style",
    "extract",
    "load_style",
    "name_function",
    "styles",
    "write_prompt",
]
