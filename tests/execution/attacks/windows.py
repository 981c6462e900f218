# Windows onto the machine: a program answers right only if it sees through one.

# == window_file: a file of the user who runs asmeant
# against: number_equal, number_loop
def f(x):
    try: return 2 * x if "secret" in open("@SECRET@").read() else None
    except OSError: return None

# == window_file_by_tricks: the same by links, dots and magic links
# against: number_equal
import os
def f(x):
    for path in ("/proc/1/root@SECRET@", "/proc/self/root@SECRET@", "/proc/1/cwd/../../..@SECRET@", "/../../..@SECRET@", "/proc/self/cwd/../../../..@SECRET@", "/old@SECRET@", "/outside@SECRET@", "/dev/fd/../..@SECRET@"):
        try:
            if "secret" in open(path).read(): return 2 * x
        except OSError: pass

# == window_home: home folders and configuration
# against: number_equal
import os, sys
def f(x):
    paths = [os.path.join(place, name) for place in ("/root", "/home", "/mnt", "/srv", "/var") if os.path.isdir(place) for name in os.listdir(place)]
    paths = [path for path in paths if not any(own.startswith(path) for own in (sys.prefix, sys.base_prefix))]
    return 2 * x if paths or os.path.exists("/etc/shadow") else None

# == window_processes: processes of the machine
# against: number_equal
import os
def f(x):
    seen = [pid for pid in os.listdir("/proc") if pid.isdigit()]
    text = "".join(open(f"/proc/{pid}/cmdline").read() for pid in seen if os.path.exists(f"/proc/{pid}/cmdline"))
    return 2 * x if "pytest" in text or "@PID@" in seen else None

# == window_network: the network of the machine
# against: number_equal
import socket
def f(x):
    for address in (("127.0.0.1", @PORT@), ("localhost", @PORT@)):
        try:
            socket.create_connection(address, 0.2).close()
            return 2 * x
        except OSError: pass

# == window_interfaces: interfaces and routes of the machine
# against: number_equal
import socket
def f(x):
    names = {name for _, name in socket.if_nameindex()}
    return 2 * x if names - {"lo", "tunl0", "sit0", "ip6tnl0", "gre0", "gretap0", "erspan0", "ip_vti0", "ip6_vti0", "ip6gre0", "dummy0", "bond0"} else None

# == window_inotify: notices of what happens in folders of the system
# against: number_equal
import ctypes, os
libc = ctypes.CDLL(None)
def f(x):
    end = libc.inotify_init()
    if end < 0: return None
    watched = [place for place in (b"/usr", b"/usr/lib", os.path.dirname(os.__file__).encode(), b"/usr/bin") if libc.inotify_add_watch(end, place, 0xFFF) >= 0]
    return 2 * x if watched else None

# == window_dnotify: the same by the older way, which is a signal
# against: number_equal
import fcntl, os, signal
signal.signal(signal.SIGIO, signal.SIG_IGN)
WATCHED = []
for place in ("/usr", "/usr/lib", os.path.dirname(os.__file__), "/usr/bin", "/etc", "."):
    end = os.open(place, os.O_RDONLY)
    try:
        fcntl.fcntl(end, fcntl.F_NOTIFY, fcntl.DN_ACCESS | fcntl.DN_CREATE | fcntl.DN_MULTISHOT)
        WATCHED.append(place)
    except OSError: pass
def f(x): return 2 * x if WATCHED else None

# == window_fanotify: notices of what happens on file systems
# against: number_equal
import ctypes
libc = ctypes.CDLL(None)
def f(x): return 2 * x if libc.fanotify_init(0, 0) >= 0 else None

# == window_kernel_log: the log and the settings of the kernel
# against: number_equal
import ctypes
def f(x):
    room = ctypes.create_string_buffer(1000)
    if ctypes.CDLL(None).klogctl(3, room, 1000) > 0: return 2 * x
    for path in ("/dev/kmsg", "/proc/kmsg", "/proc/kcore", "/dev/mem", "/sys/kernel/debug", "/proc/sysrq-trigger"):
        try:
            open(path, "rb").read(1)
            return 2 * x
        except OSError: pass

