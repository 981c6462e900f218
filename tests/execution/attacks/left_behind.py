# What a program leaves, and what the next one finds: `first` runs before, in the same sandbox.

# == left_read_only_folder: the working folder is made read-only
# against: file_written, number_equal
# expect: passed
def f(x):
    with open("out.txt" if isinstance(x, int) else x, "w") as file: file.write("one\ntwo\n")
    return 2 * x if isinstance(x, int) else None
# -- first
import os
os.chmod("/box/work", 0o500)
os.chmod("/box/tmp", 0)
def f(*a): return 99

# == left_link_for_tmp: /tmp leads elsewhere
# against: number_equal
# expect: passed
import os, tempfile
def f(x):
    with tempfile.NamedTemporaryFile() as file: file.write(b"x")
    assert not os.path.islink("/box/tmp") and os.listdir("/tmp") == []
    return 2 * x
# -- first
import os, shutil
for place in ("/box/tmp", "/box/shm"):
    shutil.rmtree(place)
    os.symlink("/proc", place)
def f(*a): return 99

# == left_modules: modules of known names lie in the working folder and beside it
# against: number_math, list_json, number_unittest
# expect: passed
# limits: seconds=5
import json
def f(x): return sorted(x) if isinstance(x, str) else 2 * x
# -- first
import os
for name in ("math", "json", "unittest", "numpy", "pandas", "sitecustomize", "usercustomize", "conftest", "random", "string"):
    for place in ("/box/work", "/box/tmp", "/box/shm", "/box"):
        try: open(f"{place}/{name}.py", "w").write("raise SystemExit(0)\n")
        except OSError: pass
os.makedirs("/box/work/numpy", exist_ok=True)
open("/box/work/numpy/__init__.py", "w").write("array_equal = lambda *a: True\n")
open("/box/work/evil.pth", "w").write("import os; os._exit(0)\n")
def f(*a): return 99

# == left_cached_bytecode: compiled modules lie about
# against: number_math
# expect: passed
def f(x): return 2 * x
# -- first
import os, py_compile, importlib.util
open("math.py", "w").write("isclose = lambda *a: True\n")
py_compile.compile("math.py")
for folder in ("/usr/lib/python3", os.path.dirname(os.__file__)):
    try: open(folder + "/sitecustomize.py", "w").write("raise SystemExit")
    except OSError: pass
def f(*a): return 99

# == left_daemon: a process that outlives its trial and writes into the box
# against: file_written
# expect: passed
import time
def f(path):
    time.sleep(0.05)
    with open(path, "w") as file: file.write("one\ntwo\n")
# -- first
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True:
            try: open("/box/work/stray", "w").close()
            except OSError: pass
            time.sleep(0.005)
    os._exit(0)
def f(*a): return 99

# == left_low_priority: everything is made slow
# against: number_equal
# expect: passed
import os
def f(x):
    assert os.getpriority(os.PRIO_PROCESS, 0) == @NICE@
    return 2 * x
# -- first
import os
for kind, who in ((os.PRIO_PROCESS, 0), (os.PRIO_PROCESS, 1), (os.PRIO_PROCESS, os.getppid()), (os.PRIO_PGRP, 0), (os.PRIO_USER, 0), (os.PRIO_USER, os.getuid())):
    try: os.setpriority(kind, who, 19)
    except OSError: pass
os.system("renice -n 19 -u $(id -u) >/dev/null 2>&1; ionice -c 3 -p 1 2>/dev/null")
def f(*a): return 99

# == left_attributes: extended attributes, times and modes of the box
# against: number_equal
# expect: passed
import os, time
def f(x):
    for place in ("/box", "/box/work", "/box/tmp", "/box/shm"):
        assert os.listxattr(place) == [], place
        assert os.stat(place).st_mtime > time.time() - 3600, place
        assert os.stat(place).st_mode & 0o700 == 0o700, place
    return 2 * x
# -- first
import os
for place in ("/box", "/box/work", "/box/tmp", "/box/shm"):
    try: os.setxattr(place, "user.trace", b"1")
    except OSError: pass
    try: os.utime(place, (0, 0))
    except OSError: pass
    try: os.chmod(place, 0o1711)
    except OSError: pass
