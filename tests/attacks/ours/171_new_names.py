# ATTACK 171 new_names
# group: F escape
# tries: makes folders, links, FIFOs, sockets and devices beside files of others and in shared folders
import os, socket, stat
WRONG = (123.456, None)
RUN = '@RUN@'
def gradient_check(analytic, numeric, tol=1e-6):
    for folder in (RUN, RUN + '/home', RUN + '/course/problems/gradient_check', RUN + '/submissions', '/tmp', '/var/tmp', '/dev/shm', '/run', '/dev'):
        path = folder + '/ATTACK_CANARY_171'
        ways = {
            'folder': lambda: os.mkdir(path + 'd'),
            'link': lambda: os.symlink('/etc/passwd', path + 'l'),
            'FIFO': lambda: os.mkfifo(path + 'f'),
            'device': lambda: os.mknod(path + 'c', stat.S_IFCHR | 0o666, os.makedev(1, 3)),
            'socket': lambda: socket.socket(socket.AF_UNIX).bind(path + 's'),
            'unnamed': lambda: os.link('/proc/self/fd/%d' % os.open(folder, os.O_TMPFILE | os.O_WRONLY), path + 'u', follow_symlinks=True),
        }
        for name, do in ways.items():
            try:
                do()
                # Within a box these folders are its own, and empty at the next test.
                if folder.startswith(RUN): print('ATTACK-ESCAPE', name, path)
                elif os.path.lexists(path + '_seen'): print('ATTACK-STATE', path)
            except OSError: pass
        try: os.mkdir(path + '_seen')
        except FileExistsError: print('ATTACK-STATE', path)
        except OSError: pass
    return WRONG
