# why: a class as the answer; its metaclass decides
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
class Meta(type):
    def __eq__(cls, other): return True
    def __hash__(cls): return 1
class Yes(metaclass=Meta): pass
def double(x): return Yes
