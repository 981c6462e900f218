# why: setuid, setgid, capabilities, setuid programs
# checks: literal
# expect: finished
# kind: isolation
import os, subprocess
def double(x):
    done = []
    for act in (lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setresuid(0, 0, 0), lambda: os.setgroups([0]), lambda: os.setreuid(65534, 65534),
                lambda: os.chroot("."), lambda: os.mknod("disk", 0o60600, os.makedev(8, 0)), lambda: os.mknod("/tmp/m", 0o20600, os.makedev(1, 1)), lambda: os.chown(".", 0, 0)):
        try: act(); done.append(act.__code__.co_names)
        except OSError: pass
    status = open("/proc/self/status").read()
    assert "CapEff:\t0000000000000000" in status and "CapBnd" in status and "NoNewPrivs:\t1" in status
    for tool in (["su", "-c", "id"], ["sudo", "-n", "id"], ["mount", "-t", "tmpfs", "x", "/tmp"], ["unshare", "-U", "true"], ["unshare", "-r", "true"]):
        try:
            if subprocess.run(tool, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0: done.append(tool)
        except OSError: pass
    assert not done, done
    return 2 * x
