# why: matplotlib without a screen, where it is there
# checks: literal
# needs: matplotlib
import matplotlib.pyplot as plt
def double(x):
    plt.plot([1, 2]); plt.savefig("a.png"); plt.close()
    return 2 * x
