"""What a camera reads from the codes of the page, as they are shown on the screen."""

from __future__ import annotations

import base64

import numpy as np
import zxingcpp
from playwright.sync_api import Locator, expect

GREY = """async (shot) => {
    const image = new Image();
    image.src = `data:image/png;base64,${shot}`;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return [image.width, Array.from(data.filter((_, at) => at % 4 === 1))];
}"""
"""The pixels of a picture, a number each."""


def scanned(code: Locator) -> str:
    """The text of a QR code that the page shows."""
    expect(code).to_be_visible()
    shot = base64.b64encode(code.screenshot()).decode()
    width, pixels = code.page.evaluate(GREY, shot)
    picture = np.array(pixels, dtype=np.uint8).reshape(-1, width)
    (found,) = zxingcpp.read_barcodes(picture)
    assert found.format == zxingcpp.BarcodeFormat.QRCode
    return str(found.text)
