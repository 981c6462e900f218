# why: a class of the library learns to lie
# checks: loop, unittest
# expect: failed, tampered
# kind: forgery
import collections, fractions
fractions.Fraction.__eq__ = lambda s, o: True
collections.Counter.__eq__ = lambda s, o: True
turn = [fractions.Fraction(1), collections.Counter()]
def double(x):
    turn.reverse()
    return turn[0]
