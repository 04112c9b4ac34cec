# style: no def at all: lambdas, with the result of one passed to the next
import numpy as np

flat = lambda x: np.asarray(x, dtype=float).ravel()
length = lambda v: float(np.sqrt(v.dot(v)))
ratio = lambda a, b: length(a - b) / ((length(a) + length(b)) or 1.0)
verdict = lambda error, tol: (error, error <= tol)
gradient_check = lambda analytic, numeric, tol=1e-6: verdict(ratio(flat(analytic), flat(numeric)), tol)
