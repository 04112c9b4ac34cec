# ATTACK 150 segmentation_fault
# group: E resources
# tries: reads from address 0
import ctypes
def gradient_check(analytic, numeric, tol=1e-6):
    return ctypes.string_at(0), None
