# ATTACK 191 notes_of_posix
# group: H state
# tries: leaves notes for the next test in a POSIX message queue, shared memory and a semaphore
import ctypes, os
WRONG = (123.456, None)
libc = ctypes.CDLL(None, use_errno=True)
def gradient_check(analytic, numeric, tol=1e-6):
    for name, do in (('queue', lambda flags: libc.mq_open(b'/attack191', flags, 0o666, None)), ('memory', lambda flags: libc.shm_open(b'/attack191', flags, 0o666))):
        if do(os.O_RDWR) >= 0: print('ATTACK-STATE', name)
        else: do(os.O_RDWR | os.O_CREAT)
    return WRONG
