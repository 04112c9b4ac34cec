"""What a process at an isolation level cannot do, each thing tried on its own."""

import ctypes
import os

import pytest

from grader.isolation import survey
from grader.sandbox import Level, Stopped

ISOLATED = [
    each.level.value
    for each in survey()
    if each.fault is None and each.level is not Level.NONE
]

REFUSED = {
    "a program": "os.execv('/bin/true', ['true'])",
    "a process": "os.fork()",
    "a process by clone": "ctypes.CDLL(None).clone and os.posix_spawn('/bin/true',"
    " ['true'], {})",
    "a subprocess": "subprocess.run(['true'])",
    "an internet socket": "socket.socket()",
    "a unix socket": "socket.socket(socket.AF_UNIX)",
    "a netlink socket": "socket.socket(socket.AF_NETLINK)",
    "a packet socket": "socket.socketpair(socket.AF_INET)",
    "another's signal": "os.kill(1, 0)",
    "everybody's signal": "os.kill(-1, 0) or os.kill(os.getppid(), 0)",
    "a file of the system": "open('/etc/passwd')",
    "a folder of the system": "os.listdir('/')",
    "the processes": "os.listdir('/proc')",
    "its own memory as a file": "open('/proc/self/mem', 'rb')",
    "a home": "os.listdir(os.path.expanduser('/root'))",
    "a file elsewhere": "open('/tmp/canary', 'w')",
    "shared memory": "open('/dev/shm/canary', 'w')",
    "a file in the package": "open(numpy.__file__, 'a')",
    "a mode": "os.chmod('.', 0o777)",
    "an owner": "os.chown('.', 0, 0)",
    "a time": "os.utime(numpy.__file__)",
    "an attribute": "os.setxattr('.', 'user.a', b'b')",
    "a lock": "fcntl.flock(os.open('.', os.O_RDONLY), fcntl.LOCK_EX)",
    "a lock of a part": "fcntl.lockf(open('a', 'w'), fcntl.LOCK_EX)",
    "a named pipe": "os.mkfifo('pipe')",
    "a hard link": "os.link(numpy.__file__, 'link')",
    "a device": "os.mknod('device', 0o020600, os.makedev(1, 3))",
    "a memory file": "os.memfd_create('note')",
    "a new session": "os.setsid()",
    "another processor": "os.sched_setaffinity(0, {0})",
    "priority": "os.setpriority(os.PRIO_PROCESS, 0, 5)",
    "a higher limit": "resource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
    "a user": "os.setuid(0) or os.setuid(1)",
    "a root folder": "os.chroot('.')",
    "a queue's terminal": "fcntl.ioctl(0, 0x5412, b'x')",
}

CALLS = [
    "ptrace",
    "keyctl",
    "shmget",
    "msgget",
    "mq_open",
    "io_uring_setup",
    "userfaultfd",
    "bpf",
    "perf_event_open",
    "process_vm_readv",
    "pidfd_open",
    "unshare",
    "setns",
    "mount",
    "open_by_handle_at",
    "inotify_init1",
    "personality",
    "sendmsg",
    "seccomp",
    "landlock_create_ruleset",
    "clone3",
    "memfd_secret",
    "sched_setscheduler",
    "kcmp",
    "add_key",
]
NUMBER_OF_NONE = 10_000

IMPORTS = "import ctypes, errno, fcntl, numpy, os, resource, socket, subprocess\n"


ON_EACH = pytest.mark.parametrize("kind", ISOLATED, indirect=True)


@pytest.mark.parametrize("attempt", REFUSED)
@ON_EACH
def test_it_is_refused(enter, attempt):
    """The system refuses: the code gets an exception, and may go on."""
    student = enter(
        f"{IMPORTS}def f(x):\n"
        f" try: {REFUSED[attempt]}\n"
        " except (OSError, ValueError) as error: return type(error).__name__\n"
        " return 'done'"
    )
    assert student.f(0) != "done"


@pytest.mark.parametrize("call", [*CALLS, "of no name"])
@ON_EACH
def test_a_system_call_is_refused(enter, call):
    """What is not on the list is answered with an error, whatever its arguments are."""
    student = enter(
        f"{IMPORTS}def f(x):\n"
        " libc = ctypes.CDLL(None, use_errno=True)\n"
        " result = libc.syscall(x, 0, 0, 0, 0, 0, 0)\n"
        " return result, errno.errorcode.get(ctypes.get_errno())"
    )
    library = ctypes.CDLL("libseccomp.so.2")
    known = library.seccomp_syscall_resolve_name(call.encode())
    number = known if known >= 0 else NUMBER_OF_NONE
    assert known >= 0 or call == "of no name"
    assert student.f(number) == (-1, "ENOSYS" if call == "clone3" else "EPERM")


