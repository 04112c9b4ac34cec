# ATTACK 131 names_and_sizes
# group: D theft
# tries: asks whether files of the course are there, and how long they are, without opening them
import os
WRONG = (123.456, None)
RUN = '@RUN@'
def gradient_check(analytic, numeric, tol=1e-6):
    for file in ('/course/problems/gradient_check/test_hidden.py', '/home/.netrc', '/roster.csv', '/submissions'):
        for ask in (os.stat, os.lstat, os.readlink, os.statvfs, lambda path: os.access(path, os.F_OK) or os.stat(path)):
            try:
                said = ask(RUN + file)
                print('ATTACK-LEAK there is', file, getattr(said, 'st_size', said))
            except OSError: pass
    return WRONG
