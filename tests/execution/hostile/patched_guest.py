# why: replaces the guest's own functions
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import sys
for name, module in list(sys.modules.items()):
    if "guest" in name or name.endswith((".child", ".values", ".witness")):
        for key, value in list(vars(module).items()):
            if callable(value) and not key.startswith("_"):
                try: setattr(module, key, lambda *a, **k: 4)
                except Exception: pass
def double(x): return 0
