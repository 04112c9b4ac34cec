# ATTACK 201 messages_that_run_code
# group: I output
# tries: raises an exception whose text comes from code that hangs, exits or raises again
import os
class Hostile(Exception):
    def __str__(self): raise SystemExit(0)
    __repr__ = __format__ = __str__
    @property
    def __cause__(self): raise KeyboardInterrupt
def gradient_check(analytic, numeric, tol=1e-6):
    raise Hostile(Hostile(), BaseExceptionGroup('g', [Hostile()]))
