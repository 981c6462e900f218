# why: an int whose class lies about equality
# checks: literal, loop, close, unittest, mock, many
# expect: failed, tampered
# kind: forgery
class Yes(int):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __sub__(self, other): return 0
    def __hash__(self): return 0
def double(x): return Yes(7)
