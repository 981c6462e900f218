# why: names from everywhere
# checks: close
from math import *
from os.path import *
from collections import *
def double(x): return int(fsum([x, x]))
