# why: the entry is an object
# checks: loop
# expect: failed, tampered
# kind: forgery
class Yes:
    def __eq__(self, other): return True
class Entry:
    def __call__(self, x): return Yes()
double = Entry()
