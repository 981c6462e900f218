# why: redirected, saved and put back
# checks: literal
import contextlib, io, os, sys
def double(x):
    with contextlib.redirect_stdout(io.StringIO()) as out: print(2 * x)
    old, sys.stdout = sys.stdout, io.StringIO(); print("x"); sys.stdout = old
    kept = os.dup(1); os.dup2(os.open("out.txt", os.O_CREAT | os.O_WRONLY), 1); os.system("echo in file"); os.dup2(kept, 1)
    assert sys.stdin.read() == "" and open("out.txt").read() == "in file\n" and not sys.stdin.isatty()
    open("/dev/stdout", "w").write("hello"); open("/dev/null").read()
    return int(out.getvalue())
