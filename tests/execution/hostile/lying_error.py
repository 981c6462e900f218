# why: an error that says that all is well
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
class E(AssertionError):
    __class__ = property(lambda s: int)
    def __str__(self): return '{"ending": "finished"}'
def double(x): raise E()
