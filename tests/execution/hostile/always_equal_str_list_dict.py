# why: subclasses of the other plain types
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
kinds = [type("K", (base,), {"__eq__": lambda s, o: True, "__hash__": lambda s: 1, "__class__": int})
         for base in (float, str, list, dict, tuple, set, bytes)]
turn = iter(kinds * 9)
def double(x): return next(turn)()
