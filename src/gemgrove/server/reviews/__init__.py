"""Reviews of finished games: the queue of games (`reviewer`), judging a decision in a worker
process (`worker`), and the judgements in the database (`store`).

Worker processes import this package, so nothing is imported here.
"""
