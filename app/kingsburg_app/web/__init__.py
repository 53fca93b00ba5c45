"""The table in the browser: a small server that keeps games, and a page that shows them."""
