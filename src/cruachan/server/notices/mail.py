"""E-mail by SMTP: to addresses that their owners have confirmed, with a way out in every mail."""

from __future__ import annotations

import asyncio
import json
import smtplib
import ssl
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, parseaddr
from pathlib import Path

from cruachan.engine.languages import DEFAULT_LANG, find_language
from cruachan.engine.texts import Texts
from cruachan.server import PACKAGE
from cruachan.server.limits import LIMITS
from cruachan.server.notices.settings import MailSettings
from cruachan.server.notices.ways import Outgoing, Undelivered
from cruachan.server.store.notices import Way
from cruachan.server.tables.setting import DAY

UNFOLDED = EmailPolicy(max_line_length=998)
"""A long link in a header is not encoded: mail programs have to read it."""
TO_ONE, BY_ONE = 3, 10
"""How many mails that ask for a confirmation go to an address within 24 hours, and for a person."""
PATIENCE = 15.0
"""Seconds for each step of a mail."""
_mails = ThreadPoolExecutor(8, "mails")
"""Threads that wait for the mail server: nothing else of the server waits for these."""


def is_address(text: str) -> bool:
    """Whether a text can be an address of e-mail."""
    name, address = parseaddr(text)
    local, at, domain = address.rpartition("@")
    printable = address.isascii() and address.isprintable() and " " not in address
    names = domain.split(".")
    named = len(names) > 1 and all(names) and "[" not in domain
    return bool(not name and address == text and local and at and named and printable)


class ConfirmationMails:
    """Counts mails to addresses that nobody has confirmed: those who have them did not ask."""

    def __init__(self) -> None:
        self._asked: deque[tuple[int, str, str]] = deque()

    def may(self, address: str, person: str, at: int) -> bool:
        """Whether a person may have an address asked once more; then it counts as asked."""
        while self._asked and self._asked[0][0] <= at - DAY:
            self._asked.popleft()
        address = address.casefold()
        there = sum(each == address for _, each, _ in self._asked)
        hers = sum(each == person for _, _, each in self._asked)
        if there >= TO_ONE or hers >= BY_ONE or len(self._asked) >= LIMITS.confirmations:
            return False
        self._asked.append((at, address, person))
        return True


class MailSender:
    """Sends mail."""

    def __init__(self, settings: MailSettings, link: str) -> None:
        self._settings = settings
        self._link = link
        self._domain = parseaddr(settings.sender)[1].rpartition("@")[2]

    async def __call__(self, outgoing: Outgoing) -> None:
        """Send a notice; Undelivered if that fails."""
        way, notice = outgoing
        texts = Texts(PACKAGE, find_language(way.lang) or DEFAULT_LANG)
        end = texts("notices.mail_end", link=self._out(way))
        body = f"{notice.text}\n\n{notice.link}\n\n-- \n{end}\n"
        mail = self._mail(way, notice.title, body, notice.id)
        mail["List-Unsubscribe"] = f"<{self._out(way)}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        await self.send(mail)

    async def confirm(self, way: Way) -> None:
        """Send a mail that asks the owner of an address to confirm it."""
        texts = Texts(PACKAGE, find_language(way.lang) or DEFAULT_LANG)
        link = f"{self._link}/api/notices/{way.id}/confirm?token={way.secret}"
        body = texts("notices.confirm_mail", link=link, address=self._link)
        await self.send(self._mail(way, texts("notices.confirm_title"), f"{body}\n", way.id))

    def _out(self, way: Way) -> str:
        return f"{self._link}/api/notices/{way.id}/unsubscribe?token={way.secret}"

    def _mail(self, way: Way, title: str, body: str, id_: str) -> EmailMessage:
        mail = EmailMessage(UNFOLDED)
        mail["From"] = self._settings.sender
        mail["To"] = json.loads(way.target)["address"]
        mail["Subject"] = " ".join(title.split())
        mail["Date"] = formatdate(localtime=False)
        mail["Message-ID"] = f"<{id_}@{self._domain}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(body)
        return mail

    async def send(self, mail: EmailMessage) -> None:
        """Hand a mail to the mail server."""
        try:
            await asyncio.get_running_loop().run_in_executor(_mails, self._send, mail)
        except (OSError, smtplib.SMTPException) as error:
            refused = isinstance(error, smtplib.SMTPRecipientsRefused)
            raise Undelivered(f"{type(error).__name__}: {error}"[:300], gone=refused) from None

    def _send(self, mail: EmailMessage) -> None:
        at = self._settings
        kind = smtplib.SMTP_SSL if at.tls == "tls" else smtplib.SMTP
        with kind(at.host, at.port, timeout=PATIENCE) as server:
            if at.tls == "starttls":
                server.starttls(context=ssl.create_default_context())
            if at.user:
                server.login(at.user, self._password())
            server.send_message(mail)

    def _password(self) -> str:
        path = self._settings.password_file
        return Path(path).read_text("utf-8").partition("\n")[0].rstrip("\r") if path else ""
