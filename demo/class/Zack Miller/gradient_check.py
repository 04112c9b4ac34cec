import numpy as np

def gradient_check(analytic, numeric, tol=1e-6):
    # step 1: turn both of them into arrays
    analytic_array = np.array(analytic)
    numeric_array = np.array(numeric)

    # step 2: make the arrays flat
    analytic_array = analytic_array.flatten().astype(float)
    numeric_array = numeric_array.flatten().astype(float)

    # step 3: the length of the difference
    difference_array = analytic_array - numeric_array
    difference_length = np.linalg.norm(difference_array)

    # step 4: the lengths of both
    analytic_length = np.linalg.norm(analytic_array)
    numeric_length = np.linalg.norm(numeric_array)

    # step 5: the error
    if analytic_length == 0 and numeric_length == 0:
        return 0, True
    else:
        error = difference_length / (analytic_length + numeric_length)

    # step 6: the answer
    if error > tol:
        return error, False
    if error <= tol:
        return error, True
