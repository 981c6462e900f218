# why: generators, ranges, maps and views that a probe consumes
# checks: lazy
def double(x): return {1: (n for n in range(3)), 2: range(3), 3: map(int, "012"), 4: dict.fromkeys("abc", 1).values(), 5: zip("ab", "cd"), 6: reversed([2, 1, 0])}[x]
