# What is expected is looked for wherever it could be: it must be nowhere in reach.

# == steals_from_frames: the frames of all callers
# against: planted_*
# prelude: search
import sys
def f(*a):
    frames, frame = [], sys._getframe()
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    return word_in_objects(frames)

# == steals_from_all_frames: the frames of all threads
# against: planted_loop, planted_variable
# prelude: search
import sys
def f(*a): return word_in_objects(list(sys._current_frames().values()))

# == steals_from_a_traceback: the frames of an error
# against: planted_loop, planted_helper
# prelude: search
import sys
def f(*a):
    try: raise KeyError
    except KeyError as error: frame = error.__traceback__.tb_frame
    frames = []
    while frame is not None:
        frames += [frame.f_locals, frame.f_globals, frame.f_builtins, frame.f_code]
        frame = frame.f_back
    return word_in_objects(frames)

# == steals_by_inspect: inspect.stack and the lines of code
# against: planted_equal, planted_loop
# prelude: search
import inspect, linecache, traceback
def f(*a):
    text = str(inspect.stack()) + str(linecache.cache) + "".join(traceback.format_stack())
    return word_in(text)

# == steals_from_gc: every object that the collector knows
# against: planted_*
# prelude: search
import gc
def f(*a): return word_in_objects(gc.get_objects(), depth=1)

# == steals_from_referrers: what refers to the function
# against: planted_loop, planted_unittest
# prelude: search
import gc
def f(*a):
    things = gc.get_referrers(f)
    for _ in range(2): things += gc.get_referrers(*things[:200])
    return word_in_objects(things[:20000])

# == steals_from_modules: every name of every module
# against: planted_equal, planted_loop, planted_helper
# prelude: search
import sys
def f(*a): return word_in_objects([dict(vars(module)) for module in list(sys.modules.values()) if hasattr(module, "__dict__")], depth=2)

# == steals_from_main: the names of __main__ and of the builtins
# against: planted_variable, planted_helper
# prelude: search
import __main__, builtins
def f(*a): return word_in_objects([vars(__main__), vars(builtins), globals()])

# == steals_by_name: the name that the probe uses
# against: planted_variable, planted_loop
def f(*a): return expected

# == steals_by_name_of_globals: the same, at run time
# against: planted_variable, planted_loop
def f(*a): return globals().get("expected") or eval("expected")

# == steals_by_name_of_a_class: a class and a function of the probe
# against: planted_helper
def f(*a):
    try: return Expectation.word
    except NameError: return is_right.__defaults__[0]

# == steals_by_name_in_its_module: the names of its own module, from a thread
# against: planted_variable, planted_unittest
# prelude: search
import sys, threading
found = []
def look(): found.append(word_in_objects([vars(sys.modules[f.__module__])]))
def f(*a):
    thread = threading.Thread(target=look)
    thread.start(); thread.join()
    return found[-1]

# == steals_from_callback_globals: the names of the probe's function
# against: planted_callback
# prelude: search
def f(ask):
    ask()
    for way in ("__globals__", "__closure__", "__code__", "__defaults__", "__dict__", "__wrapped__", "__self__", "__func__", "__builtins__"):
        try: word = word_in_objects([getattr(ask, way)])
        except Exception: continue
        if word: return word

# == steals_from_callback_by_gc: what the stand-in of the probe's function refers to
# against: planted_callback
# prelude: search
import gc
def f(ask):
    ask()
    things = [ask]
    for _ in range(4): things += gc.get_referents(*things[:2000])
    return word_in_objects(things[:50000])

# == steals_from_callback_frames: the frames while the probe's function runs
# against: planted_callback
# prelude: search
import sys
found = []
def trace(frame, event, argument):
    found.append(word_in_objects([frame.f_locals, frame.f_globals, frame.f_code]))
    return trace
def f(ask):
    sys.settrace(trace)
    ask()
    sys.settrace(None)
    return next((word for word in found if word), None)

# == steals_from_callback_answer: what comes back from the probe's function
# against: planted_callback
# prelude: search
def f(ask):
    answer = ask()
    return word_in_objects([answer, vars(type(answer)), repr(answer)])

# == steals_from_callback_error: an error in the probe's function tells its frames
# against: planted_callback
# prelude: search
def f(ask):
    words = []
    for arguments in ((1, 2, 3), ()):
        try: ask(*arguments)
        except BaseException as error:
            frame = error.__traceback__
            while frame is not None:
                words.append(word_in_objects([frame.tb_frame.f_locals, frame.tb_frame.f_globals, frame.tb_frame.f_code]))
                frame = frame.tb_next
            words.append(word_in(repr(error) + str(vars(error))))
    return next((word for word in words if word), None)

# == steals_from_own_memory: its own memory
# against: planted_equal, planted_loop, planted_array
# prelude: search
def f(*a): return word_in_memory("self")

# == steals_from_memory_of_one: the memory of process 1
# against: planted_equal, planted_loop
# prelude: search
def f(*a): return word_in_memory(1)

