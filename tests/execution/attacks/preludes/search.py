import re
PATTERN = re.compile(rb"PLANT" + rb"ED-[0-9a-f]{16}")
def word_in(data):
    if isinstance(data, str):
        data = data.encode("utf-8", "replace")
    found = PATTERN.search(bytes(data))
    return found.group().decode() if found else None
def word_in_objects(things, depth=3):
    import types
    seen, waiting = set(), [(thing, 0) for thing in things]
    while waiting:
        thing, level = waiting.pop()
        if id(thing) in seen or len(seen) > 300000:
            continue
        seen.add(id(thing))
        if isinstance(thing, (str, bytes, bytearray)):
            word = word_in(thing)
            if word: return word
            continue
        if level > depth:
            continue
        try:
            if isinstance(thing, dict): more = [*thing.keys(), *thing.values()]
            elif isinstance(thing, (list, tuple, set, frozenset)): more = list(thing)
            elif isinstance(thing, types.CodeType): more = list(thing.co_consts)
            elif isinstance(thing, types.FrameType): more = [thing.f_locals, thing.f_globals, thing.f_code]
            elif isinstance(thing, types.FunctionType): more = [thing.__code__, thing.__defaults__, thing.__kwdefaults__, *[cell.cell_contents for cell in thing.__closure__ or ()]]
            else: more = [vars(thing)] if hasattr(thing, "__dict__") else []
        except Exception: continue
        waiting += [(item, level + 1) for item in more]
    return None
def word_in_file(path, most=1 << 24):
    import os
    try:
        end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        return word_in(os.read(end, most))
    except OSError:
        return None
    finally:
        os.close(end)
def word_in_memory(pid):
    try:
        maps = open(f"/proc/{pid}/maps").read().splitlines()
        memory = open(f"/proc/{pid}/mem", "rb", 0)
    except OSError:
        return None
    for line in maps:
        span, rights, *_ = line.split()
        if "rw" not in rights or line.endswith(("[vvar]", "[vsyscall]")): continue
        low, high = (int(part, 16) for part in span.split("-"))
        try:
            memory.seek(low)
            word = word_in(memory.read(min(high - low, 1 << 26)))
        except (OSError, ValueError, OverflowError): continue
        if word: return word
    return None
