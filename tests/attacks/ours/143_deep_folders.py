# ATTACK 143 deep_folders
# group: E resources
# tries: leaves folders nested 1,500 deep, names that are odd and folders that nobody may enter
import os
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    for name in ('-rf', 'new\nline', '\udcff\udcfe', ' ', '*', '$(id)', 'x' * 250):
        try: open(name, 'w').close()
        except OSError: pass
    try:
        os.mkdir('closed')
        open('closed/file', 'w').close()
        os.chmod('closed', 0)
        for _ in range(1500):
            os.mkdir('deep')
            os.chdir('deep')
        os.chmod('.', 0)
    except OSError: pass
    return WRONG
