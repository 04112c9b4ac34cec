"""Records as files: one line of JSON each, a table for the gradebook, a report.

Every function here is fed from `grader.model.Result` records alone.
"""