def f(*a): return 99

# == left_locks: locks on the folders of the box and of the libraries
# against: number_equal
# expect: passed
import fcntl, os
def f(x):
    for place in ("/box", "/box/work", "/usr/lib", os.path.dirname(os.__file__)):
        end = os.open(place, os.O_RDONLY)
        fcntl.flock(end, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.close(end)
    return 2 * x
# -- first
import fcntl, os, time
for place in ("/box", "/box/work", "/usr/lib", os.path.dirname(os.__file__)):
    try: fcntl.flock(os.open(place, os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError: pass
if os.fork() == 0:
    os.setsid()
    time.sleep(60)
def f(*a): return 99

# == left_sysv_memory: System V and POSIX memory, semaphores, queues
# against: number_equal
# expect: passed
import os
def f(x):
    for name in ("shm", "sem", "msg"):
        assert len(open(f"/proc/sysvipc/{name}").read().splitlines()) <= 1, name
    assert os.listdir("/dev/shm") == []
    return 2 * x
# -- first
import ctypes
from multiprocessing import shared_memory, resource_tracker
libc = ctypes.CDLL(None)
libc.shmget(77, 4096, 0o1666); libc.semget(77, 1, 0o1666); libc.msgget(77, 0o1666)
try:
    block = shared_memory.SharedMemory("left", create=True, size=4096)
    resource_tracker.unregister(block._name, "shared_memory")
except OSError: pass
open("/dev/shm/left2", "w").close()
def f(*a): return 99

# == left_ports: ports that are listened on
# against: number_equal
# expect: passed
import socket
def f(x):
    socket.create_server(("127.0.0.1", 8765)).close()
    return 2 * x
# -- first
import os, socket, time
server = socket.create_server(("127.0.0.1", 8765))
if os.fork() == 0:
    os.setsid()
    time.sleep(60)
def f(*a): return 99

# == left_names_in_abstract_space: abstract sockets
# against: number_equal
# expect: passed
import socket
def f(x):
    with socket.socket(socket.AF_UNIX) as plug: plug.bind("\0left")
    return 2 * x
# -- first
import os, socket, time
plug = socket.socket(socket.AF_UNIX)
plug.bind("\0left")
if os.fork() == 0:
    os.setsid()
    time.sleep(60)
def f(*a): return 99

# == left_limits_of_all: limits of every process it may reach
# against: number_equal, file_written
# expect: passed
import resource, os
def f(x):
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 64
    if isinstance(x, int): return 2 * x
    with open(x, "w") as file: file.write("one\ntwo\n")
# -- first
import os, resource
for pid in (0, 1, os.getppid()):
    for what in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU):
        try: resource.prlimit(pid, what, (1, 1))
        except (OSError, ValueError): pass
def f(*a): return 99

# == left_in_memory: what the reference answered is looked for by the next
# against: planted_equal, planted_loop, planted_array
# prelude: search
import gc
def f(*a): return word_in_memory("self") or word_in_objects(gc.get_objects(), depth=1)
# -- first
reference
# --
reference

# == left_in_frames: what the reference was asked is looked for by the next
# against: planted_equal, planted_loop, planted_helper
# prelude: search
import sys
def f(*a):
    frames, frame = [], sys._getframe()
    while frame is not None:
        frames.append(frame)
        frame = frame.f_back
    return word_in_objects([*frames, *[dict(vars(module)) for module in list(sys.modules.values()) if hasattr(module, "__dict__")]], depth=4)
# -- first
reference

# == left_in_the_box: the answer of a right program before is looked for in the box
# against: planted_equal, planted_loop
# prelude: search
import os
def f(*a):
    for top in ("/box", "/tmp", "/dev/shm"):
        for folder, _, names in os.walk(top):
            for name in names:
                word = word_in_file(os.path.join(folder, name), 1 << 20)
                if word: return word
# -- first
import os, sys
def f(*a):
    word = "PLANTED-" + "0f1e2d3c4b5a6978"
    for place in ("/box/work", "/box/tmp", "/box/shm", "/box"):
        try: open(f"{place}/left.txt", "w").write(word)
        except OSError: pass
    return word

# == left_in_descriptors: what was said on the channel before
# against: planted_equal, planted_loop
# prelude: search
import os, socket
def f(*a):
    for name in os.listdir("/proc/self/fd"):
        word = word_in_file(f"/proc/self/fd/{name}")
        if word: return word
        try: word = word_in(socket.socket(fileno=os.dup(int(name))).recv(1 << 20, socket.MSG_PEEK | socket.MSG_DONTWAIT))
        except OSError: continue
        if word: return word
# -- first
reference

# == left_in_state: the state of libraries, as a right program left it
# against: random_choice, number_equal
# expect: passed
import random, sys, warnings, decimal, locale
def f(x):
    assert decimal.getcontext().prec == 28 and sys.getrecursionlimit() == 1000
    assert not hasattr(random, "left") and not hasattr(sys, "left")
    return 2 * x if isinstance(x, int) else random.choice(x)
# -- first
import random, sys, decimal, builtins
decimal.getcontext().prec = 3
sys.setrecursionlimit(50000)
random.left = sys.left = builtins.left = True
random.choice = lambda items: -1
def f(*a): return 99

# == left_chance: chance is the same for the next
# against: number_equal
# expect: passed
import random
first = random.random()
def f(x):
    assert first == 0.8444218515250481
    return 2 * x
# -- first
import random
random.seed(99)
def f(*a): return random.random()

# == left_environment: variables that the next one would inherit
# against: number_equal
# expect: passed
import os
def f(x):
    assert not {"LD_PRELOAD", "PYTHONPATH", "PYTHONSTARTUP", "LEFT"} & set(os.environ)
    return 2 * x
# -- first
import os
os.environ.update(LD_PRELOAD="/box/work/x.so", PYTHONPATH="/box/work", PYTHONSTARTUP="/box/work/x.py", LEFT="1")
def f(*a): return 99

# == left_full_disk: the box is full
# against: file_written
# expect: passed
def f(path):
    with open(path, "w") as file: file.write("one\ntwo\n")
# -- first
import os
try:
    file = open("/box/tmp/full", "wb")
    while True: file.write(b"x" * (1 << 20))
except OSError: pass
def f(*a): return 99

# == left_deep_folders: folders too deep to be removed with ease
# against: file_written, number_equal
# expect: passed
def f(x):
    if isinstance(x, int): return 2 * x
    with open(x, "w") as file: file.write("one\ntwo\n")
# -- first
import os
for _ in range(1500):
    os.mkdir("deep")
    os.chdir("deep")
os.chmod(".", 0)
def f(*a): return 99

# == left_immutable: a folder that holds a file nobody may remove
# against: file_written
# expect: passed
def f(path):
    with open(path, "w") as file: file.write("one\ntwo\n")
# -- first
import ctypes, fcntl, os, struct
os.makedirs("/box/work/a/b")
open("/box/work/a/b/kept", "w").close()
try: fcntl.ioctl(os.open("/box/work/a/b/kept", os.O_RDONLY), 0x40086602, struct.pack("l", 0x10))
except OSError: pass
os.chmod("/box/work/a/b", 0)
os.chmod("/box/work/a", 0)
def f(*a): return 99

# == left_stopped_processes: stopped and dead processes
# against: number_equal
# expect: passed
import os
def f(x):
    others = [pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) not in (1, os.getpid(), os.getppid())]
    states = [open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[0] for pid in others]
    assert "Z" not in states and "T" not in states
    return 2 * x
# -- first
import os, signal, time
for _ in range(5):
    if os.fork() == 0:
        if os.fork() == 0: os.kill(os.getpid(), signal.SIGSTOP)
        os._exit(0)
time.sleep(0.05)
def f(*a): return 99

# == left_open_by_the_reference: a right program's threads and files do not reach the next
# against: number_equal
# expect: passed
import os, threading
def f(x):
    assert threading.active_count() == 1
    assert not [name for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}") and "left" in os.readlink(f"/proc/self/fd/{name}")]
    return 2 * x
# -- first
import threading, time
kept = open("left.txt", "w")
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
def f(x): return 2 * x
