# why: keys that change their hash
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
class Key:
    n = 0
    def __hash__(self): Key.n += 1; return Key.n
    def __eq__(self, other): return True
def double(x): return {Key(): 1, Key(): 2}
