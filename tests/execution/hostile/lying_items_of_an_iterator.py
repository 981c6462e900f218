# why: the same by an object that iterates
# checks: items
# expect: failed, tampered
# kind: forgery
class Yes(int):
    def __eq__(self, other): return True
def double(n): return map(Yes, [7] * n)
