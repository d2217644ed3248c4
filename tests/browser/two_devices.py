"""Two devices that a person connects: she carries an invitation to one, and its answer back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.device import Device


def invited(page: Page) -> str:
    """Make an invitation at a table; the link that the code for the other device says."""
    page.get_by_role("button", name="Make an invitation").click()
    link = page.get_by_label("Invitation", exact=True)
    expect(link).to_be_visible()
    expect(page.get_by_role("img", name="QR code of the invitation")).to_be_visible()
    return link.input_value()


def taken_up(guest: Device, link: str) -> tuple[Page, str]:
    """Open an invitation on another device: the page, and the link with its answer."""
    page = guest.context.new_page()
    page.goto(link)
    answer = page.get_by_label("Answer to an invitation", exact=True)
    expect(answer).to_be_visible()
    expect(page.get_by_role("img", name="QR code of the answer")).to_be_visible()
    return page, answer.input_value()


def enter_answer(page: Page, answer: str) -> None:
    """Type the answer of the other device, as whoever has no camera."""
    page.get_by_label("Answer of the other device").fill(answer)
    page.get_by_role("button", name="Connect", exact=True).click()
    expect(page.get_by_text("One other device is connected.")).to_be_visible()
