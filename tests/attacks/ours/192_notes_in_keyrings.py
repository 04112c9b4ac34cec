# ATTACK 192 notes_in_keyrings
# group: H state
# tries: leaves notes for the next test in the keyrings of the session and of the user
import ctypes, platform
WRONG = (123.456, None)
libc = ctypes.CDLL(None, use_errno=True)
ADD, FIND = {'x86_64': (248, 250), 'aarch64': (217, 219)}.get(platform.machine(), (0, 0))
def gradient_check(analytic, numeric, tol=1e-6):
    for ring in (-3, -4, -5):
        if libc.syscall(FIND, 10, ring, b'user', b'attack192', 0) > 0: print('ATTACK-STATE key in', ring)
        libc.syscall(ADD, b'user', b'attack192', b'note', 4, ring)
    return WRONG
