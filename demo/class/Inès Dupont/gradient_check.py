# TP 1 : vérification du gradient
import numpy as np


class Comparaison:
    """Compare deux gradients, entrée par entrée."""

    def __init__(self, analytique, numerique):
        self.a = np.asarray(analytique, dtype=float)
        self.n = np.asarray(numerique, dtype=float)

    @staticmethod
    def longueur(v):
        return np.linalg.norm(v.ravel())

    @property
    def erreur(self):
        écart = self.longueur(self.a - self.n)
        somme = self.longueur(self.a) + self.longueur(self.n)
        return 0.0 if somme == 0 else écart / somme


def gradient_check(analytic, numeric, tol=1e-6):
    c = Comparaison(analytic, numeric)
    return c.erreur, c.erreur <= tol
