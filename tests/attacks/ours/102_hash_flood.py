# ATTACK 102 hash_flood
# group: A return value
# tries: returns a dictionary whose keys all have one hash value
def gradient_check(analytic, numeric, tol=1e-6):
    keys = [n * (2**61 - 1) for n in range(1, 801)]
    return {**dict.fromkeys(keys), **{-key: 0 for key in keys}}, None
