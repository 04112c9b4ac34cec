# ATTACK 141 sparse_files
# group: E resources
# tries: makes files of a tebibyte without writing them, by truncate and by a seek
import os
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    for folder in ('.', '/tmp', '/dev/shm', '/var/tmp'):
        path = folder + '/ATTACK_CANARY_141'
        try:
            with open(path, 'wb') as file:
                try: file.truncate(1 << 40)
                except OSError: file.truncate(1 << 26)
            if os.stat(path).st_size > 32 << 20: print('ATTACK-ESCAPE a file of', os.stat(path).st_size)
            os.unlink(path)
        except OSError: pass
        try:
            fd = os.open(path, os.O_CREAT | os.O_WRONLY)
            os.pwrite(fd, b'x', 1 << 40)
            print('ATTACK-ESCAPE a file of', os.fstat(fd).st_size)
        except OSError: pass
    return WRONG
