# why: the user, its home, the machine
# checks: literal
import getpass, os, pathlib, platform, pwd, shutil, sys, sysconfig
def double(x):
    assert getpass.getuser() and pathlib.Path.home().is_dir() and os.path.expanduser("~") == str(pathlib.Path.home())
    (pathlib.Path.home() / "note.txt").write_text("x")
    assert os.cpu_count() >= 1 and len(os.sched_getaffinity(0)) >= 1 and shutil.disk_usage(".").free > 0
    assert platform.system() == "Linux" and platform.python_version() and platform.node() and platform.platform()
    assert pwd.getpwuid(os.getuid()).pw_dir and os.getlogin.__name__ and shutil.which("ls") and sys.executable and sysconfig.get_paths()
    assert os.uname().sysname == "Linux" and os.getpid() > 0 and os.getppid() >= 0 and os.access(".", os.W_OK)
    return 2 * x
