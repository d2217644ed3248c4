"""Write what CLDR knows of languages into the package, from Babel.

    python -m tools.cldr

Babel brings all of CLDR, 33 MB; the program needs how numbers, percentages and plurals are
written, and what languages are called. A locale that writes as its parent does is left out.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from babel import Locale, localedata

from cruachan.engine import languages

OUT = Path(languages.__file__).with_name("cldr.json")
SIGNS = ("group", "decimal", "minusSign", "plusSign")


def writing(tag: str) -> dict[str, Any]:
    """How a locale writes numbers, percentages and plurals."""
    locale = Locale.parse(tag, sep="-")
    symbols = locale.number_symbols["latn"]
    percent = re.sub(r"[#0,.]+", "{}", locale.percent_formats[None].pattern)
    return {
        "signs": [symbols[name] for name in SIGNS],
        "percent": percent,
        "plural": dict(locale.plural_form.rules),
    }


def tags() -> list[str]:
    """All locales, parents first."""
    return sorted(name.replace("_", "-") for name in localedata.locale_identifiers())


def locales() -> dict[str, dict[str, Any]]:
    """Every locale that writes otherwise than its parent."""
    kept: dict[str, dict[str, Any]] = {}
    for tag in map(str.lower, tags()):
        found = writing(tag)
        parents = [tag.rsplit("-", cut)[0] for cut in range(1, tag.count("-") + 1)]
        if found != next((kept[parent] for parent in parents if parent in kept), None):
            kept[tag] = found
    return kept


def names() -> dict[str, dict[str, str]]:
    """What every language is called in each of ours."""
    known = [tag for tag in tags() if "-" not in tag]
    spoken = {lang: each.locale or lang for lang, each in languages.LANGUAGES.items()}
    said = {lang: Locale.parse(tag, sep="-").languages for lang, tag in spoken.items()}
    return {lang: {tag: of[tag] for tag in known if tag in of} for lang, of in said.items()}


def written() -> str:
    """The file, a line for each locale."""
    lines = {
        "locales": [f"{json.dumps(tag)}: {_line(each)}" for tag, each in locales().items()],
        "names": [f"{json.dumps(lang)}: {_line(each)}" for lang, each in names().items()],
    }
    parts = [f'"{part}": {{\n' + ",\n".join(rows) + "\n}" for part, rows in lines.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    OUT.write_text(written(), "utf-8", newline="\n")