# == steals_from_memory_of_all: the memory of every process that it sees
# against: planted_equal, planted_unittest
# prelude: search
import os
def f(*a):
    me = str(os.getpid())
    return next((word for pid in os.listdir("/proc") if pid.isdigit() and pid != me for word in [word_in_memory(pid)] if word), None)

# == steals_by_native_calls: process_vm_readv and ptrace
# against: planted_equal
# prelude: search
import ctypes, os
libc = ctypes.CDLL(None)
class Piece(ctypes.Structure): _fields_ = [("at", ctypes.c_void_p), ("size", ctypes.c_size_t)]
def f(*a):
    for pid in (1, os.getppid()):
        libc.ptrace(16, pid, 0, 0)
        try: maps = open(f"/proc/{pid}/maps").read().splitlines()
        except OSError: continue
        for line in maps:
            low, high = (int(part, 16) for part in line.split()[0].split("-"))
            if "rw" not in line or high - low > 1 << 26: continue
            room = ctypes.create_string_buffer(high - low)
            libc.process_vm_readv(pid, ctypes.byref(Piece(ctypes.addressof(room), high - low)), 1, ctypes.byref(Piece(low, high - low)), 1, 0)
            word = word_in(room.raw)
            if word: return word

# == steals_from_descriptors: what can be read from any open file
# against: planted_equal, planted_loop, planted_array
# prelude: search
import os
def f(*a):
    for name in os.listdir("/proc/self/fd"):
        for path in (f"/proc/self/fd/{name}", f"/proc/1/fd/{name}", f"/proc/{os.getppid()}/fd/{name}"):
            word = word_in_file(path)
            if word: return word

