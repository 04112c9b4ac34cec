# ATTACK 110 raising_hooks
# group: B tampering
# tries: installs trace and profile functions, an excepthook and a display hook that raise
import sys, threading
WRONG = (123.456, None)
def hook(*_): raise SystemExit(0)
def gradient_check(analytic, numeric, tol=1e-6):
    sys.excepthook = sys.displayhook = sys.unraisablehook = threading.excepthook = hook
    threading.settrace(hook)
    sys.setprofile(hook)
    sys.settrace(hook)
    return WRONG
