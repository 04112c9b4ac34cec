import numpy as np
import warnings
warnings.filterwarnings("ignore")

# gradient check
# v3 final
def gradient_check(analytic, numeric, tol=1e-6):
    a=np.asarray(analytic,dtype=float).ravel()
    b=np.asarray(numeric,dtype=float).ravel()
    #print(a,b)
    if np.array_equal(a,b): return 0.0,True
    e=np.linalg.norm(a-b)/(np.linalg.norm(a)+np.linalg.norm(b))
    #print(e)
    return e,bool(e<=tol)

# old version, did not work for zeros
# def gradient_check(analytic, numeric, tol=1e-6):
#     e = np.linalg.norm(analytic-numeric)/(np.linalg.norm(analytic)+np.linalg.norm(numeric))
#     return e, e<=tol
