# why: a terminal that is not there: asked politely
# checks: literal
import os, shutil, sys
def double(x):
    assert shutil.get_terminal_size((80, 24)).columns > 0
    try: os.get_terminal_size()
    except OSError: pass
    assert not sys.stdout.isatty()
    return 2 * x
