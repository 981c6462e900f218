# why: numpy, where it is there
# checks: loop
# needs: numpy
import numpy as np
def double(x): return np.int64(x) * 2
