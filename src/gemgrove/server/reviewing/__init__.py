"""Finished games reviewed: who waits for it (`reviews`), a process that judges (`worker`), and what
was judged (`store`).

A worker process imports this package, so nothing is imported here.
"""
