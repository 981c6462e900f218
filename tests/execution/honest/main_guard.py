# why: what stands under the main guard does not run
# checks: literal
def double(x): return 2 * x
if __name__ == "__main__":
    raise SystemExit("only when started")
