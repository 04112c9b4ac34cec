"""Terminal text: pure functions from records to what rich prints.

The only package that imports rich, and that only when a command draws something: so
nothing is imported here.
"""
