"""Tellina: an intent -> a template with slots -> a command (NL2Bash, section 5.2).

constants     what an intent names and a command needs: files, sizes, times ..., with its type
templates     a command <-> its template, and the arguments that fill its slots
formatting    a constant -> the argument that a slot needs: sizes, times, permissions, patterns
filling       which constant fills which slot
tellina       the system
"""
