import math

# I did this one without numpy because I wanted to see every step.

def flatten(x):
    out = []
    for row in x:
        try:
            for v in row:
                out.append(float(v))
        except TypeError:
            out.append(float(row))
    return out

def length(v):
    s = 0.0
    for e in v:
        s = s + e * e
    return math.sqrt(s)

def gradient_check(analytic, numeric, tol=1e-6):
    a = flatten(analytic)
    b = flatten(numeric)
    d = []
    for i in range(len(a)):
        d.append(a[i] - b[i])
    below = length(a) + length(b)
    if below == 0:
        error = 0.0
    else:
        error = length(d) / below
    if error <= tol:
        return error, True
    else:
        return error, False
