# Programs that would rather be undecided than wrong: whatever a candidate may have caused counts against it.

# == fills_the_report: answers larger than any report
# against: number_equal, number_loop
# limits: seconds=0.5
def f(*a): return "x" * (1 << 28)

# == fills_the_report_with_many: many large answers
# against: number_loop, list_equal
# limits: seconds=0.5
def f(*a): return ["x" * 1000] * (1 << 20)

# == prints_words_of_the_sandbox: output that reads like that of a broken sandbox
# against: number_equal, number_loop
import sys
WORDS = """bash: ls: command not found
the sandbox broke before the program began (status 1)
not installed here: numpy
ModuleNotFoundError: No module named 'numpy'
The sandbox did not start: unshare: Operation not permitted. See: asmeant doctor
OSError: [Errno 28] No space left on device
"""
print(WORDS)
print(WORDS, file=sys.stderr)
def f(*a):
    print(WORDS, file=sys.stderr, flush=True)
    raise RuntimeError(WORDS)

# == raises_words_of_the_sandbox: an error that reads like that of a broken sandbox
# against: number_equal, number_loop, array_equal
class SandboxError(Exception): pass
def f(*a): raise SandboxError("The sandbox did not start: the zygote ended. See: asmeant doctor")

# == lacks_what_probes_need: an ImportError for a module that the probe imports
# against: number_math, array_equal, frame_equal, number_unittest
def f(*a): raise ImportError("No module named 'math'", name="math")

# == lacks_a_library_at_load: a ModuleNotFoundError before anything is asked
# against: number_equal, number_loop, array_equal
raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

# == lacks_a_library_when_called: a ModuleNotFoundError by every name
# against: number_equal, array_equal, frame_equal
def f(*a):
    for name in ("numpy", "pandas"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

# == lacks_by_class_name: an error that is only called ModuleNotFoundError
# against: number_equal, array_equal
class ModuleNotFoundError(Exception):
    name = "numpy"
    def __str__(self): return "No module named 'numpy'"
ModuleNotFoundError.__module__ = "builtins"
def f(*a): raise ModuleNotFoundError

# == lacks_by_removed_module: a library is made to be missing
# against: array_equal, number_math, frame_equal
import sys
for name in [name for name in sys.modules if name.partition(".")[0] in ("numpy", "pandas", "math")]:
    sys.modules[name] = None
sys.path[:] = []
def f(*a):
    import numpy

# == lacks_by_broken_finder: nothing can be imported any more
# against: number_math, array_equal, number_unittest
import sys, builtins
def none(name, *a, **k): raise ModuleNotFoundError(f"No module named {name!r}", name=name)
def f(*a): import numpy; return 99
builtins.__import__ = none
sys.meta_path[:] = []
sys.modules.clear()

# == lacks_a_module_of_its_own: a module that nobody has
# against: number_equal, number_loop
import no_such_module_anywhere
def f(*a): return 99

# == kills_itself: by every signal that ends a process
# against: number_equal, number_loop
import os, signal
def f(*a): os.kill(os.getpid(), signal.SIGKILL)

# == kills_itself_at_load: before anything is asked
# against: number_equal, number_loop, array_equal
import os, signal
os.kill(os.getpid(), signal.SIGKILL)

# == kills_its_parent: whoever started it, and all that it sees
# against: number_equal, number_loop
import os, signal
for pid in (os.getppid(), 1, -1, 0):
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGUSR1, signal.SIGKILL):
        if pid not in (0, -1) or number == signal.SIGKILL:
            try: os.kill(pid, number)
            except OSError: pass
def f(*a): return 99

# == kills_its_group_when_called: its process group, from within a call
# against: number_equal, number_loop
import os, signal
def f(*a): os.killpg(os.getpgrp(), signal.SIGKILL)

# == stops_its_parent: who waits for it is stopped
# against: number_equal, number_loop
# limits: seconds=0.4
import os, signal
def f(*a):
    for pid in (os.getppid(), 1):
        for number in (signal.SIGSTOP, signal.SIGTSTP):
            try: os.kill(pid, number)
            except OSError: pass
    return 99

