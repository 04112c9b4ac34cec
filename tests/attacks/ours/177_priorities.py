# ATTACK 177 priorities
# group: F escape
# tries: changes priority, scheduling and processors of its parent, and its own
import ctypes, os
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    parent = os.getppid()
    ways = {'priority': lambda: os.setpriority(os.PRIO_PROCESS, parent, os.getpriority(os.PRIO_PROCESS, parent)),
            'group': lambda: os.setpriority(os.PRIO_PGRP, os.getpgid(parent), os.getpriority(os.PRIO_PGRP, os.getpgid(parent))),
            'processors': lambda: os.sched_setaffinity(parent, os.sched_getaffinity(parent)),
            'scheduler': lambda: os.sched_setscheduler(parent, os.SCHED_OTHER, os.sched_param(0))}
    for name, do in ways.items():
        try:
            if not parent: raise OSError
            do()
            print('ATTACK-ESCAPE', name, 'of its parent')
        except OSError: pass
    for do in (lambda: os.nice(19), lambda: os.sched_setaffinity(0, [0]), lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(99))):
        try: do()
        except OSError: pass
    return WRONG
