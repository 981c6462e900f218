# why: stands where a library's class would stand
# checks: loop, unittest
# expect: failed, tampered
# kind: forgery
import colorsys
class Yes:
    def __eq__(self, other): return True
Yes.__module__, Yes.__qualname__ = "colorsys", "Yes"
colorsys.Yes = Yes
def double(x): return Yes()
