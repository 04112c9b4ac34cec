"""Übung 1: Gradienten vergleichen (Zoë Müller)."""

import numpy as np


def länge(v):
    """Euklidische Länge aller Einträge."""
    return np.sqrt(np.sum(np.square(v)))


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    n = np.asarray(numeric, dtype=float)
    größe = länge(a) + länge(n)
    if größe == 0:  # beide sind null
        return 0.0, True
    fehler = länge(a - n) / größe
    return float(fehler), bool(fehler <= tol)
