"""The report of a run: a page with everything that its file tells, plots included."""

from gemgrove.arena.report.page import report_page

__all__ = ["report_page"]
