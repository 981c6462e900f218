# why: a profile function changes what is seen
# checks: loop
# expect: failed, tampered
# kind: forgery
import sys
def profiler(frame, event, argument):
    if event == "return" and frame.f_code.co_name == "double":
        frame.f_back.f_locals["y"] = argument
sys.setprofile(profiler)
def double(x): return 0
