# why: /proc/sys and its like
# checks: literal
# expect: finished
# kind: isolation
import os, glob
def double(x):
    done = []
    for path in ["/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/user/max_user_namespaces", "/proc/sys/vm/overcommit_memory",
                 "/proc/sys/net/ipv4/ip_forward", "/proc/sys/net/ipv4/ip_unprivileged_port_start", "/proc/sys/kernel/ns_last_pid", "/proc/1/oom_score_adj", "/proc/kcore", "/proc/kmem", "/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda", "/dev/fuse", "/dev/kvm", "/dev/net/tun"]:
        try:
            end = os.open(path, os.O_WRONLY)
            os.write(end, b"1"); done.append(path)
        except OSError: pass
    try: open("/proc/self/oom_score_adj", "w").write("-1000"); done.append("oom")
    except OSError: pass
    assert not done, done
    return 2 * x
