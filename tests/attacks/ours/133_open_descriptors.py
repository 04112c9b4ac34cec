# ATTACK 133 open_descriptors
# group: D theft
# tries: uses what descriptors from 3 on are open: files, folders, sockets to somebody else
import os, stat
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    sockets = []
    for fd in range(3, 1100):
        try: mode = os.fstat(fd).st_mode
        except OSError: continue
        if stat.S_ISSOCK(mode): sockets.append(fd)
        elif stat.S_ISDIR(mode):
            print('ATTACK-LEAK folder', fd, end=' ')
            try: print(os.listdir(fd)[:9])
            except OSError as error: print(error)
        elif stat.S_ISREG(mode): print('ATTACK-LEAK file', fd, os.fstat(fd).st_size)
        elif not stat.S_ISCHR(mode): print('ATTACK-ESCAPE pipe or so', fd, oct(mode))
    if len(sockets) > 1: print('ATTACK-ESCAPE sockets', sockets)
    return WRONG