@ON_EACH
def test_it_is_nobody_of_importance(enter):
    """It is not root, whoever started the command, and has no group of theirs."""
    student = enter("import os\ndef f(x): return os.getresuid(), os.getgroups()")
    users, groups = student.f(0)
    assert len(set(users)) == 1
    assert users[0] != 0
    if os.geteuid() == 0:
        assert 64000 <= users[0] < 66000
        assert groups == []


@ON_EACH
def test_every_descriptor_but_its_own_is_closed(enter):
    """Input, output, errors and the wire: nothing else was inherited."""
    student = enter(
        "import os\n"
        "def f(x):\n"
        " found = []\n"
        " for number in range(1024):\n"
        "  try: os.fstat(number)\n"
        "  except OSError: continue\n"
        "  found.append(number)\n"
        " return found"
    )
    assert student.f(0) == [0, 1, 2, 3]


@ON_EACH
def test_two_tests_of_a_submission_see_nothing_of_each_other(start):
    """The scratch folder of the one is closed to the other."""
    life = start(
        "import os\n"
        "def f(x):\n"
        " open('note', 'w').close()\n"
        " return os.getcwd()\n"
        "def g(x):\n"
        " try: return os.listdir(x)\n"
        " except OSError as error: return type(error).__name__"
    )
    folder = life.enter().f(0)
    other = life.another().enter()
    assert other.g(folder) in ("PermissionError", "FileNotFoundError")
    assert other.g(".") == []


@ON_EACH
def test_scratch_space_ends(enter, kind):
    """A test cannot fill the disk: files end at 16 MiB, and so do all together."""
    student = enter(
        "def f(x):\n"
        " written = 0\n"
        " for number in range(x):\n"
        "  try:\n"
        "   with open(str(number), 'wb') as file:\n"
        "    written += file.write(bytes(2**20))\n"
        "  except OSError: break\n"
        " return written",
    )
    written = student.f(15 if kind == "landlock" else 40)  # more would be its end
    assert written >= 14 << 20
    if kind != "landlock":
        assert written <= 16 << 20


@pytest.mark.parametrize("kind", {*ISOLATED} & {"landlock"}, indirect=True)
@pytest.mark.parametrize(
    "fill",
    [
        "for n in range(40): open(str(n), 'wb').write(bytes(2**20))",
        "for n in range(5000): open(str(n), 'w').close()",
        "for n in range(3000): os.mkdir(str(n))",
    ],
    ids=["bytes", "files", "folders"],
)
def test_a_folder_that_is_no_disk_is_watched(enter, fill):
    """Where the system sets no limit, the test that fills its folder is ended."""
    student = enter(f"import os, time\ndef f(x):\n {fill}\n time.sleep(30)")
    with pytest.raises(Stopped) as stopped:
        student.f(0)
    assert stopped.value.outcome == "output"
    assert stopped.value.message == "it wrote more to its folder than is allowed"


@pytest.mark.parametrize("machine", [os.uname().machine])
@ON_EACH
def test_a_foreign_call_ends_the_process(enter, machine):
    """Calls of another architecture would have other numbers: they are not refused."""
    code = {
        "x86_64": "b814000000cd80c3",  # mov eax, 20 (getpid); int 0x80; ret
        "aarch64": "a8d58052010000d4c0035fd6",  # a number of nothing; svc 0; ret
    }
    student = enter(
        "import ctypes, mmap\n"
        "def f(x):\n"
        " memory = mmap.mmap(-1, 4096, prot=7)\n"
        " memory.write(bytes.fromhex(x))\n"
        " address = ctypes.addressof(ctypes.c_char.from_buffer(memory))\n"
        " return ctypes.CFUNCTYPE(ctypes.c_int)(address)()"
    )
    if machine == "x86_64":
        with pytest.raises(Stopped, match=r"SIGSYS"):
            student.f(code[machine])
    else:  # there is no second kind of call there
        assert student.f(code[machine]) < 0


@ON_EACH
def test_no_datagram_has_an_address(enter):
    """It would reach sockets with a name, whoever listens there; to one's own pair."""
    student = enter(
        "import socket\n"
        "here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)\n"
        "def f(x):\n"
        " here.send(b'x')\n"
        " assert there.recv(1) == b'x'\n"
        " try: here.sendto(b'x', './nowhere')\n"
        " except OSError as error: return type(error).__name__"
    )
    assert student.f(0) == "PermissionError"
