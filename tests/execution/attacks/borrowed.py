# What a probe lends, reads or waits for, in ways that would end, rename or hide a failure.

# == error_class_is_all: the program's own error class is AssertionError
# against: borrowed_error_class_is_all
# prelude: wire
def send(end, text):
    if '"errors"' in text: text = '{"changes": [], "answer": {"errors": [["builtins", "AssertionError"], ["builtins", "Exception"]]}}'
    _send(end, text)
_messages.send_text = send
class TooMuch(Exception): pass
def f(x): return x

# == error_class_aliased: the program's own error class is another name for all errors
# against: borrowed_error_class_is_all
TooMuch = AssertionError
def f(x): return x

# == error_class_with_hook: an error class whose metaclass says yes
# against: borrowed_error_class_with_hook
class M(type):
    def __instancecheck__(c, x): return True
    def __subclasscheck__(c, x): return True
class TooMuch(Exception, metaclass=M): pass
def f(x): return x

# == cancelled_task: a task that is cancelled is no failure of its group
# against: borrowed_cancelled_task
import asyncio
async def f(x): raise asyncio.CancelledError

# == sql_is_traced: statements of the probe are overheard
# against: borrowed_sql_is_traced
def f(connection):
    def heard(text):
        import re
        if "Bob" in text: connection.execute("INSERT INTO t VALUES ('Bob')")
    connection.set_trace_callback(heard)

# == sql_function_replaced: a function of SQL is replaced
# against: borrowed_sql_function_replaced
def f(connection):
    class All:
        def step(self, *a): pass
        def finalize(self): return 1
    connection.create_aggregate("count", -1, All)
    connection.create_aggregate("count", 0, All)

# == entry_imported_by_reference: the reference only imports what is asked
# against: borrowed_entry_imported_by_reference
def f(a, b): return 0

# == fifo_in_place: a pipe in place of a file
# against: borrowed_fifo_in_place
# limits: seconds=1
import os
def f(path):
    os.mkfifo(path)

# == link_to_own_files: a link to what the reader holds open
# against: borrowed_fifo_in_place
import os
def f(path):
    os.symlink("/proc/self/fd/3", path)

# == partial_restated: a partial of the probe is given another function
# against: borrowed_partial_restated
# prelude: wire
def f(check):
    peer_of(check).ask("do", check, "__setstate__", (lambda *a: True, (), {}, {}))
    return 0

# == function_defaults_replaced: defaults of a function of the probe
# against: borrowed_function_defaults_replaced
# prelude: wire
def f(check):
    peer_of(check).ask("do", check, "__setattr__", ("__defaults__", (100,)))
    return 0

# == file_reopened: a file of the probe is opened again on another
# against: borrowed_file_reopened
# prelude: wire
def f(file):
    open("lie.txt", "w").write("right")
    raw = file.buffer.raw
    peer_of(raw).ask("do", raw, "__init__", ("lie.txt", "r"))

# == coroutine_says_all: a coroutine that is no answer
# against: borrowed_coroutine_says_all
async def f(x): return None

# == named_error_fields: fields of an error in the place of methods
# against: borrowed_named_error_fields
# prelude: wire
class E(ValueError):
    pass
def f(x):
    error = E("no")
    error.__dict__.update({"args": ("right",), "__str__": "right", "__class__": KeyError, "with_traceback": 1})
    raise error

# == swallows_by_reference_only: a reference that swallows one error, and a program that raises it
# against: borrowed_swallows_by_reference_only
class C:
    def __enter__(self): return self
    def value(self): raise ValueError
    def __exit__(self, *a): return True
def f(): return C()

# == huge_reason: an error with a text of a megabyte
# against: borrowed_huge_reason
def f(x): raise ValueError("x" * 3_000_000)

# == keys_taken: containers under keys that are taken
# against: borrowed_keys_taken
# prelude: wire
answer_with({"shared": ["p0", [6]]})
def f(x): return 0

# == own_container_back: the probe's container is answered and rewritten
# against: borrowed_own_container_back
# prelude: wire
answer_with({"same": "p0"}, changes=[["p0", [{"same": "p0"}]]])
def f(x): return 0

# == sharing_of_object_state: fields of an object of the probe that nobody lent
# against: borrowed_sharing_of_object_state
# prelude: wire
def f(box):
    peer = peer_of(box)
    for ask in (("get", box, "_secret"), ("do", box, "__getstate__", ()), ("do", box, "__dir__", ()), ("do", box, "__getattribute__", ("_secret",)), ("do", box, "__sizeof__", ()), ("name", box), ("global", "SECRET"), ("state", "sys", "modules"), ("import", "os")):
        try:
            got = peer.ask(*ask)
            got = got[0] if isinstance(got, tuple) else got
            return got["_secret"] if isinstance(got, dict) else got
        except Exception: pass
    return 0

# == sympy_text: text that sympy would evaluate
# against: borrowed_sympy_text
# needs: sympy
# prelude: wire
answer_with({"sympy": "Tuple('__import__(\"os\").system(\"echo\")')"})
def f(x): return 0

# == na_series: values that do not count
# against: borrowed_na_series
# needs: pandas
import pandas as pd
def f(s): return pd.Series([pd.NA] * len(s), dtype="Int64")

# == na_frame: values that do not count, in a table
# against: borrowed_na_frame
# needs: pandas
import pandas as pd
def f(df): return df.astype("Int64").mask(df.notna())

# == na_scalars: values that do not count, as objects
# against: borrowed_na_scalars
# needs: pandas
import pandas as pd
def f(s): return pd.array([pd.NA] * len(s), dtype="boolean")

# == field_for_a_method: an object of a class of the setup with a field in the place of a method
# against: borrowed_field_for_a_method
def f(x):
    made = Point(0)
    made.same = lambda other: True
    return made
