# ATTACK 146 threads
# group: E resources
# tries: starts 500 threads that sleep
import threading, time
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    threading.stack_size(64 << 10)
    number = 0
    try:
        for number in range(1, 501): threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
    except (RuntimeError, MemoryError): pass
    print('threads', number, flush=True)
    return WRONG
