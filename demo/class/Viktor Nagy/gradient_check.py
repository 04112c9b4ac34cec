import numpy as np

def gradient_check(analytic, numeric, tol=1e-6):
  a = np.float64(analytic)
  b = np.float64(numeric)
  u = (a*a).sum()**.5
  v = (b*b).sum()**.5
  w = ((a-b)**2).sum()**.5
  if u+v == 0: return 0., True
  return w/(u+v), w/(u+v) <= tol
