# Code that starts, times, traces or tests something as it runs.

# == doctest_at_the_end: code that tests itself by its examples
def f(x):
    """
    >>> f(2)
    4
    """
    return x * 2
if __name__ == "__main__":
    import doctest
    doctest.testmod()
# -- probes
assert f(2) == 4
# --
for x in (3, 4):
    assert f(x) == x + x

# == doctest_unguarded: the same without looking at its name
def f(x):
    """
    >>> f(2)
    4
    """
    return x * 2
import doctest
doctest.testmod()
# -- probes
assert f(2) == 4
# --
for x in (3, 4):
    assert f(x) == x + x

# == doctest_of_another_kind: examples run by hand
import doctest
def f(x):
    """>>> 1 + 1
    2
    """
    return x + 1
doctest.run_docstring_examples(f, globals())
# -- probes
assert f(1) == 2

# == doctest_result_is_answered: the count of examples is the answer
import doctest
def f():
    """
    >>> 1
    1
    """
    return doctest.testmod(None).failed if False else 0
# -- probes
assert f() == 0
assert isinstance(f(), int)

# == unittest_of_itself: a test case in the code that is run by hand
import io
import unittest
def f(x):
    return x * 2
class Tests(unittest.TestCase):
    def test(self):
        self.assertEqual(f(2), 4)
outcome = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(Tests))
# -- probes
assert f(2) == 4 and f("a") == "aa"
# --
assert outcome.wasSuccessful()

# == asyncio_inside: coroutines run by the function itself
import asyncio
async def part(x):
    await asyncio.sleep(0)
    return x * 2
async def whole(numbers):
    return await asyncio.gather(*map(part, numbers))
def f(*numbers):
    return asyncio.run(whole(numbers))
# -- probes
assert f(1, 2) == [2, 4]
# --
for n in (1, 2):
    assert f(n) == [2 * n]

# == asyncio_by_probe: the probe runs the coroutine
import asyncio
async def f(x):
    await asyncio.sleep(0)
    return x * 2
# -- probes
import asyncio
assert asyncio.run(f(2)) == 4
# --
async def both():
    return await asyncio.gather(f(1), f(2))
assert asyncio.run(both()) == [2, 4]

# == async_generator: the probe consumes an asynchronous generator
async def f(n):
    for x in range(n):
        yield x * x
# -- probes
import asyncio
async def gathered():
    return [x async for x in f(4)]
assert asyncio.run(gathered()) == [0, 1, 4, 9]

# == async_context: an asynchronous context manager
import contextlib
@contextlib.asynccontextmanager
async def f(x):
    yield x + 1
# -- probes
import asyncio
async def entered():
    async with f(1) as answer:
        return answer
assert asyncio.run(entered()) == 2

# == coroutine_is_awaitable: what was returned is looked at before it runs
async def f(x):
    return x
# -- probes
import asyncio, inspect
assert inspect.iscoroutinefunction(f)
waiting = f(3)
assert inspect.isawaitable(waiting)
assert asyncio.run(waiting) == 3

# == asyncio_queue: producers and consumers
import asyncio
async def work(n):
    queue, done = asyncio.Queue(), []
    async def consume():
        while (item := await queue.get()) is not None:
            done.append(item * item)
    task = asyncio.create_task(consume())
    for item in (*range(n), None):
        await queue.put(item)
    await asyncio.wait_for(task, 5)
    return done
def f(n):
    return asyncio.run(work(n))
# -- probes
assert f(4) == [0, 1, 4, 9]

# == mock_inside: the function itself uses a mock
from unittest import mock
def f(path):
    with mock.patch("os.path.exists", return_value=True) as exists:
        import os
        answer = os.path.exists(path)
    exists.assert_called_once_with(path)
    return answer
# -- probes
assert f("/no/such/place") is True

# == magic_mock_inside: a MagicMock with items and a context
from unittest.mock import MagicMock
def f(x):
    box = MagicMock()
    box.__getitem__.side_effect = lambda key: key * 2
    box.__enter__.return_value = 5
    with box as entered:
        return box[x] + entered
