# ATTACK 175 signals_of_all_kinds
# group: F escape
# tries: reaches processes by kill, by groups, by tgkill, by queued signals and by pidfds (signal 0 or SIGCONT only)
import ctypes, os, platform, signal
WRONG = (123.456, None)
libc = ctypes.CDLL(None, use_errno=True)
TGKILL, QUEUE = {'x86_64': (234, 129), 'aarch64': (131, 138)}.get(platform.machine(), (0, 0))
def gradient_check(analytic, numeric, tol=1e-6):
    me, parent = os.getpid(), os.getppid()
    news = ctypes.create_string_buffer(128)
    def unless(code):
        if code: raise OSError
    def group(number):
        if number < 2 or number == os.getpgid(0): raise OSError  # -1 means everybody, and is never refused
        os.killpg(number, 0)
    for pid in {parent, 1, 2, me - 1, me - 2} - {0, me}:
        ways = {'kill': lambda: os.kill(pid, 0), 'SIGCONT': lambda: os.kill(pid, signal.SIGCONT), 'group': lambda: group(os.getpgid(pid)),
                'tgkill': lambda: unless(libc.syscall(TGKILL, pid, pid, signal.SIGCONT)),
                'queue': lambda: unless(libc.syscall(QUEUE, pid, signal.SIGCONT, news)),
                'pidfd': lambda: unless(libc.syscall(424, libc.syscall(434, pid, 0), signal.SIGCONT, None, 0))}
        for name, do in ways.items():
            try:
                do()
                print('ATTACK-ESCAPE', name, 'reaches', 'its parent' if pid == parent else 'another')
            except OSError: pass
    return WRONG
