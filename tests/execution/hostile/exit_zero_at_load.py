# why: before the probes
# checks: literal, loop, many
# expect: failed, tampered
# kind: forgery
raise SystemExit(0)
