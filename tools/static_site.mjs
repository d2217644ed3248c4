// Compiles the packages of the site with the Python that will run them: node static_site.mjs PYODIDE FROM TO

import { readFileSync, writeFileSync } from "node:fs";

const [pyodide, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(`file://${pyodide}/pyodide.mjs`);
const python = await loadPyodide();
python.FS.writeFile("/from.zip", readFileSync(from));
python.runPython(`
import importlib._bootstrap_external as external
import zipfile

READ = ("anyio/", "cruachan/server/store/migrations/")
# Who is read as a source: anyio parses its own modules, Alembic loads migrations by their paths.

def compiled(name, source):
    # Nobody reads the docstrings of others here; ours describe the API.
    optimize = 1 if name.startswith("cruachan/") else 2
    code = compile(source, f"/packages/{name}", "exec", dont_inherit=True, optimize=optimize)
    # Unchecked: nobody asks for the time of a source that is not there.
    return external._code_to_hash_pyc(code, bytes(8), False)

with zipfile.ZipFile("/from.zip") as plain, zipfile.ZipFile("/to.zip", "w", zipfile.ZIP_DEFLATED) as made:
    for name in sorted(plain.namelist()):
        content = plain.read(name)
        if name.endswith(".py") and not name.startswith(READ):
            name, content = name + "c", compiled(name, content)
        made.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
`);
writeFileSync(to, python.FS.readFile("/to.zip"));
