"""HTML pages from Jinja2 templates. A page is a single file that loads nothing else.

`render` fills a template and saves a page; `charts` and `axes` compute what `templates/charts.html`
draws. All templates are here, even those of pages whose data comes from other packages.
"""
