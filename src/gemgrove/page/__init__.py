"""HTML pages that need nothing but themselves: no file beside them, no network, no script.

`markup` escapes, `document` is the frame, the other modules are tables and plots.
"""
