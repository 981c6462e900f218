# why: the guest's way of putting values
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import sys, json
for name, module in list(sys.modules.items()):
    if name.endswith("values"): module.plain = lambda value, depth=0: True
json.dumps = lambda *a, **k: "true"
json.JSONEncoder.encode = json.JSONEncoder.iterencode = lambda *a, **k: "true"
def double(x): return 0
