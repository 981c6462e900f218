# why: fractions and decimals equal to literals
# checks: exact
from decimal import Decimal
from fractions import Fraction
def double(x): return Fraction(4 * x, 2) if x > 0 else Decimal(2 * x)
