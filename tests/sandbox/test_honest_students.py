"""What honest code does works at every level as it does anywhere."""

import sys

import pytest

# Modules that ask for a screen, a browser or an argument when they are imported.
ODD = {"antigravity", "idlelib", "this", "tkinter", "turtle", "turtledemo", "__main__"}

HONEST = {
    "threads": (
        "import threading\n"
        "def f(x):\n"
        " found = []\n"
        " add = found.append\n"
        " threads = [threading.Thread(target=add, args=(n,)) for n in range(8)]\n"
        " for thread in threads: thread.start()\n"
        " for thread in threads: thread.join()\n"
        " return sorted(found)",
        [*range(8)],
    ),
    "a pool of threads": (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "def f(x):\n"
        " with ThreadPoolExecutor(4) as pool: return list(pool.map(abs, [-1, 2]))",
        [1, 2],
    ),
    "threads of numpy": (
        "import numpy as np\n"
        "def f(x): return float((np.ones((600, 600)) @ np.ones((600, 600)))[0, 0])",
        600.0,
    ),
    "a warning": (
        "import warnings\ndef f(x):\n warnings.warn('careful')\n return 1",
        1,
    ),
    "a big temporary array": (
        "import numpy as np\ndef f(x): return float(np.ones(200 * 2**20 // 8).sum())",
        200 * 2.0**17,
    ),
    "deep recursion that ends": (
        "import sys\n"
        "sys.setrecursionlimit(5000)\n"
        "def f(x): return depth(3000)\n"
        "def depth(n): return 0 if n == 0 else 1 + depth(n - 1)",
        3000,
    ),
    "its own file's name": (
        "import os\ndef f(x): return os.path.basename(__file__)",
        "work.py",
    ),
    "its own source": (
        "import inspect\ndef f(x): return inspect.getsource(f).strip()",
        "def f(x): return inspect.getsource(f).strip()",
    ),
    "a megabyte of print": (
        "def f(x):\n for _ in range(1000): print('a' * 1000)\n return 1",
        1,
    ),
    "temporary files": (
        "import tempfile, os\n"
        "def f(x):\n"
        " with tempfile.TemporaryDirectory() as folder:\n"
        "  path = os.path.join(folder, 'a')\n"
        "  with open(path, 'w') as file: file.write('text')\n"
        "  with open(path) as file: return file.read()",
        "text",
    ),
    "files of numpy": (
        "import numpy as np\n"
        "def f(x):\n np.save('a.npy', np.arange(3))\n return np.load('a.npy').tolist()",
        [0, 1, 2],
    ),
    "parts of numpy": (
        "import numpy.fft, numpy.polynomial, numpy.ma, numpy.testing, numpy.random\n"
        "def f(x): return float(numpy.random.default_rng(0).random() < 1)",
        1.0,
    ),
    "an event loop": (
        "import asyncio\n"
        "async def later():\n await asyncio.sleep(0.001)\n return 7\n"
        "def f(x): return asyncio.run(later())",
        7,
    ),
    "a signal to itself": (
        "import signal\n"
        "heard = []\n"
        "signal.signal(signal.SIGUSR1, lambda *_: heard.append(1))\n"
        "def f(x):\n signal.raise_signal(signal.SIGUSR1)\n return heard",
        [1],
    ),
    "clocks": (
        "import time, datetime\n"
        "def f(x):\n time.sleep(0.001)\n return datetime.datetime.now().year > 2000",
        True,
    ),
    "what it throws away": (
        "import os\ndef f(x):\n"
        " with open(os.devnull, 'w') as file: return file.write('abc')",
        3,
    ),
    "the system's chance": (
        "import os, secrets, uuid\n"
        "def f(x): return len(os.urandom(8)), len(uuid.uuid4().hex)",
        (8, 32),
    ),
}


@pytest.mark.parametrize("name", HONEST)
def test_it_works(enter, name):
    """A habit of an honest student costs nothing."""
    source, value = HONEST[name]
    assert enter(source).f(0) == value


def test_the_standard_library_can_be_imported(enter):
    """Every module that this Python can import here can be imported there."""
    names = sorted(sys.stdlib_module_names - ODD)
    student = enter(
        "import importlib, warnings\n"
        "warnings.simplefilter('ignore')\n"
        "def f(x):\n"
        " failed = []\n"
        " for name in x:\n"
        "  try: importlib.import_module(name)\n"
        "  except BaseException as error: failed.append(f'{name}: {error!r}')\n"
        " return failed",
        wall_seconds=60.0,
        cpu_seconds=60.0,
    )
    # Modules of other systems, which no Python here can import.
    absent = ("No module named", "not supported on this", "Windows", "_msi", "_scproxy")
    absent += ("ObjC runtime",)
    failed = [line for line in student.f(names) if not any(n in line for n in absent)]
    assert failed == []
