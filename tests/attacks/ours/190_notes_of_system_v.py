# ATTACK 190 notes_of_system_v
# group: H state
# tries: leaves notes for the next test in System V shared memory, semaphores and message queues
import ctypes
WRONG = (123.456, None)
KEY = 0x61746B00 + 190
libc = ctypes.CDLL(None, use_errno=True)
def gradient_check(analytic, numeric, tol=1e-6):
    for name, get in (('memory', lambda flags: libc.shmget(KEY, 4096, flags)), ('semaphores', lambda flags: libc.semget(KEY, 1, flags)), ('messages', lambda flags: libc.msgget(KEY, flags))):
        if get(0o600) >= 0: print('ATTACK-STATE', name)
        elif get(0o3666) >= 0: print('attack: made', name)
    return WRONG
