"""The wire: what passes between the trusted side and a student's process.

Theory of operation
-------------------
A frame is four bytes of length and a msgpack array ``[kind, number, ...]``. Both sides
may ask: while the student's function runs it may call back into the test, and the test
may call the student again from there, so a conversation nests strictly, like calls on a
stack. ``number`` is the request that a frame answers or belongs to.

What comes *from* the student is data of exact, closed types (`grader.wire.values`).
Its shape is scanned before anything is built (`grader.wire.scan`): depth, items,
lengths and type codes are within their caps or the frame is refused. Nothing that
arrives names a class or a function, and nothing is ever unpickled.

What goes *to* the student are the test's arguments. Arrays keep dtype, strides, the
read-only flag and shared memory (`grader.wire.arguments`); only the bytes that an array
shows are sent, never its base's others.

Only the standard library, numpy and msgpack may be imported here.
"""
