# why: the entry is no plain function
# checks: loop, unittest
# expect: failed, tampered
# kind: forgery
import functools
class Yes:
    def __eq__(self, other): return True
def answer(x): return Yes()
double = functools.partial(answer)
