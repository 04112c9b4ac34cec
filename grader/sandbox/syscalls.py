"""The list of system calls that the process of a test may make.

Everything else is refused: what starts a process or a program, opens a socket, reaches
another process, changes the rights of a file, or lets one process leave something for
the next. Names are looked up by libseccomp, which knows their numbers on every
machine; a name that it does not know is refused like all that are not listed.
"""

import ctypes
import errno
import os
from collections.abc import Iterator
from typing import Final

from grader.errors import SandboxFailed

__all__ = ["program"]

_ALLOW: Final = 0x7FFF0000
_REFUSE: Final = 0x00050000  # with an error number in the lowest bits
_KILL_PROCESS: Final = 0x80000000
_EQUAL: Final = 4
_MASKED_EQUAL: Final = 7
_OPTIMIZE: Final = 8
_AS_A_TREE: Final = (
    2  # found in a few steps: the kernel tries each number when it loads
)
_BAD_ARCHITECTURE: Final = 2  # an attribute: what happens to calls of another kind

_FILES: Final = """
    access chdir close creat dup dup2 dup3 faccessat faccessat2 fadvise64
    fallocate fchdir fdatasync fstat fstatfs fsync ftruncate getcwd getdents getdents64
    lseek lstat mkdir mkdirat newfstatat open openat openat2 pread64 preadv preadv2
    pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv rename renameat
    renameat2 rmdir sendfile copy_file_range splice stat statfs statx sync_file_range
    tee umask unlink unlinkat write writev symlink symlinkat
"""
_MEMORY: Final = """
    brk madvise membarrier mincore mmap mprotect mremap msync munmap pkey_alloc
    pkey_free pkey_mprotect
"""
_TIME: Final = """
    alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep
    setitimer time timer_create timer_delete timer_getoverrun timer_gettime
    timer_settime timerfd_create timerfd_gettime timerfd_settime times
"""
_SELF: Final = """
    arch_prctl capget exit exit_group futex futex_waitv get_robust_list getegid geteuid
    getgid getgroups getpgid getpgrp getpid getppid getpriority getrandom getresgid
    getresuid getrlimit getrusage getsid gettid getuid restart_syscall rseq
    rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend
    rt_sigtimedwait sched_get_priority_max sched_get_priority_min sched_getaffinity
    sched_getattr sched_getparam sched_getscheduler sched_yield set_robust_list
    set_tid_address sigaltstack signalfd signalfd4 sysinfo uname getcpu sigreturn
"""
_WAITING: Final = """
    epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd
    eventfd2 pause pipe pipe2 poll ppoll pselect6 select shutdown getsockopt
    getsockname wait4 waitid
"""
_SIGNALS: Final = "kill tgkill tkill"  # where Landlock keeps them inside

_THREAD: Final = 0x00010000 | 0x00000400  # one that shares its descriptors
_CLOSE_RANGE_UNSHARE: Final = 2
_OUT_OF_BAND: Final = 1
_AF_UNIX: Final = 1
_PRCTL: Final = (15, 16, 0x53564D41)  # set and get a name, name memory
_FCNTL: Final = (0, 1, 2, 3, 4, 1030, 1031, 1032)  # duplicate, flags, size of a pipe
_IOCTL: Final = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # asks and sets flags


class _Comparison(ctypes.Structure):
    """libseccomp's ``struct scmp_arg_cmp``: an argument against one or two values."""

    _fields_ = [
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    ]


def program(*, signals: bool) -> bytes:
    """
    Return the filter as instructions of classic BPF.

    Parameters
    ----------
    signals
        Whether signals may be sent, because something else keeps them inside.

    Raises
    ------
    SandboxFailed
        libseccomp is not installed, or does not work.
    """
    library = _library()
    context = library.seccomp_init(ctypes.c_uint32(_REFUSE | errno.EPERM))
    if not context:
        raise SandboxFailed("libseccomp does not work")
    try:
        handle = ctypes.c_void_p(context)
        library.seccomp_attr_set(
            handle, _BAD_ARCHITECTURE, ctypes.c_uint32(_KILL_PROCESS)
        )
        library.seccomp_attr_set(handle, _OPTIMIZE, ctypes.c_uint32(_AS_A_TREE))
        for name, comparison, action in _rules(signals=signals):
            _add(library, handle, name, comparison, action)
        return _exported(library, handle)
    finally:
        library.seccomp_release(ctypes.c_void_p(context))


def _rules(*, signals: bool) -> Iterator[tuple[str, _Comparison | None, int]]:
    allowed = " ".join([_FILES, _MEMORY, _TIME, _SELF, _WAITING])
    for name in f"{allowed} {_SIGNALS if signals else ''}".split():
        yield name, None, _ALLOW
    # Its flags lie behind a pointer; without it the C library asks for a plain clone.
    yield "clone3", None, _REFUSE | errno.ENOSYS
    yield "clone", _Comparison(0, _MASKED_EQUAL, _THREAD, _THREAD), _ALLOW
    # To an address a datagram would reach the sockets of others.
    yield "sendto", _Comparison(4, _EQUAL, 0, 0), _ALLOW
    yield "socketpair", _Comparison(0, _EQUAL, _AF_UNIX, 0), _ALLOW
    yield "prlimit64", _Comparison(0, _EQUAL, 0, 0), _ALLOW
    # A table of descriptors for each thread would be as many times the limit on them.
    yield "close_range", _Comparison(2, _MASKED_EQUAL, _CLOSE_RANGE_UNSHARE, 0), _ALLOW
    yield "recvfrom", _Comparison(3, _MASKED_EQUAL, _OUT_OF_BAND, 0), _ALLOW
    yield "recvmsg", _Comparison(2, _MASKED_EQUAL, _OUT_OF_BAND, 0), _ALLOW
    for option in _PRCTL:
        yield "prctl", _Comparison(0, _EQUAL, option, 0), _ALLOW
    for operation in _FCNTL:
        yield "fcntl", _Comparison(1, _EQUAL, operation, 0), _ALLOW
    for request in _IOCTL:
        yield "ioctl", _Comparison(1, _EQUAL, request, 0), _ALLOW


def _add(
    library: ctypes.CDLL,
    handle: ctypes.c_void_p,
    name: str,
    comparison: _Comparison | None,
    action: int,
) -> None:
    number = library.seccomp_syscall_resolve_name(name.encode("ascii"))
    if number < 0:  # not on this machine, or newer than libseccomp
        return
    count = 0 if comparison is None else 1
    compared = ctypes.byref(comparison) if comparison is not None else None
    code = library.seccomp_rule_add_array(
        handle, ctypes.c_uint32(action), number, count, compared
    )
    if code:
        raise SandboxFailed(f"libseccomp refuses {name}: {os.strerror(-code)}")


def _exported(library: ctypes.CDLL, handle: ctypes.c_void_p) -> bytes:
    read, write = os.pipe()  # a few hundred instructions: less than a pipe holds
    try:
        code = library.seccomp_export_bpf(handle, write)
        if code:
            raise SandboxFailed(f"libseccomp makes no filter: {os.strerror(-code)}")
        return os.read(read, 1 << 16)
    finally:
        os.close(read)
        os.close(write)


def _library() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError as error:
        raise SandboxFailed("libseccomp is not installed") from error
    library.seccomp_init.restype = ctypes.c_void_p
    return library
