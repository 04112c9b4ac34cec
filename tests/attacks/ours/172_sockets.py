# ATTACK 172 sockets
# group: F escape
# tries: makes sockets of every family, and connects to an abstract one outside
import socket
WRONG = (123.456, None)
FAMILIES = {'unix': 1, 'inet': 2, 'inet6': 10, 'netlink': 16, 'packet': 17, 'tipc': 30, 'bluetooth': 31, 'alg': 38, 'vsock': 40, 'qipcrtr': 42, 'xdp': 44}
def gradient_check(analytic, numeric, tol=1e-6):
    for name, family in FAMILIES.items():
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
            try:
                socket.socket(family, kind)
                print('ATTACK-ESCAPE socket of', name, kind)
            except OSError: pass
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        try:
            link = socket.socket(socket.AF_UNIX, kind)
            link.connect('\0attack-canary')
            print('ATTACK-ESCAPE connected to the abstract socket')
        except OSError: pass
    return WRONG