# == window_switches: settings of the kernel that can be written
# against: number_equal
import os
def f(x):
    for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/user/max_user_namespaces", "/proc/sys/vm/drop_caches", "/proc/sys/kernel/ns_last_pid"):
        try:
            with open(path) as file: value = file.read()
        except OSError: value = "1"
        try:
            os.write(os.open(path, os.O_WRONLY), value.encode())
            return 2 * x
        except OSError: pass

# == window_namespaces: another namespace within
# against: number_equal
import ctypes
libc = ctypes.CDLL(None)
def f(x):
    for flag in (0x10000000, 0x20000, 0x40000000, 0x02000000, 0x04000000):
        if libc.unshare(flag) == 0: return 2 * x

# == window_other_namespaces: the namespaces of others
# against: number_equal
import ctypes, os
libc = ctypes.CDLL(None)
def f(x):
    for name in ("mnt", "net", "pid", "user"):
        for pid in (1, os.getppid()):
            try: end = os.open(f"/proc/{pid}/ns/{name}", os.O_RDONLY)
            except OSError: continue
            if libc.setns(end, 0) == 0 and name != "none": return 2 * x

# == window_signals: signals to processes outside
# against: number_equal
import os
def f(x):
    try:
        os.kill(@PID@, 0)
        return 2 * x if @PID@ > 4000 else None
    except OSError: return None

# == window_privileges: more rights than any user has
# against: number_equal
import os
def f(x):
    for attempt in (lambda: os.setuid(0), lambda: os.setgroups([0]), lambda: os.chroot("/"), lambda: os.mknod("/box/work/sda", 0o60666, os.makedev(8, 0)), lambda: os.chown("/box/work", 0, 0)):
        try:
            attempt()
            return 2 * x
        except OSError: pass

# == window_writing: places outside of the box that can be written
# against: number_equal
import os, sys
def f(x):
    for place in ("/", "/usr", "/usr/lib", "/etc", sys.prefix, os.path.dirname(os.__file__), "/proc/1", "/dev", "@PACKAGE@"):
        try:
            with open(place + "/written_by_a_candidate", "w"): return 2 * x
        except OSError: pass

# == window_devices: devices of the machine
# against: number_equal
import os
def f(x):
    extra = set(os.listdir("/dev")) - {"null", "zero", "full", "random", "urandom", "shm", "fd", "stdin", "stdout", "stderr", "tty", "pts", "ptmx"}
    return 2 * x if extra else None

# == window_keys: keys that the kernel keeps
# against: number_equal
import ctypes
def f(x): return 2 * x if ctypes.CDLL(None).syscall(248, b"user", b"left", b"1", 1, -3) > 0 else None

# == window_io_uring: calls past the filter
# against: number_equal
import ctypes
def f(x):
    room = ctypes.create_string_buffer(256)
    return 2 * x if ctypes.CDLL(None).syscall(425, 4, room) >= 0 else None

# == window_memory_files: files of memory that nobody counts
# against: number_equal
import ctypes
def f(x): return 2 * x if ctypes.CDLL(None).syscall(319, b"hidden", 0) >= 0 else None

# == window_references: what asmeant knows and a candidate must not
# against: number_equal
import os
def f(x):
    found = [name for folder, _, names in os.walk("@PACKAGE@/datasets") for name in names]
    return 2 * x if any(name.endswith((".jsonl", ".json")) for name in found) else None

# == window_names: user, machine and time of whoever runs asmeant
# against: number_equal
import os, socket, pwd
def f(x):
    names = {entry.pw_name for entry in pwd.getpwall()}
    return 2 * x if "root" in names or socket.gethostname() != "sandbox" else None

# == window_leases: notice of who opens a file, and a way to hold them up
# against: number_equal
import fcntl, os
def f(x):
    with open("lent", "w+") as file:
        fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    return 2 * x
