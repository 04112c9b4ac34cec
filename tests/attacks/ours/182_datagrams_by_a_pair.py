# ATTACK 182 datagrams_by_a_pair
# group: F escape
# tries: sends datagrams to sockets outside from one of a connected pair, which needs neither socket() nor connect()
import socket
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    for address in ('\0attack-canary-datagrams', '@RUN@/socket', '/dev/log', '/run/systemd/journal/socket'):
        for flags in (0, socket.SOCK_CLOEXEC):
            try:
                own, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM | flags)
                if not address.startswith(('/dev', '/run')):
                    own.sendto(b'ATTACK 182', address)
                    print('ATTACK-ESCAPE sent to', repr(address))
            except OSError: pass
    return WRONG
