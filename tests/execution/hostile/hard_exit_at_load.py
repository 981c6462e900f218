# why: os._exit(0) while loading
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import os
os._exit(0)
