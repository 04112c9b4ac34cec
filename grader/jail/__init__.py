"""What a process gives up before it runs a student's code (Linux).

Theory of operation
-------------------
Two steps, both taken by processes in which no student's code has run yet. The box of a
submission (`jail.Jail.enter_box`) takes a user id of its own where it is root,
namespaces of its own at level ``full``, and drops every capability. The process of a
test (`jail.Jail.enter_test`) then lets go of every descriptor but its wire and output,
may reach only the interpreter and its own scratch folder (`landlock`), takes its
limits, and last of all has the kernel refuse every system call that is not on the list
(`seccomp`): no further process, no socket, no signal to others.

Nothing here can be undone by the process that did it. The system calls are made through
ctypes: Python has no function for them. No source of a student is known here.
"""
