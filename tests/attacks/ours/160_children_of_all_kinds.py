# ATTACK 160 children_of_all_kinds
# group: F persistence
# tries: starts processes by fork, vfork, posix_spawn, subprocess, exec and a memfd, and leaves them asleep
import ctypes, os, subprocess, sys
WRONG = (123.456, None)
libc = ctypes.CDLL(None, use_errno=True)
def child():
    libc.prctl(15, b'atk160', 0, 0, 0)
    os.setsid()
    libc.sleep(20)
    os._exit(0)
def forked():
    pid = os.fork()
    if not pid: child()
def spawned():
    os.posix_spawn('/bin/sleep', ['atk160', '20'], {}, setpgroup=0)
def called():
    subprocess.Popen(['sleep', '20'], start_new_session=True, stdin=-3, stdout=-3, stderr=-3)
def shell():
    if os.system('sleep 20 >/dev/null 2>&1 &'): raise OSError
def in_memory():
    fd = os.memfd_create('atk160')
    os.write(fd, open('/bin/true', 'rb').read())
    if libc.fork() == 0:
        os.execve(f'/proc/self/fd/{fd}', ['atk160'], {})
    if ctypes.get_errno(): raise OSError
def gradient_check(analytic, numeric, tol=1e-6):
    for start in (forked, spawned, called, shell, in_memory):
        try:
            start()
            print('ATTACK-ESCAPE', start.__name__, flush=True)
        except Exception: pass
    return WRONG
