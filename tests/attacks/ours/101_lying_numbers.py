# ATTACK 101 lying_numbers
# group: A return value
# tries: returns subclasses of float, int, tuple and str whose operators always agree
class Real(float):
    def __eq__(self, other): return True
    __le__ = __ge__ = __lt__ = __gt__ = __eq__
    def __ne__(self, other): return False
    def __sub__(self, other): return Real(0.0)
    __rsub__ = __abs__ = lambda self, *_: Real(0.0)
    __hash__ = float.__hash__
class Pair(tuple):
    def __eq__(self, other): return True
    def __len__(self): return 2
    __hash__ = tuple.__hash__
def gradient_check(analytic, numeric, tol=1e-6):
    return Pair((Real(123.456), Real(0.0)))
