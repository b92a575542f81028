import json
import time
import unittest

from takilya import WebhookVerificationError, sign_webhook, verify_service_signature, verify_webhook

# The worked example of docs/webhooks.md, with the values that the server's own tests check.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQn8tJ8QO3Yk="
OTHER = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
SENT_AT = 1801454400
BODY = (
    '{"id":"0195f3a1-7c00-7000-8000-0123456789ab","type":"ticket.purchased","created_at":"2027-02-01T04:00:00.000Z",'
    '"data":{"ticket_id":"0195f3a1-7c00-7000-8000-000000000001","event_id":"0195f3a1-7c00-7000-8000-000000000002",'
    '"customer":{"name":"Ana Peña ✓"},"amount":1234.5}}'
).encode()
SERVICE_SIGNATURE = "33e5fb8cbde661d50a07a7e440e6ba10e2a2602146904b79546e3be927474c8c"
SIGNATURE = "v1,TKjqXKHI9xxkjr+XYir/4kyTpFJoqLJYN5PYWF2SkqI="


class Webhooks(unittest.TestCase):
    def test_signs_as_the_server_does(self) -> None:
        self.assertEqual(
            sign_webhook(BODY, SECRET, timestamp=SENT_AT),
            {
                "content-type": "application/json",
                "X-Service-Signature": SERVICE_SIGNATURE,
                "webhook-id": "0195f3a1-7c00-7000-8000-0123456789ab",
                "webhook-timestamp": str(SENT_AT),
                "webhook-signature": SIGNATURE,
            },
        )

    def test_returns_the_notification(self) -> None:
        headers = sign_webhook(BODY, SECRET)
        notification = verify_webhook(BODY, headers, SECRET)
        assert notification["type"] == "ticket.purchased"
        self.assertEqual(notification["data"]["customer"]["name"], "Ana Peña ✓")
        self.assertEqual(verify_webhook(BODY.decode(), headers, SECRET), notification)
        self.assertEqual(verify_service_signature(BODY, headers, SECRET), notification)

    def test_names_of_headers_may_be_in_any_case(self) -> None:
        headers = {name.upper(): value for name, value in sign_webhook(BODY, SECRET).items()}
        verify_webhook(BODY, headers, SECRET)
        verify_service_signature(BODY, headers, SECRET)

    def test_takes_two_secrets_and_two_signatures_while_one_is_rotated(self) -> None:
        headers = sign_webhook(BODY, SECRET)
        verify_webhook(BODY, headers, [OTHER, SECRET])
        headers["webhook-signature"] = f"v1,no {headers['webhook-signature']}"
        verify_webhook(BODY, headers, SECRET)
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(BODY, headers, OTHER)
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(BODY, headers, [])

    def test_refuses_what_was_changed(self) -> None:
        good = sign_webhook(BODY, SECRET)
        verify_webhook(BODY, good, SECRET)
        changed = BODY.replace(b"1234.5", b"9234.5")
        for check in (verify_webhook, verify_service_signature):
            with self.assertRaises(WebhookVerificationError):
                check(changed, good, SECRET)
            with self.assertRaises(WebhookVerificationError):
                check(BODY, good, OTHER)
        later = str(int(good["webhook-timestamp"]) + 1)
        for name, value in (
            ("webhook-id", "another"),
            ("webhook-timestamp", later),
            ("webhook-signature", "v1,"),
            ("webhook-signature", ""),
            ("webhook-signature", "é"),
        ):
            with self.subTest(name, value=value), self.assertRaises(WebhookVerificationError):
                verify_webhook(BODY, {**good, name: value}, SECRET)

    def test_refuses_what_is_too_old_or_from_the_future(self) -> None:
        now = int(time.time())
        # A minute more than is refused: this machine may stand still between the two lines.
        for off in (-301, 360):
            with self.assertRaises(WebhookVerificationError):
                verify_webhook(BODY, sign_webhook(BODY, SECRET, timestamp=now + off), SECRET)
        old = sign_webhook(BODY, SECRET, timestamp=now - 301)
        verify_webhook(BODY, old, SECRET, tolerance=600)
        for timestamp in ("", "nan", "-1", "1e9", "²", "9" * 5_000):
            with self.subTest(timestamp), self.assertRaises(WebhookVerificationError):
                verify_webhook(BODY, {**old, "webhook-timestamp": timestamp}, SECRET)

    def test_the_weaker_header_does_not_replace_the_other(self) -> None:
        only = {"X-Service-Signature": SERVICE_SIGNATURE}
        verify_service_signature(BODY, only, SECRET)
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(BODY, only, SECRET)

    def test_says_what_a_programmer_got_wrong(self) -> None:
        headers = sign_webhook(BODY, SECRET)
        with self.assertRaises(TypeError):
            verify_webhook(json.loads(BODY), headers, SECRET)
        for secret in ("", "whsec_", "whsec_%%%", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwQn8tJ8QO3Yk="):
            with self.subTest(secret), self.assertRaises(ValueError):
                verify_webhook(BODY, headers, secret)
