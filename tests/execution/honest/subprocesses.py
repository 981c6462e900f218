# why: run, check_output, Popen, pipes, the same Python
# checks: literal
import subprocess, sys
def double(x):
    assert subprocess.run(["echo", "hi"], capture_output=True, text=True).stdout == "hi\n"
    assert subprocess.check_output("printf abc | tr a-c A-C", shell=True) == b"ABC"
    assert subprocess.call(["false"]) == 1
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as cat:
        assert cat.communicate(b"through")[0] == b"through"
    try:
        subprocess.run(["sleep", "5"], timeout=0.05)
    except subprocess.TimeoutExpired:
        pass
    return int(subprocess.check_output([sys.executable, "-c", f"print(2 * {x})"]))
