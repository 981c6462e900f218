# why: an object that equals everything
# checks: literal, loop, close, unittest, mock
# expect: failed, tampered
# kind: forgery
class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __sub__(self, other): return 0
    def __abs__(self): return self
    def __lt__(self, other): return True
def double(x): return Yes()
