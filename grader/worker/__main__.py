"""Start the launcher (``fork``) or one student process (``plain``)."""

import sys

from grader.worker.setting import preload

if __name__ == "__main__":
    kind, *arguments = sys.argv[1:]
    if kind == "fork":
        preload()  # before anything else is imported
        from grader.worker.forkserver import main
    else:
        from grader.worker.plain import main
    main(arguments)
