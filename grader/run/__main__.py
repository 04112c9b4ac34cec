"""Start a runner (`grader.run.serve`)."""

import gc
import os

if __name__ == "__main__":
    gc.disable()  # until the tests are collected: what is imported stays
    # Before numpy is loaded: a second thread of OpenBLAS costs more than it brings.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ.pop("PYTEST_ADDOPTS", None)
    os.environ.pop("PYTEST_PLUGINS", None)
    from grader.run.serve import main

    main()
