"""E-mail by SMTP: to addresses that their owners have confirmed, with a way out in every mail."""

from __future__ import annotations

import asyncio
import json
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, parseaddr
from pathlib import Path

from cruachan.engine.languages import DEFAULT_LANG, find_language
from cruachan.engine.texts import Texts
from cruachan.server import PACKAGE
from cruachan.server.notices.settings import MailSettings
from cruachan.server.notices.ways import Outgoing, Undelivered
from cruachan.server.store.notices import Way

UNFOLDED = EmailPolicy(max_line_length=998)
"""A long link in a header is not encoded: mail programs have to read it."""
PATIENCE = 15.0
"""Seconds for each step of a mail."""


def is_address(text: str) -> bool:
    """Whether a text can be an address of e-mail."""
    name, address = parseaddr(text)
    local, at, domain = address.rpartition("@")
    plain = address.isascii() and address.isprintable() and " " not in address
    return bool(not name and address == text and local and at and "." in domain and plain)


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
        """Ask whoever has an address whether it is hers and she wants notices."""
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
            await asyncio.to_thread(self._send, mail)
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
        return Path(path).read_text("utf-8").splitlines()[0] if path else ""
