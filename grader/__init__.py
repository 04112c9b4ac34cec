"""Fair, fast grading of numerical Python exercises."""

__version__ = "0.1.0"
