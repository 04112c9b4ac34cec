# 作业一：梯度检验
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=np.float64).flatten()
    b = np.asarray(numeric, dtype=np.float64).flatten()
    差 = np.linalg.norm(a - b)
    和 = np.linalg.norm(a) + np.linalg.norm(b)
    # 两个梯度都是零时，误差为零
    error = 差 / 和 if 和 > 0 else 0.0
    return error, error <= tol
