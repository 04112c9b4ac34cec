# style: root mean squares instead of lengths: the number of entries cancels
import numpy as np


def rms(x):
    return np.mean(np.square(x)) ** 0.5


def gradient_check(analytic, numeric, tol=1e-6):
    analytic = np.asarray(analytic, dtype=float)
    numeric = np.asarray(numeric, dtype=float)
    denominator = rms(analytic) + rms(numeric)
    if not denominator:
        return 0.0, True
    error = rms(analytic - numeric) / denominator
    return error, error <= tol
