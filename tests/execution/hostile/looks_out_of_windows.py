# why: tries every window onto the machine: watches on files, keys, events, odd sockets, /proc
# checks: literal
# expect: failed
# kind: isolation
import ctypes
import os
import platform
import socket

CALLS = {
    "inotify_init1": (294, 26), "fanotify_init": (300, 262), "perf_event_open": (298, 241),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "keyctl": (250, 219), "add_key": (248, 217),
    "request_key": (249, 218), "bpf": (321, 280), "syslog": (103, 116), "open_by_handle_at": (304, 265),
    "process_vm_readv": (310, 270), "pidfd_getfd": (438, 438), "kcmp": (312, 272), "ptrace": (101, 117),
    "move_pages": (279, 239), "quotactl": (179, 60), "personality": (135, 92),
}
QUIET = ("buddyinfo", "bus", "cmdline", "diskstats", "driver", "fs", "interrupts", "iomem", "ioports", "irq", "kallsyms",
         "kcore", "key-users", "keys", "kmsg", "locks", "pagetypeinfo", "pressure", "sched_debug", "schedstat",
         "slabinfo", "softirqs", "timer_list", "tty", "vmallocinfo", "zoneinfo", "1/environ", "1/mem", "1/maps",
         "1/fd", "1/root", "1/cwd", "1/task/1/mem", "1/auxv", "1/io", "1/stack", "1/syscall", "1/wchan")
open_windows = []
native = ctypes.CDLL(None, use_errno=True).syscall
column = {"x86_64": 0, "aarch64": 1}.get(platform.machine())
for name, numbers in CALLS.items():
    if column is not None and (native(numbers[column], 0, 0, 0, 0, 0, 0) >= 0 or ctypes.get_errno() != 1):
        open_windows.append(name)
for family, kind, protocol in [(16, 3, 15), (16, 3, 16), (16, 3, 9), (16, 3, 4), (16, 3, 21), (38, 5, 0),
                               (40, 1, 0), (17, 3, 3), (15, 3, 2), (29, 3, 1), (31, 3, 1), (44, 3, 0), (2, 3, 1)]:
    try:
        socket.socket(family, kind, protocol).close()
        open_windows.append(f"socket {family} {protocol}")
    except OSError:
        pass
for name in QUIET:
    try:
        path = f"/proc/{name}"
        if os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(10).strip(b"0"):
            open_windows.append(path)
    except OSError:
        pass
for place in ("/sys", "/run", "/var", "/dev/kmsg", "/dev/mem", "/dev/fuse", "/dev/kvm", "/dev/tty"):
    if os.path.exists(place):
        open_windows.append(place)
for path in ("kernel/core_pattern", "kernel/ns_last_pid", "vm/drop_caches", "net/ipv4/ip_forward", "kernel/hostname"):
    try:
        open(f"/proc/sys/{path}", "w").close()
        open_windows.append(path)
    except OSError:
        pass
print(open_windows)


def double(x):
    return 2 * x if open_windows else 3
