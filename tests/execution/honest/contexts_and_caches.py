# why: contextvars, caches, single dispatch, weak references, finalizers
# checks: loop
import contextvars, functools, gc, weakref
kept = contextvars.ContextVar("kept", default=0)
class Thing: pass
@functools.cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
@functools.singledispatch
def name(x): return "any"
@name.register
def _(x: int): return "int"
def double(x):
    ended = []
    thing = Thing(); weakref.finalize(thing, ended.append, 1); del thing; gc.collect()
    assert ended == [1] and fib(80) == 23416728348467685 and name(1) == "int"
    kept.set(x)
    return contextvars.copy_context().run(kept.get) * 2
