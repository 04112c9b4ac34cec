# ATTACK 140 many_files
# group: E resources
# tries: makes thousands of files in its own folder
import os
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    number = 0
    try:
        for number in range(5_000): open(f'attack{number}', 'w').close()
    except OSError: pass
    print('files', number)
    return WRONG
