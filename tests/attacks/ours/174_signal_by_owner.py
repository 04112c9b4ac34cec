# ATTACK 174 signal_by_owner
# group: F escape
# tries: has the kernel signal its parent: it makes that the owner of a pipe and asks for SIGKILL when there is news
import fcntl, os, signal, time
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    read, write = os.pipe()
    for owner in {os.getppid(), 1} - {0}:
        try:
            fcntl.fcntl(read, fcntl.F_SETOWN, owner)
            fcntl.fcntl(read, 10, signal.SIGKILL)  # F_SETSIG
            fcntl.fcntl(read, fcntl.F_SETFL, fcntl.fcntl(read, fcntl.F_GETFL) | os.O_ASYNC)
            os.write(write, b'x')
        except OSError: pass
    time.sleep(0.02)
    return WRONG
