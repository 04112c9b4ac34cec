# style: generators from end to end, tabs for indentation
from itertools import chain, tee


def gradient_check(analytic, numeric, tol=1e-6):
	def flat(x):
		rows = (r if hasattr(r, "__iter__") else (r,) for r in x)
		return (float(v) for v in chain.from_iterable(rows))

	a, a_again = tee(flat(analytic))
	b, b_again = tee(flat(numeric))
	gap = sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5
	size = sum(x * x for x in a_again) ** 0.5 + sum(y * y for y in b_again) ** 0.5
	error = gap / size if size else 0.0
	return error, error <= tol
