# why: the entry is the lying class itself
# checks: loop
# expect: failed, tampered
# kind: forgery
class double:
    def __init__(self, x): pass
    def __eq__(self, other): return True
