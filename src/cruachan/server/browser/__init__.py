"""The whole server in a browser: the application in Pyodide, in a worker of the page."""
