# why: an import error that seems the probe's
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
exec(compile("def double(x):\n    import no_such_library", "<probe 1>", "exec"))
