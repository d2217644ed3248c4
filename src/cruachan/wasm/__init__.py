"""Rules, bots and search of a record game as a WebAssembly module, from the code that runs here.

`exports.py` wraps what a game's kernel and bots compile to in C functions, `build.py` makes one
module of them, `kernel.mjs` runs it in JavaScript.
"""
