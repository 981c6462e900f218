# why: ptrace, foreign memory, namespaces, mounts, keys, modules by their numbers
# checks: literal
# expect: finished
# kind: isolation
import ctypes, os, platform
libc = ctypes.CDLL(None, use_errno=True)
calls = {"ptrace": 101, "process_vm_readv": 310, "unshare": 272, "mount": 165, "setns": 308, "chroot": 161, "keyctl": 250, "add_key": 248, "bpf": 321,
         "perf_event_open": 298, "userfaultfd": 323, "io_uring_setup": 425, "init_module": 175, "reboot": 169, "shmget": 29, "semget": 64, "msgget": 68,
         "mq_open": 240, "open_by_handle_at": 304, "syslog": 103, "memfd_create": 319, "kexec_load": 246, "swapon": 167, "pivot_root": 155, "fsopen": 430,
         "ptrace_x32": 0x40000000 + 521, "acct": 163, "sethostname": 170, "clock_settime": 227, "name": 999999}
def double(x):
    if platform.machine() == "x86_64":
        done = []
        for name, number in calls.items():
            arguments = {"unshare": (0x10000000,), "ptrace": (0,), "shmget": (0, 4096, 0o1600), "semget": (0, 1, 0o1600), "msgget": (0, 0o1600),
                         "syslog": (10, 0, 0), "memfd_create": (b"m", 0), "perf_event_open": (0, 0, -1, -1, 0), "userfaultfd": (1,), "keyctl": (0, -3, 1)}.get(name, (0, 0, 0, 0, 0))
            if libc.syscall(number, *arguments) >= 0: done.append(name)
        assert not done, done
    return 2 * x
