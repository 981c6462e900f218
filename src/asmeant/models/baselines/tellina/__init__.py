"""Tellina: an intent -> a template with slots -> a command (NL2Bash, section 5.2).

constants     the constants of an intent, such as files, sizes and times, with their types
templates     a command <-> its template, and the arguments that fill its slots
formatting    a constant -> the argument that a slot needs: sizes, times, permissions, patterns
filling       which constant fills which slot
tellina       the system
"""
