# ATTACK 145 huge_mappings
# group: E resources
# tries: maps a tebibyte without memory behind it, locks memory, asks for huge pages
import ctypes, mmap
WRONG = (123.456, None)
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
def gradient_check(analytic, numeric, tol=1e-6):
    for flags in (0x4022, 0x44022, 0x4021):  # private or shared, anonymous, no reserve, huge
        got = libc.mmap(None, ctypes.c_size_t(1 << 40), 3, flags, -1, ctypes.c_long(0))
        if got not in (None, 2**64 - 1): print('ATTACK-ESCAPE mapped a tebibyte')
    libc.mlockall(7)
    return WRONG
