# why: an error whose very name raises
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
class Meta(type):
    @property
    def __name__(cls): raise E()
class E(Exception, metaclass=Meta):
    def __str__(self): raise E()
    __repr__ = __str__
def double(x): raise E()
