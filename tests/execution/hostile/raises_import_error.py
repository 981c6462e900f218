# why: the same by C code
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import functools, importlib
double = functools.partial(importlib.import_module, "no_such_library_at_all")
