# why: objects of a class of its own, by their parts
# checks: own_objects
class Money:
    def __init__(self, n): self.n = n
    def __repr__(self): return f"Money({self.n})"
    def __add__(self, other): return Money(self.n + other.n)
    def doubled(self): return self + self
def double(x): return Money(2 * x)
