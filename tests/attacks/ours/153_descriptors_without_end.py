# ATTACK 153 descriptors_without_end
# group: E resources
# tries: opens files, pipes and pairs of sockets until there are no more
import os, socket
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    keep, limit = [], 4_000
    for make in (lambda: os.open('/dev/null', os.O_RDONLY), os.pipe, socket.socketpair):
        try:
            while len(keep) < limit: keep.append(make())
        except OSError: pass
    held = len(keep)
    for each in keep:
        if isinstance(each, int): os.close(each)
        elif isinstance(each[0], int): os.close(each[0]), os.close(each[1])
    print('descriptors', held)
    return WRONG
