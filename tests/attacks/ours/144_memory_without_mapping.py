# ATTACK 144 memory_without_mapping
# group: E resources
# tries: puts memory into memfds, pipes and sockets, which no cap on address space counts
import os, socket
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    block, total, keep = bytes(1 << 20), 0, []
    try:
        for _ in range(200):
            keep.append(os.memfd_create('attack'))
            for _ in range(8): total += os.write(keep[-1], block)
            if total > 640 << 20: break
    except (OSError, AttributeError): pass
    if total > 600 << 20: print('ATTACK-ESCAPE holds MiB', total >> 20)
    print('MiB held:', total >> 20)
    return WRONG
