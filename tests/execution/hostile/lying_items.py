# why: lazy answers whose items lie
# checks: items
# expect: failed, tampered
# kind: forgery
class Yes(int):
    def __eq__(self, other): return True
    def __hash__(self): return 1
def double(n):
    for _ in range(n): yield Yes()