# -- probes
assert f(2) == 9

# == threads_collect: threads that share a list and a lock
import threading
def f(n):
    lock, kept = threading.Lock(), []
    def work(x):
        with lock:
            kept.append(x * x)
    threads = [threading.Thread(target=work, args=(x,)) for x in range(n)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return sorted(kept)
# -- probes
assert f(4) == [0, 1, 4, 9]

# == thread_pool: an executor that stays open
from concurrent.futures import ThreadPoolExecutor
pool = ThreadPoolExecutor(2)
def f(numbers):
    return list(pool.map(lambda x: x + 1, numbers))
# -- probes
assert f([1, 2, 3]) == [2, 3, 4]
# --
assert f(range(2)) == [1, 2]

# == daemon_thread_stays: a thread that never ends
import threading, time
def idle():
    while True:
        time.sleep(0.01)
threading.Thread(target=idle, daemon=True).start()
def f(x):
    return x + threading.active_count() - 1
# -- probes
assert f(1) >= 2

# == pool_of_processes: multiprocessing with a function of the program
import multiprocessing
def square(x):
    return x * x
def f(n):
    with multiprocessing.Pool(2) as pool:
        return pool.map(square, range(n))
# -- probes
assert f(4) == [0, 1, 4, 9]

# == process_and_queue: a process that answers through a queue
import multiprocessing
def work(queue, x):
    queue.put(x * 2)
def f(x):
    queue = multiprocessing.Queue()
    process = multiprocessing.Process(target=work, args=(queue, x))
    process.start()
    answer = queue.get(timeout=5)
    process.join()
    return answer
# -- probes
assert f(2) == 4

# == joblib_parallel: a pool of joblib, by threads
# needs: joblib
from joblib import Parallel, delayed
def f(n):
    return Parallel(n_jobs=2, prefer="threads")(delayed(lambda x: x * x)(x) for x in range(n))
# -- probes
assert f(4) == [0, 1, 4, 9]

# == joblib_memory: results cached in a folder
# needs: joblib
import tempfile
from joblib import Memory
memory = Memory(tempfile.mkdtemp(), verbose=0)
calls = []
def slow(x):
    calls.append(x)
    return x * 2
cached = memory.cache(slow)
def f(x):
    return cached(x), cached(x), len(calls)
# -- probes
assert f(2) == (4, 4, 1)

# == fork_by_hand: a child that writes into a pipe
import os
def f(x):
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(writing, str(x * 2).encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(pid, 0)
    return int(os.read(reading, 100))
# -- probes
assert f(21) == 42

# == subprocess_of_python: another Python is asked
import subprocess, sys
def f(x):
    return int(subprocess.check_output([sys.executable, "-c", f"print({x} * 2)"], text=True))
# -- probes
assert f(21) == 42

# == profiled: cProfile around its own work
import cProfile, io, pstats
def work(n):
    return sum(range(n))
def f(n):
    profile = cProfile.Profile()
    answer = profile.runcall(work, n)
    pstats.Stats(profile, stream=io.StringIO()).print_stats()
    return answer
# -- probes
assert f(4) == 6

# == profiler_left_on: a profile that is enabled and never disabled
import cProfile
profile = cProfile.Profile()
profile.enable()
def f(x):
    return x + 1
# -- probes
assert f(1) == 2
# --
for x in range(3):
    assert f(x) == x + 1

# == settrace_none: tracing is switched off for speed
import sys, threading
sys.settrace(None)
sys.setprofile(None)
threading.settrace(None)
def f(x):
    sys.settrace(None)
    return x + 1
# -- probes
assert f(1) == 2
# --
for x in range(3):
    assert f(x) == x + 1

# == traces_its_own_lines: a tracer counts lines and is removed
import sys
def f(n):
    lines = []
    def trace(frame, event, argument):
        if event == "line":
            lines.append(frame.f_lineno)
        return trace
    def work():
        a = 1
        b = 2
        return a + b
    sys.settrace(trace)
    try:
        answer = work()
    finally:
        sys.settrace(None)
    return answer * n, len(lines) >= 3
# -- probes
assert f(2) == (6, True)

# == alarm_left_set: an alarm that would ring long after
import signal
def late(number, frame):
    raise TimeoutError
def f(x):
    signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    return x + 1
# -- probes
assert f(1) == 2
# --
for x in range(2):
    assert f(x) == x + 1

# == alarm_rings: the function ends itself by an alarm
import signal, time
class Late(Exception):
    pass
def ring(number, frame):
    raise Late
def f():
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        time.sleep(5)
        return "slept"
    except Late:
        return "woken"
# -- probes
assert f() == "woken"

# == own_defaults_replaced: the function changes its own defaults
def f(x, step=1):
    return x + step
f.__defaults__ = (10,)
# -- probes
assert f(1) == 11 and f(1, 2) == 3
# --
assert f.__defaults__ == (10,)

# == own_code_replaced: one function takes the code of another
def f(x):
    return x
def better(x):
    return x * 2
f.__code__ = better.__code__
# -- probes
assert f(2) == 4
# --
for x in range(3):
    assert f(x) == 2 * x

# == own_attributes: a function that counts its calls on itself
def f(x):
    f.calls += 1
    return x * f.calls
f.calls = 0
# -- probes
assert f(5) == 5 and f(5) == 10
assert f.calls == 2

# == inspects_itself: the function asks for its own name, signature and source
import inspect
def f(a, b=2, *, c=3):
    return inspect.currentframe().f_code.co_name, list(inspect.signature(f).parameters)
# -- probes
assert f(1) == ("f", ["a", "b", "c"])
# --
import inspect
assert list(inspect.signature(f).parameters) == ["a", "b", "c"]
assert f.__name__ == "f"

# == docstring_is_asked: the probe reads the docstring
def f(x):
    """Twice x."""
    return x * 2
# -- probes
assert f.__doc__ == "Twice x."
assert f(2) == 4

# == annotations_are_asked: the probe reads annotations
def f(x: int, y: str = "a") -> float:
    return x / 2
# -- probes
import typing
assert typing.get_type_hints(f) == {"x": int, "y": str, "return": float}
assert f(1) == 0.5

# == gc_and_weakrefs: references that die when they should
import gc, weakref
class Node:
    pass
def f():
    node = Node()
    node.me = node
    watch = weakref.ref(node)
    alive = watch() is not None
    del node
    gc.collect()
    return alive, watch() is None
# -- probes
assert f() == (True, True)

# == gc_disabled: collection is switched off for speed
import gc
gc.disable()
gc.freeze()
def f(x):
    return [x] * 2
# -- probes
assert f(1) == [1, 1]

# == atexit_registered: something to do at the end
import atexit
left = []
atexit.register(left.append, 1)
def f(x):
    return x + len(left)
# -- probes
assert f(1) == 1

# == recursion_limit_raised: its own recursion limit
import sys
sys.setrecursionlimit(5000)
def f(n):
    return 0 if n == 0 else 1 + f(n - 1)
# -- probes
assert f(3000) == 3000

# == switches_int_digits: the limit of digits is its own
import sys
sys.set_int_max_str_digits(0)
def f(n):
    return len(str(10 ** n))
# -- probes
assert f(5000) == 5001

# == import_hook_of_its_own: a module that the program makes up
import sys, types
tools = types.ModuleType("tools")
tools.twice = lambda x: 2 * x
sys.modules["tools"] = tools
def f(x):
    from tools import twice
    return twice(x)
# -- probes
assert f(2) == 4
# --
import tools
assert tools.twice(3) == f(3)

# == timeit_inside: its own timing
import timeit
def f(x):
    return timeit.timeit(lambda: x, number=10) >= 0
# -- probes
assert f(1) is True