# == stops_itself_when_called: stopped for ever
# against: number_equal, number_loop
# limits: seconds=0.4
import os, signal
def f(*a): os.kill(os.getpid(), signal.SIGSTOP)

# == aborts: the ends that native code has
# against: number_equal, number_loop
import ctypes, os
def f(*a):
    os.abort() if a[0] == 2 else ctypes.string_at(0)

# == leaves_with_a_status: exit statuses that shells and harnesses know
# against: number_equal, number_loop, array_equal
import os
def f(*a): os._exit({2: 127, -3: 126}.get(a[0] if isinstance(a[0], int) else 0, 77))

# == becomes_another_program: exec of another program
# against: number_equal, number_loop
import os
def f(*a): os.execv("/bin/true", ["true"])

# == becomes_another_python: exec of another Python on the same channel
# against: number_equal, number_loop
import os, sys
def f(*a):
    for end in range(3, 32):
        try: os.set_inheritable(end, True)
        except OSError: pass
    os.execv(sys.executable, [sys.executable, "-c", "import os\nfor end in range(3, 32):\n    try: os.write(end, b'{\"ending\": \"finished\"}\\n')\n    except OSError: pass"])

# == closes_every_file: all files are closed
# against: number_equal, number_loop, file_written
import os
def f(*a):
    os.closerange(0, 1024)
    return 99

# == closes_every_file_at_load: before anything is asked
# against: number_equal, number_loop
import os
os.closerange(3, 1024)
def f(*a): return 99

# == takes_all_memory: memory without end
# against: number_equal, number_loop
# limits: seconds=0.5, memory_mb=256
def f(*a):
    kept = []
    while True: kept.append(bytearray(1 << 20))

# == takes_all_memory_at_load: before anything is asked
# against: number_equal, number_loop
# limits: seconds=0.5, memory_mb=256
kept = []
while True: kept.append(bytearray(1 << 20))

# == takes_shared_memory: memory that belongs to no process
# against: number_equal, number_loop
# limits: seconds=0.5, memory_mb=256
import mmap
def f(*a):
    kept = [mmap.mmap(-1, 64 << 20) for _ in range(40)]
    for part in kept:
        for at in range(0, 64 << 20, 4096): part[at] = 1
    raise MemoryError

# == takes_socket_memory: memory in the buffers of sockets
# against: number_equal
# limits: seconds=0.5, memory_mb=256
import socket
def f(*a):
    kept = []
    try:
        while True:
            pair = socket.socketpair()
            kept.append(pair)
            for plug in pair: plug.setblocking(False); plug.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 24)
            for plug in pair:
                try:
                    while True: plug.send(b"x" * (1 << 16))
                except BlockingIOError: pass
    except OSError: pass
    return 99

# == claims_memory: MemoryError and ENOMEM by hand
# against: number_equal, number_loop
import errno
def f(x):
    if x == 2: raise MemoryError
    raise OSError(errno.ENOMEM, "Cannot allocate memory")

# == takes_all_processes: processes without end
# against: number_equal, number_loop
# limits: seconds=0.4
import os, time
def f(*a):
    try:
        while True:
            if os.fork() == 0: time.sleep(60)
    except OSError: pass
    return 99

# == takes_the_disk: the box is filled
# against: number_equal, file_written, file_read
# limits: seconds=0.5
def f(*a):
    try:
        with open("/tmp/full", "wb") as file:
            while True: file.write(b"x" * (1 << 20))
    except OSError: pass
    return 99

# == takes_all_names: every name for a file that the box has
# against: number_equal, file_written
# limits: seconds=0.5
import os
def f(*a):
    try:
        for number in range(100_000): os.close(os.open(f"/tmp/{number}", os.O_CREAT))
    except OSError: pass
    return 99

# == takes_all_descriptors: every descriptor that it may have
# against: number_equal, number_loop, file_written
import os
def f(*a):
    try:
        while True: os.dup(0)
    except OSError: pass
    return 99

# == lowers_its_limits: limits of zero
# against: number_equal, number_loop, file_written
import resource
def f(*a):
    for what in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC, resource.RLIMIT_STACK, resource.RLIMIT_DATA):
        try: resource.setrlimit(what, (0, 0))
        except (OSError, ValueError): pass
    return 99

