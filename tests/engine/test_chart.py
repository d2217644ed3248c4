"""Charts: lines with names at their ends, numbers as the language writes them."""

import xml.etree.ElementTree as ET

from cruachan.engine.chart import Series, chart

SVG = "{http://www.w3.org/2000/svg}"


def test_every_line_has_its_name_and_none_lies_upon_another() -> None:
    series = [Series("Anna & Ben", [(0, 0.5), (1500, 0.9)]), Series("Cu", [(0, 0.5), (1500, 0.9)])]
    picture = ET.fromstring(chart("Wins <now>", "games", series, "en", par=0.25))
    lines = picture.findall(f"{SVG}polyline")
    assert len(lines) == 2
    assert len({(line.get("stroke"), line.get("stroke-dasharray")) for line in lines}) == 2
    said = {text.text: float(text.get("y") or 0) for text in picture.findall(f"{SVG}text")}
    assert abs(said["Anna & Ben"] - said["Cu"]) > 13
    assert {"Wins <now>", "1,500", "50%"} <= set(said)


def test_german_numbers_and_empty_lines() -> None:
    picture = chart("Siege", "Spiele", [Series("leer", []), Series("x", [(2000, 1.0)])], "de")
    assert ">2.000<" in picture
    assert "leer" not in picture
