# why: before the probes
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
while True: pass
