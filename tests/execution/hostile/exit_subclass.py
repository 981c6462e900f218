# why: a SystemExit that cannot be printed
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
class Out(SystemExit):
    code = 0
    def __str__(self): raise Out
    __repr__ = __str__
def double(x): raise Out
