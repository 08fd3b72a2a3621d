"""Mail servers of aiosmtpd for smtp.test.mjs: mail_server.py CERTIFICATE KEY.

Prints the ports as one JSON line, then one for each thing that a client did. Ends with its standard input.
"""

import asyncio
import email
import email.policy
import json
import logging
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

logging.getLogger("mail.log").setLevel(logging.CRITICAL)
# A mail that cannot be read exactly as it came is an error here, not a guess.
STRICT = email.policy.default.clone(raise_on_defect=True)


def tell(**what):
    print(json.dumps(what), flush=True)


def authenticator(server, _session, _envelope, _mechanism, data):
    good = data == LoginPassword(b"celadon", b"secret")
    tell(server=server.event_handler.name, did="signed in" if good else "signed in wrongly")
    return AuthResult(success=good, handled=False)


def parsed(content):
    mail = email.message_from_bytes(content, policy=STRICT)
    lines = content.split(b"\r\n")
    return {
        "headers": {name.lower(): str(value) for name, value in mail.items()},
        "kind": mail.get_content_type(),
        "text": mail.get_body(("plain",)).get_content(),
        "longest": max(map(len, lines)),
        # RFC 5322: a line ends with both characters, and neither stands alone.
        "bare": any(b"\r" in line or b"\n" in line for line in lines),
        "ascii": content.isascii(),
    }


class Handler:
    """Notes what was said, and answers as `answers` says: one for each mail, the last one for all that follow."""

    def __init__(self, name, answers=("250 Taken",), recipient="250 OK"):
        self.name, self.answers, self.recipient = name, list(answers), recipient

    async def handle_EHLO(self, _server, session, _envelope, hostname, responses):
        tell(server=self.name, did="greeted", tls=session.ssl is not None)
        session.host_name = hostname
        return responses

    async def handle_MAIL(self, _server, _session, envelope, address, _options):
        tell(server=self.name, did="sender")
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, _server, _session, envelope, address, _options):
        envelope.rcpt_tos.append(address)
        return self.recipient

    async def handle_DATA(self, _server, _session, envelope):
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        mail = parsed(envelope.content)
        tell(server=self.name, did="mail", answer=answer, sender=envelope.mail_from, to=envelope.rcpt_tos, mail=mail)
        if answer == "nothing":
            await asyncio.Event().wait()
        return answer


async def main(certificate, key):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    signed_in = {"auth_required": True, "authenticator": authenticator}
    loop = asyncio.get_running_loop()
    servers = {
        "tls": (Handler("tls"), {**signed_in, "auth_require_tls": False}, context),
        "starttls": (Handler("starttls"), {**signed_in, "tls_context": context, "require_starttls": True}, None),
        "busy": (Handler("busy", ["451 Try again later", "250 Taken"]), {}, None),
        "unknown": (Handler("unknown", recipient="550 5.1.1 No such user"), {}, None),
        "slow": (Handler("slow", ["nothing"]), {}, None),
    }
    ports = {}
    for name, (handler, options, wrapped) in servers.items():
        made = lambda handler=handler, options=options: SMTP(handler, hostname="localhost", loop=loop, **options)
        server = await loop.create_server(made, "127.0.0.1", 0, ssl=wrapped)
        ports[name] = server.sockets[0].getsockname()[1]
    tell(ports=ports)
    await loop.run_in_executor(None, sys.stdin.buffer.read)


asyncio.run(main(*sys.argv[1:]))
