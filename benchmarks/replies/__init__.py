"""Replies as language models write them, made from answers that are known to be right."""
