# style: a static method, bound to the name at the end of the file
import numpy as np


class Checks:
    @staticmethod
    def relative_error(a, b):
        size = np.linalg.norm(a) + np.linalg.norm(b)
        return float(np.linalg.norm(a - b) / size) if size else 0.0

    @classmethod
    def gradient_check(cls, analytic, numeric, tol=1e-6):
        error = cls.relative_error(
            np.asarray(analytic, dtype=float), np.asarray(numeric, dtype=float)
        )
        return error, error <= tol


gradient_check = Checks.gradient_check
