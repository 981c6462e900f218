# Answers that are hard on whoever looks at them: the judge keeps its time.

# == colliding_set: a set of numbers of one hash
# against: number_equal, number_hash
# limits: seconds=0.4
def f(*a): return {n * (2 ** 61 - 1) for n in range(20000)}

# == colliding_dict: a dict of numbers of few hashes
# against: dict_equal, dict_loop
# limits: seconds=0.4
def f(*a): return {(n % 3) + n * (2 ** 61 - 1): 1 for n in range(20000)}

# == colliding_by_parts: tuples of one hash, deep within
# against: number_equal, list_equal
# limits: seconds=0.4
def f(*a): return [{(n * (2 ** 61 - 1), "a"): {frozenset([m * (2 ** 61 - 1)]) for m in range(50)}} for n in range(500)]

# == colliding_text: text of one hash, as far as the seed is known
# against: dict_equal
# limits: seconds=0.4
def f(*a): return {-1: 1, -2: 1, **{float(n * (2 ** 61 - 1)): 1 for n in range(5000)}}

# == huge_integer: a number of ten million digits
# against: number_equal, number_arithmetic, number_loop
# limits: seconds=0.4
def f(*a): return 1 << 40_000_000

# == huge_integer_for_division: the probe divides
# against: number_arithmetic
# limits: seconds=0.4
def f(x): return (1 << 4_000_000) - 1

# == huge_integer_for_text: the probe makes text
# against: number_text, number_str
# limits: seconds=0.4
import sys
sys.set_int_max_str_digits(0)
def f(x): return 7 ** 300_000

# == huge_integer_for_power: the probe raises to a power
# against: number_arithmetic
# limits: seconds=0.4
def f(x): return (1 << 3_000_000) + 1

# == huge_index: the probe repeats, counts and indexes
# against: number_index
# limits: seconds=0.4
def f(x): return 1 << 34

# == giant_text: text of half a gigabyte
# against: text_equal, text_regex
# limits: seconds=0.4
def f(*a): return "AB" * (1 << 28)

# == giant_text_for_regex: text that makes regular expressions slow
# against: text_regex
# limits: seconds=0.4
def f(*a): return "A" * 5_000_000 + "1" * 5_000_000

# == many_brackets: lists within lists, 100,000 deep
# against: list_equal, list_loop, number_equal
# limits: seconds=0.4
def f(*a):
    answer = []
    for _ in range(100_000): answer = [answer]
    return answer

# == many_brackets_of_others: tuples, dicts, sets within each other
# against: dict_equal, list_json
# limits: seconds=0.4
def f(*a):
    answer = frozenset()
    for _ in range(50_000): answer = frozenset([(answer, 1)])
    return {"a": answer, "b": [answer]}

# == widening: an answer that is small here and endless when written out
# against: list_equal, list_json, number_loop
# limits: seconds=0.4
def f(*a):
    answer = ["lol"]
    for _ in range(60): answer = [answer, answer]
    return answer

# == widening_dict: the same by dicts and sets
# against: dict_equal, dict_loop
# limits: seconds=0.4
def f(*a):
    answer = {"a": 2}
    for _ in range(60): answer = {"a": answer, "b": answer}
    return answer

# == endless_generator: items without end
# against: lazy_items, list_equal, list_made
# limits: seconds=0.4
def f(*a):
    n = 0
    while True:
        yield n
        n += 1

# == endless_iterator_that_is_slow: items that take their time
# against: lazy_items, list_loop
# limits: seconds=0.4
import time
class Slow:
    def __iter__(self): return self
    def __next__(self): time.sleep(0.05); return 0
    def __len__(self): time.sleep(0.05); return 3
    def __contains__(self, item): time.sleep(5); return True
    def __getitem__(self, at): time.sleep(0.05); return 0
def f(*a): return Slow()

# == endless_range: a range without end in sight
# against: list_equal, list_loop, list_made, number_loop
# limits: seconds=0.4
def f(*a): return range(10 ** 18)

# == endless_repetition: an iterator of the library without end
# against: list_made, lazy_items
# limits: seconds=0.4
import itertools
def f(*a): return itertools.repeat("a")

# == endless_views: views of a dict that is endless when walked
# against: list_made, dict_loop
# limits: seconds=0.4
class Book(dict):
    def __iter__(self):
        while True: yield "a"
    def items(self):
        while True: yield "a", 1
    def keys(self): return iter(self)
def f(*a): return Book(a=1)

# == exploding_pattern: a pattern that never comes to an end
# against: text_equal, text_regex
# limits: seconds=0.4
import re
class Trap(str):
    pass
def f(*a): return re.compile(r"(a+)+$|(x|x)*y|((((a*)*)*)*)*b" * 20)

# == giant_decimal: a Decimal of a giant exponent
# against: number_equal, number_arithmetic, exact_equal
# limits: seconds=0.4
import decimal
decimal.getcontext().Emax = decimal.MAX_EMAX
def f(*a): return decimal.Decimal("1E+999999999999")

# == giant_decimal_digits: a Decimal of ten million digits
# against: number_equal, exact_equal
# limits: seconds=0.4
import decimal
def f(*a): return decimal.Decimal((0, (7,) * 3_000_000, 0))

