"""Problem folders: reading, proving well-formed, finding, and what students get."""

from grader.problems.identifier import id_fault
from grader.problems.library import Library, locate
from grader.problems.loading import load
from grader.problems.problem import Category, Edition, Function, Problem, Rung
from grader.problems.public import public_files
from grader.problems.variants import Variant, variants

__all__ = [
    "Category",
    "Edition",
    "Function",
    "Library",
    "Problem",
    "Rung",
    "Variant",
    "id_fault",
    "load",
    "locate",
    "public_files",
    "variants",
]
