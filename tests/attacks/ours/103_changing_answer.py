# ATTACK 103 changing_answer
# group: A return value
# tries: answers with an array that a thread goes on changing
import threading
import numpy as np
def gradient_check(analytic, numeric, tol=1e-6):
    answer = np.full(2, 123.456)
    def change():
        while True:
            answer[:] = (0.0, 1.0)
            answer[:] = (1.0, 0.0)
    threading.Thread(target=change, daemon=True).start()
    return answer