# == giant_fraction: a Fraction of giant parts
# against: exact_equal, number_equal
# limits: seconds=0.4
import fractions
def f(*a):
    answer = fractions.Fraction(1, 3)
    answer._numerator, answer._denominator = (1 << 5_000_000) + 1, (1 << 5_000_000) - 1
    return answer

# == giant_delta: the longest time, and dates at the end of time
# against: date_equal
# limits: seconds=0.4
import datetime
def f(day): return datetime.date.max

# == giant_array: an array of half a gigabyte
# against: array_equal, array_methods
# limits: seconds=0.4
# needs: numpy
import numpy as np
def f(*a): return np.zeros(1 << 26)

# == virtual_array: an array of a terabyte that takes no memory
# against: array_equal, array_methods, number_loop
# limits: seconds=0.4
# needs: numpy
import numpy as np
def f(*a): return np.broadcast_to(np.zeros(1), (1 << 37,))

# == deep_array: an array of objects within arrays
# against: array_equal, array_methods
# limits: seconds=0.4
# needs: numpy
import numpy as np
def f(*a):
    answer = np.array([None], dtype=object)
    for _ in range(20000):
        more = np.empty(1, dtype=object)
        more[0] = answer
        answer = more
    return answer

# == giant_frame: a table of millions of objects
# against: frame_equal, frame_methods
# limits: seconds=0.4
# needs: pandas
import pandas as pd
def f(*a): return pd.DataFrame({"a": range(3_000_000), "b": ["x"] * 3_000_000})

# == wide_frame: a table of a hundred thousand columns
# against: frame_methods
# limits: seconds=0.4
# needs: pandas
import numpy as np, pandas as pd
def f(*a): return pd.DataFrame(np.zeros((1, 100_000)))

# == packed_bomb: bytes that are small and grow when they are unpacked
# against: file_pickled, file_written
# limits: seconds=0.4
import pickle, zlib
def f(path):
    with open(path, "wb") as file:
        file.write(b"\x80\x04" + b"(" * 100_000 + b"l" + b"\x8a\xfe" + b"\xff" * 254 + b"." )

# == pickle_of_pickles: a pickle that grows as it is loaded
# against: file_pickled
# limits: seconds=0.4
import pickle
def f(path):
    text = b"\x80\x04]\x94(K\x01e"
    for number in range(40): text += b"h\x00h\x00\x86\x94"
    with open(path, "wb") as file: file.write(text + b".")

# == slow_equality: an answer whose comparison takes its time
# against: number_loop, list_equal, object_fields
# limits: seconds=0.4
import time
class Slow:
    def __eq__(self, other):
        while True: time.sleep(1)
    __ne__ = __lt__ = __gt__ = __bool__ = __len__ = __str__ = __repr__ = __hash__ = __iter__ = __eq__
    def __getattr__(self, name): time.sleep(60)
def f(*a): return Slow()

# == endless_text_of_an_object: texts without end
# against: number_str, number_text, raises_try
# limits: seconds=0.4
class Talker:
    def __str__(self): return "x" * (1 << 28)
    __repr__ = __str__
    def __format__(self, how): return "x" * (1 << 28)
def f(*a): return Talker()

# == many_exceptions: a chain of ten thousand causes
# against: raises_try, raises_unittest
# limits: seconds=0.4
def f(x):
    error = None
    for number in range(10_000):
        more = KeyError(number)
        more.__cause__ = error
        error = more
    raise error

# == endless_callbacks: the probe's function is called for ever
# against: callback
# limits: seconds=0.4
def f(function, items):
    while True: function(1)

# == endless_reentrance: the probe's function is called from within itself
# against: callback
# limits: seconds=0.4
def f(function, items):
    def again(x): return f(function, [x])
    return again(1)

# == many_answers_at_once: a million small objects
# against: list_loop, list_equal
# limits: seconds=0.4
class Small: pass
def f(*a): return [Small() for _ in range(500_000)]

# == endless_attributes: an attribute of an attribute, without end
# against: object_fields, number_loop
# limits: seconds=0.4
class Chain:
    def __getattr__(self, name): return Chain()
    def __call__(self, *a): return Chain()
def f(*a): return Chain()

# == endless_output: output without end
# against: number_equal, printed
# limits: seconds=0.4
import os
def f(*a):
    while True: os.write(1, b"x" * 65536)

# == giant_file: a file as large as the box
# against: file_written, file_read
# limits: seconds=0.4
import os
def f(path):
    with open(path, "wb") as file:
        file.truncate(60 << 20)
    return ["x"] * 3

# == huge_ratio: the probe divides one huge number by another
# against: number_ratio
# limits: seconds=0.4
def f(x): return (1 << 6_000_000) // 3 if x == 6 else (1 << 3_000_000) // 7

# == huge_ratio_in_a_loop: the same, in a loop after right answers
# against: number_ratio
# limits: seconds=0.4
seen = []
def f(x):
    seen.append(x)
    return 2 * x if len(seen) < 7 else (1 << (2_000_000 * x)) // 3

# == exploding_pattern_is_used: a pattern that never comes to an end, where the probe uses one
# against: pattern
# limits: seconds=0.4
import re
def f(): return re.compile(r"^(\w+\w*)*@(\w+)$")
