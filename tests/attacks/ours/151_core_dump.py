# ATTACK 151 core_dump
# group: E resources
# tries: wants a core dump of any size and aborts, with faulthandler writing to every descriptor
import faulthandler, os, resource, sys
def gradient_check(analytic, numeric, tol=1e-6):
    for limit in (resource.RLIM_INFINITY, 1 << 30):
        try: resource.setrlimit(resource.RLIMIT_CORE, (limit, limit))
        except (OSError, ValueError): pass
    faulthandler.enable(file=sys.__stderr__, all_threads=True)
    faulthandler.dump_traceback_later(0.05, repeat=True)
    os.abort()