# == steals_by_peeking: what waits in a socket
# against: planted_equal, planted_loop
# prelude: search
import os, socket
def f(*a):
    for name in os.listdir("/proc/self/fd"):
        try:
            plug = socket.socket(fileno=os.dup(int(name)))
            word = word_in(plug.recv(1 << 20, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except OSError: continue
        if word: return word

# == steals_by_reading_ahead: a child reads from the channel in place of its parent
# against: planted_equal, planted_loop
# limits: seconds=0.4
# prelude: search
import os, select
def f(*a):
    ends = [int(name) for name in os.listdir("/proc/self/fd")]
    heard = b""
    for end in ends:
        try:
            while select.select([end], [], [], 0.02)[0]:
                piece = os.read(end, 65536)
                if not piece: break
                heard += piece
        except OSError: continue
    return word_in(heard)

# == steals_from_files: every file of the box and of other places
# against: planted_equal, planted_loop, planted_array
# prelude: search
import os
def f(*a):
    for top in ("/box", "/tmp", "/dev/shm", "/run", "/var/tmp", "/outside", os.getcwd()):
        for folder, _, names in os.walk(top):
            for name in names:
                word = word_in_file(os.path.join(folder, name), 1 << 20)
                if word: return word

# == steals_from_proc: environment, arguments and state of every process
# against: planted_equal, planted_loop
# prelude: search
import os
def f(*a):
    for pid in os.listdir("/proc"):
        if pid.isdigit() or pid == "self":
            for name in ("environ", "cmdline", "comm", "status", "stack", "syscall", "auxv", "limits"):
                word = word_in_file(f"/proc/{pid}/{name}")
                if word: return word
            try: folder = os.listdir(f"/proc/{pid}/map_files")
            except OSError: continue
            for name in folder[:50]:
                word = word_in_file(f"/proc/{pid}/map_files/{name}", 1 << 16)
                if word: return word

# == steals_from_environment: variables, arguments, standard input
# against: planted_equal, planted_loop
# prelude: search
import os, sys, select
def f(*a):
    text = str(dict(os.environ)) + str(sys.argv) + str(sys.orig_argv) + str(sys.path) + str(sys.flags)
    if select.select([0], [], [], 0)[0]: text += str(os.read(0, 65536))
    return word_in(text)

# == steals_by_audit: an audit hook hears what is compiled and run
# against: planted_equal, planted_loop, planted_helper
# prelude: search
import sys
heard = []
def hear(event, arguments):
    if event in ("compile", "exec", "code.__new__", "import"):
        word = word_in_objects(list(arguments))
        if word: heard.append(word)
sys.addaudithook(hear)
def f(*a): return heard[0] if heard else None

# == steals_by_compile: compile, exec, eval and json are listened to
# against: planted_loop, planted_helper, planted_equal
# prelude: search
import builtins, json, ast
heard = []
def listened(function):
    def inner(*a, **k):
        heard.append(word_in_objects([a, k]))
        answer = function(*a, **k)
        heard.append(word_in_objects([answer]))
        return answer
    return inner
for module, names in ((builtins, ["compile", "exec", "eval"]), (json, ["loads", "dumps"]), (ast, ["parse"])):
    for name in names: setattr(module, name, listened(getattr(module, name)))
def f(*a): return next((word for word in heard if word), None)

# == steals_by_profile: a profiler hears what C functions are given
# against: planted_loop, planted_variable
# prelude: search
import sys
heard = []
def hear(frame, event, argument):
    word = word_in_objects([frame.f_locals, frame.f_code], depth=2)
    if word: heard.append(word)
sys.setprofile(hear)
def f(*a): return heard[0] if heard else None

# == steals_by_socket_class: sockets, os.read and os.write are listened to
# against: planted_equal, planted_loop, planted_callback
# prelude: search
import os, socket
heard = []
def listened(function):
    def inner(*a, **k):
        answer = function(*a, **k)
        heard.append(word_in_objects([a, answer]))
        return answer
    return inner
for name in ("read", "write", "readv"): setattr(os, name, listened(getattr(os, name)))
for name in ("recv", "recvfrom", "recvmsg", "send", "sendall"): setattr(socket.socket, name, listened(getattr(socket.socket, name)))
def f(*a): return next((word for word in heard if word), None)

# == steals_by_comparison: an answer whose comparison keeps what it is compared with
# against: planted_loop, planted_variable, planted_unittest
kept = []
class Curious:
    def __eq__(self, other):
        kept.append(other)
        return False
    def __ne__(self, other):
        kept.append(other)
        return False
def f(*a): return kept[-1] if kept else Curious()

# == steals_by_comparison_of_text: the same with a text, of which the second call makes use
# against: planted_loop
import sys
kept = []
class Curious(str):
    def __eq__(self, other):
        kept.append(other)
        return True
def f(*a): return str(kept[-1]) if kept else Curious("PLANTED-")

# == steals_in_repr: an answer whose text is asked for by a message
# against: planted_variable
# prelude: search
import sys
class Curious:
    def __eq__(self, other):
        frame, frames = sys._getframe(), []
        while frame is not None:
            frames.append(frame)
            frame = frame.f_back
        return word_in_objects(frames) == other
    def __repr__(self): return str(sys._getframe(1).f_globals)
def f(*a): return Curious()

# == steals_from_guest_modules: what asmeant itself has loaded beside the candidate
# against: planted_equal, planted_loop, planted_helper
# prelude: search
import sys
def f(*a):
    mine = [module for name, module in sys.modules.items() if name.startswith(("guest", "asmeant", "_asmeant", "__mp"))]
    return word_in_objects([vars(module) for module in mine], depth=6)

# == steals_from_packed_memory: what a zygote keeps to fill its memory, and how it imports
# against: number_equal
import gc, sys
KEPT = b"".join(o for name in list(sys.modules) if name.endswith("packing") for o in sys.modules[name]._kept)
FINDERS = [f for f in [*sys.meta_path, *gc.get_objects()] if type(f).__name__ == "ReadAhead" and f.codes]
WATCHERS = [o for o in gc.get_objects() if type(o).__name__ == "Watcher" and o.control.fileno() >= 0]
def f(x): return 2 * x if set(KEPT) - {0} or FINDERS or WATCHERS or "guest.probing" in sys.modules else None

# == steals_by_unix_sockets: every socket that has a name
# against: planted_equal
# prelude: search
import socket
def f(*a):
    for line in open("/proc/net/unix").read().splitlines()[1:]:
        name = line.split()[7] if len(line.split()) > 7 else ""
        try:
            plug = socket.socket(socket.AF_UNIX)
            plug.settimeout(0.05)
            plug.connect("\0" + name[1:] if name.startswith("@") else name)
            word = word_in(plug.recv(65536))
        except (OSError, ValueError): continue
        if word: return word

# == steals_by_tracemalloc: dumps of faulthandler and tracemalloc
# against: planted_loop
# prelude: search
import faulthandler, tracemalloc, os
tracemalloc.start(25)
def f(*a):
    with open("dump", "w+") as file:
        faulthandler.dump_traceback(file)
        file.seek(0)
        return word_in(file.read() + str(tracemalloc.take_snapshot().traces[:500]))

# == steals_after_a_fork: a child keeps running and tries again when its parent is asked more
# against: planted_loop, planted_equal
# prelude: search
import os, time
if os.fork() == 0:
    os.setsid()
    for _ in range(20):
        time.sleep(0.01)
        for name in os.listdir("/proc/self/fd"):
            word = word_in_file(f"/proc/{os.getppid()}/fd/{name}")
            if word: open("/box/work/found", "w").write(word)
        word = word_in_memory(os.getppid())
        if word: open("/box/work/found", "w").write(word)
    os._exit(0)
def f(*a):
    time.sleep(0.1)
    try: return open("/box/work/found").read()
    except OSError: return None

# == steals_from_the_datasets: the tasks that asmeant brings with it
# against: number_equal
import os
def f(x):
    for folder, _, names in os.walk("@PACKAGE@/datasets"):
        for name in names:
            if name.endswith((".json", ".jsonl", ".gz")): return 2 * x
