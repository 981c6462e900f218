# why: the excepthook ends well
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import sys, os, threading
sys.excepthook = threading.excepthook = sys.unraisablehook = lambda *a: os._exit(0)
def double(x): raise ValueError
