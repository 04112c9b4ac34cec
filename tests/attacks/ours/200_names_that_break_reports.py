# ATTACK 200 names_that_break_reports
# group: I output
# tries: raises exceptions whose type and text are surrogates, terminal codes, formulas and markup
def gradient_check(analytic, numeric, tol=1e-6):
    kind = type('=1+1<script>alert(1)</script>\x1b]0;x\x07', (Exception,), {'__module__': '</td><script>alert(1)</script>'})
    raise kind('\ud800\x00\x1b[2J\u2028<script>alert(1)</script>' + '=cmd|x!A0' * 1000)
