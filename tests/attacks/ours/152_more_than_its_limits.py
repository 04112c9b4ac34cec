# ATTACK 152 more_than_its_limits
# group: E resources
# tries: raises its own limits and those of its parent, and lowers its parent's
import os, resource
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    for name in ('AS', 'CPU', 'FSIZE', 'NOFILE', 'NPROC', 'CORE'):
        kind = getattr(resource, 'RLIMIT_' + name)
        soft, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY:
            try:
                resource.setrlimit(kind, (soft, hard + 1))
                print('ATTACK-ESCAPE raised', name)
            except (OSError, ValueError): pass
        elif name in ('AS', 'CPU', 'FSIZE'): print('ATTACK-ESCAPE no limit on', name)
        if os.getppid():
            try:
                resource.prlimit(os.getppid(), kind, resource.prlimit(os.getppid(), kind))
                print('ATTACK-ESCAPE set its parent\'s', name)
            except (OSError, ValueError): pass
    return WRONG
