# ATTACK 180 privileges
# group: F escape
# tries: takes another user, group, capabilities, dumpability and secure bits
import ctypes, os
WRONG = (123.456, None)
libc = ctypes.CDLL(None, use_errno=True)
def gradient_check(analytic, numeric, tol=1e-6):
    if os.geteuid() == 0: print('ATTACK-ESCAPE is root')
    me = os.getuid()
    for name, do in {'user 0': lambda: os.setresuid(0, 0, 0), 'user 1': lambda: os.setresuid(1, 1, -1), 'group 0': lambda: os.setresgid(0, 0, 0), 'groups': lambda: os.setgroups([0, 1, 42])}.items():
        try:
            do()
            print('ATTACK-ESCAPE', name)
        except OSError: pass
    try: status = open('/proc/self/status').read()
    except OSError: status = ''
    for line in status.splitlines():
        if line.startswith(('CapEff', 'CapPrm', 'CapInh', 'CapAmb')) and int(line.split()[1], 16): print('ATTACK-ESCAPE', line)
        if line.startswith('NoNewPrivs') and line.split()[1] == '0': print('attack: may gain privileges')
    if any(libc.prctl(23, each, 0, 0, 0) == 1 and libc.prctl(47, 2, each, 0, 0) == 0 for each in range(41)): print('ATTACK-ESCAPE raised a capability')
    return WRONG
