"""Reviews of finished games: the queue of games (`reviewer`), a decision judged in a worker process
(`worker`), and the judgements in the database (`store`).

A worker process imports this package, so nothing is imported here.
"""
