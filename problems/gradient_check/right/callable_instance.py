# style: the name is bound to an instance with __call__
import numpy as np


class GradientCheck:
    def __init__(self, length=np.linalg.norm):
        self.length = length

    def __call__(self, analytic, numeric, tol=1e-6):
        a = np.asarray(analytic, dtype=float).ravel()
        b = np.asarray(numeric, dtype=float).ravel()
        size = self.length(a) + self.length(b)
        error = self.length(a - b) / size if size > 0 else 0.0
        return float(error), bool(error <= tol)


gradient_check = GradientCheck()
