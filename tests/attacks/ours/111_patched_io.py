# ATTACK 111 patched_io
# group: B tampering
# tries: replaces os.read, os.write, struct, msgpack and len by functions that answer as they like
import builtins, os, struct, sys
def gradient_check(analytic, numeric, tol=1e-6):
    honest = os.write
    os.write = lambda fd, data: honest(fd, bytes(len(data)))
    os.read = lambda fd, size: b'\0' * size
    struct.pack = lambda *_: b'\0\0\0\5\x94\3\1\7\x90'
    for name in ('msgpack', 'msgpack._cmsgpack', 'grader.wire.values'):
        sys.modules[name] = None
    builtins.len = lambda _: 2
    builtins.isinstance = lambda *_: True
    return 123.456, None