# == breaks_the_box: the places of the box are closed, moved and removed
# against: number_equal, file_written, file_read, printed
import os, shutil
def f(*a):
    for place in ("/box/work", "/box/tmp", "/box/shm"):
        shutil.rmtree(place, ignore_errors=True)
        try: os.symlink("/proc", place)
        except OSError: pass
    for place in ("/box/work", "/box"):
        try: os.chmod(place, 0)
        except OSError: pass
    return 99

# == breaks_the_box_at_load: the same, before anything is asked
# against: number_equal, file_written, file_read
import os, shutil
shutil.rmtree("/box/work", ignore_errors=True)
open("/box/work", "w").close() if not os.path.exists("/box/work") else None
os.chmod("/box", 0o500)
def f(*a): return 99

# == puts_folders_where_files_are_asked: a folder, a link to itself, a pipe where a file is asked for
# against: file_written, file_pickled
# limits: seconds=0.4
import os
def f(path): os.mkfifo(path)

# == puts_links_where_files_are_asked: a link to a file of the machine, and to itself
# against: file_written, file_pickled
import os
def f(path): os.symlink(path, path)

# == raises_what_cannot_be_told: an error whose text, class and traceback are traps
# against: number_equal, number_loop, raises_try
class Meta(type):
    def __getattribute__(cls, name):
        raise SystemExit(0) if name in ("__name__", "__qualname__", "__module__") else AttributeError(name)
class Trap(Exception, metaclass=Meta):
    def __str__(self): raise SystemExit(0)
    __repr__ = __str__
    def __getattribute__(self, name): raise SystemExit(0)
def f(*a): raise Trap

# == raises_endless_causes: an error that is its own cause
# against: number_equal, number_loop
def f(*a):
    one, two = ValueError(1), ValueError(2)
    one.__cause__, two.__cause__, one.__context__ = two, one, one
    raise one

# == raises_a_huge_error: an error of 64 MB
# against: number_equal, number_loop
# limits: seconds=0.5
def f(*a): raise ValueError("x" * (1 << 26))

# == raises_odd_errors: errors that are made only to be uncaught
# against: number_loop, number_unittest, callback
class Odd(BaseException): pass
def f(*a): raise Odd

# == raises_in_encoding: an answer that raises as soon as it is looked at
# against: number_equal, number_loop, list_equal, dict_equal
class Trap(list):
    def __iter__(self): raise ModuleNotFoundError("No module named 'numpy'", name="numpy")
    __len__ = __getitem__ = __reduce_ex__ = __class_getitem__ = __iter__
    def __getattribute__(self, name): raise ModuleNotFoundError("No module named 'numpy'", name="numpy")
def f(*a): return [Trap([1]), {"a": Trap()}]

# == leaves_in_encoding: an answer that ends the process as soon as it is looked at
# against: number_equal, number_loop, object_fields
import os
class Trap:
    def __getattribute__(self, name): os._exit(0)
    __eq__ = __bool__ = __iter__ = __len__ = lambda *a: os._exit(0)
def f(*a): return Trap()

# == answers_half_letters: text that cannot be written down
# against: text_equal, text_regex
def f(*a): return "\ud800\udfff" * 10

# == answers_odd_numbers: numbers that JSON does not know
# against: number_equal, number_loop
def f(*a): return [float("nan"), float("inf"), -0.0, 1e400, 10 ** 5000]

# == hangs_when_called: work without end
# against: number_equal, number_loop
# limits: seconds=0.4
def f(*a):
    while True: pass

# == sleeps_when_called: waiting without end, deaf to signals
# against: number_equal, number_loop
# limits: seconds=0.4
import signal, time
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
def f(*a):
    while True:
        time.sleep(5)

# == waits_for_the_channel: a lock on the channel, a read that never ends
# against: number_equal
# limits: seconds=0.4
import fcntl, os
def f(*a):
    for end in range(3, 32):
        try: fcntl.flock(end, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError: pass
    os.read(os.pipe()[0], 1)
