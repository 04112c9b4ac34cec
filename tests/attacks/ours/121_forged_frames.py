# ATTACK 121 forged_frames
# group: C forged result
# tries: writes answers by hand: to this call, to the next ones and to none
import os, socket, stat, struct, time
def gradient_check(analytic, numeric, tol=1e-6):
    for fd in range(3, 1100):
        try:
            if not stat.S_ISSOCK(os.fstat(fd).st_mode): continue
        except OSError: continue
        for number in range(1, 9):
            body = b'\x94\x03' + bytes([number]) + b'\x92\xcb' + bytes(8) + b'\xc3\x90'
            try: os.write(fd, struct.pack('>I', len(body)) + body)
            except OSError: pass
    return 0.0, True
