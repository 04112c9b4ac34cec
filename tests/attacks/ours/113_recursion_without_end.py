# ATTACK 113 recursion_without_end
# group: B tampering
# tries: raises the recursion limit and recurses until the stack is gone
import sys
def gradient_check(analytic, numeric, tol=1e-6):
    sys.setrecursionlimit(2**31 - 1)
    class Deep:
        def __getattr__(self, name): return getattr(self, name + 'x')
    return repr(Deep().x), gradient_check(analytic, numeric)
