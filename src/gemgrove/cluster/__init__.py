"""Work on a Ray cluster; the only package that knows Ray.

    with RayPool("head.example:6379") as pool:
        pool.submit(function, 3, 4).result()

A `RayPool` takes the place of a `WorkerPool`. Work is a list of independent calls whose results do
not depend on who makes them, so a call whose node dies is made again elsewhere.
"""

from gemgrove.cluster.ray_pool import ClusterUnavailable, RayPool

__all__ = ["ClusterUnavailable", "RayPool"]
