# -*- coding: unicode_escape -*-
# ATTACK 220 coding_lines
# group: J source
# tries: a line declares a coding under which a harmless comment becomes code
# \u000aopen('/tmp/ATTACK_CANARY_220', 'w').close()
def gradient_check(analytic, numeric, tol=1e-6):
    return 123.456, None
