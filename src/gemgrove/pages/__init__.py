"""HTML pages from Jinja2 templates. A page is a single file that loads nothing else.

`render` fills a template and saves a page; `charts` and `axes` compute what `templates/charts.html`
draws. The templates of all pages are here, also of those whose figures come from other packages.
"""
