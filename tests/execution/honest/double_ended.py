# why: a deque, an array and a memory view, by their length and parts
# checks: deque
import array, collections
def double(x): return {1: collections.deque([1, 2, 3]), 2: array.array("i", [1, 2, 3]), 3: memoryview(b"\x01\x02\x03")}[x]
