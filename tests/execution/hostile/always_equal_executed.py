# why: a class of another module, from another file
# checks: loop, unittest
# expect: failed, tampered
# kind: forgery
space = {"__name__": "decimal"}
exec(compile("class Decimal:\n    def __eq__(s, o): return True\n    def __sub__(s, o): return 0", "/usr/lib/python3/decimal.py", "exec"), space)
def double(x): return space["Decimal"]()
