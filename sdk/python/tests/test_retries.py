import json
import socket
import threading
import time
import unittest
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from unittest import mock

import httpx2
from scripted_server import Answer, ScriptedServer, answers, data, drops, error
from takilya import (
    AsyncTakilya,
    ConnectionFailedError,
    RateLimitError,
    RequestTimeoutError,
    ServerError,
    Takilya,
    TakilyaError,
    UnavailableError,
    UnexpectedAnswerError,
)
from takilya.testing import pay_in_sandbox

KEY = "svc_live_test"
EVENT = {"title": "Gabi ng Musika", "start_datetime": "2035-05-01T18:00:00+08:00", "capacity": 50}

PAGE = {"notifications": [], "next_cursor": "0", "has_more": False}

SHORT_SECONDS = 2.0
"""A time-out in which a busy machine still connects."""


def late(value: object) -> Answer:
    """An answer that comes after the short time-out."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(SHORT_SECONDS + 0.2)
        data(value)(handler)

    return answer


@contextmanager
def recorded_waits():
    """No test waits: the seconds that the client would wait are kept instead."""
    waits: list[float] = []
    with mock.patch("takilya._transport.time.sleep", waits.append):
        yield waits


SCENARIOS = json.loads(Path(__file__).parents[2].joinpath("retry-scenarios.json").read_text())["scenarios"]
"""The rows that docs/sdk-retries.md promises of both SDKs."""


def answer_of(answer: Any, call: str) -> Answer:
    if isinstance(answer, dict):
        return answers(answer["status"], answer["body"])
    if answer == "lost":
        return drops
    if answer == "done":
        return answers(204) if call == "DELETE" else data({"id": "e1"})
    status, _, code = answer.partition(" ")
    return error(int(status), code) if code else answers(int(status), text="<html>")


def send(takilya: Takilya, call: str) -> object:
    if call == "GET":
        return takilya.events.get("e1")
    if call == "PUT":
        return takilya.events.update("e1", title="x")
    return takilya.events.create(**EVENT) if call == "POST" else takilya.tiers.delete("t1")


class Retries(unittest.TestCase):
    def test_repeats_or_not_by_the_rule_of_both_sdks(self) -> None:
        for scenario in SCENARIOS:
            call, ends = scenario["call"], scenario["ends"]
            script = [answer_of(answer, call) for answer in scenario["answers"]]
            with self.subTest(scenario["title"]), ScriptedServer(*script) as server, recorded_waits():
                with Takilya(api_key=KEY, base_url=server.url) as takilya:
                    if ends == "done":
                        self.assertEqual(send(takilya, call), None if call == "DELETE" else {"id": "e1"})
                    else:
                        with self.assertRaises(TakilyaError) as raised:
                            send(takilya, call)
                        if ends == "lost":
                            self.assertIs(type(raised.exception), ConnectionFailedError)
                        else:
                            status, code = raised.exception.status, raised.exception.code
                            self.assertIn(ends, (f"{status}", f"{status} {code}"))
                self.assertEqual([one.method for one in server.received], [call] * scenario["requests"])
                keys = {one.headers.get("idempotency-key") for one in server.received}
                self.assertEqual((len(keys), None in keys), (1, call != "POST"))

    def test_repeats_after_503_429_and_a_broken_connection_with_the_same_key_and_bytes(self) -> None:
        script = [error(503, "overloaded"), error(429, "rate_limited"), drops, data({"id": "e1"}, 201)]
        with ScriptedServer(*script) as server, recorded_waits() as waits:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                event = takilya.events.create(**EVENT)
        self.assertEqual(event["id"], "e1")
        self.assertEqual(len(waits), 3)
        keys = {one.headers["idempotency-key"] for one in server.received}
        ids = {one.headers["x-request-id"] for one in server.received}
        bodies = {one.body for one in server.received}
        self.assertEqual((len(server.received), len(keys), len(ids), len(bodies)), (4, 1, 1, 1))

    def test_two_calls_have_two_keys_and_a_given_key_is_kept(self) -> None:
        with ScriptedServer(data({"id": "e1"}, 201)) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                takilya.events.create(**EVENT)
                takilya.events.create(**EVENT)
                takilya.events.create(**EVENT, idempotency_key="mine")
        first, second, third = (one.headers["idempotency-key"] for one in server.received)
        self.assertNotEqual(first, second)
        self.assertEqual(third, "mine")

    def test_waits_as_long_as_the_server_asks_for_and_a_little_at_random(self) -> None:
        script = [error(429, "rate_limited", Retry_After="7"), data({"id": "e1"})]
        with ScriptedServer(*script) as server, recorded_waits() as waits:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                takilya.events.get("e1")
        self.assertTrue(7 <= waits[0] <= 7.5, waits)

    def test_an_answer_that_is_asked_to_wait_has_its_time_on_top(self) -> None:
        with ScriptedServer(late(PAGE)) as server:
            with Takilya(api_key=KEY, base_url=server.url, timeout=SHORT_SECONDS, max_retries=0) as takilya:
                self.assertEqual(takilya.webhooks.list_notifications(after="0", wait=30), PAGE)

    def test_waits_a_second_for_real(self) -> None:
        script = [error(503, "shutting_down", Retry_After="1"), data({"id": "e1"})]
        with ScriptedServer(*script) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                started = time.monotonic()
                takilya.events.get("e1")
        self.assertGreaterEqual(time.monotonic() - started, 1)

    def test_the_jitter_is_full_and_its_limit_doubles(self) -> None:
        limits: list[tuple[float, float]] = []

        def uniform(least: float, most: float) -> float:
            limits.append((least, most))
            return most

        with ScriptedServer(error(503, "overloaded")) as server, recorded_waits() as waits:
            with Takilya(api_key=KEY, base_url=server.url, max_retries=6) as takilya:
                with mock.patch("takilya._retry.random.uniform", uniform):
                    with self.assertRaises(UnavailableError):
                        takilya.events.get("e1")
        self.assertEqual(limits, [(0, 0.5), (0, 1), (0, 2), (0, 4), (0, 8), (0, 8)])
        self.assertEqual(waits, [most for _, most in limits])

    def test_gives_up_after_max_retries(self) -> None:
        with ScriptedServer(error(429, "rate_limited", Retry_After="3")) as server, recorded_waits():
            with Takilya(api_key=KEY, base_url=server.url, max_retries=2) as takilya:
                with self.assertRaises(RateLimitError) as raised:
                    takilya.events.get("e1")
        self.assertEqual(len(server.received), 3)
        self.assertEqual((raised.exception.code, raised.exception.retry_after), ("rate_limited", 3))

    def test_gives_up_when_the_wait_would_end_too_late(self) -> None:
        with ScriptedServer(error(503, "overloaded", Retry_After="60")) as server, recorded_waits() as waits:
            with Takilya(api_key=KEY, base_url=server.url, max_retry_seconds=30) as takilya:
                with self.assertRaises(UnavailableError) as raised:
                    takilya.events.get("e1")
        self.assertEqual((len(server.received), waits, raised.exception.retry_after), (1, [], 60))

    def test_reads_a_date_in_retry_after(self) -> None:
        script = [answers(503, {}, Retry_After="Fri, 01 Jan 2100 00:00:00 GMT")]
        with ScriptedServer(*script) as server, recorded_waits():
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                with self.assertRaises(UnavailableError) as raised:
                    takilya.events.get("e1")
        self.assertGreater(raised.exception.retry_after or 0, 1_000_000)

    def test_does_not_wait_for_subscriptions_that_are_not_available(self) -> None:
        with ScriptedServer(answers(503, {"error": "Not available yet"})) as server, recorded_waits():
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                with self.assertRaises(UnavailableError) as raised:
                    takilya.subscriptions.create()
        self.assertEqual((len(server.received), raised.exception.message), (1, "Not available yet"))

    def test_a_server_that_says_nothing_is_a_time_out(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent, recorded_waits() as waits:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            with Takilya(api_key=KEY, base_url=url, timeout=0.05, max_retries=1) as takilya:
                with self.assertRaises(RequestTimeoutError) as raised:
                    takilya.events.get("e1")
        self.assertEqual(len(waits), 1)
        self.assertIsNotNone(raised.exception.request_id)

    def test_paying_in_the_sandbox_waits_as_long_as_the_client_does(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            started = time.monotonic()
            with mock.patch("takilya.testing.TIMEOUT_SECONDS", 0.05), self.assertRaises(httpx2.TimeoutException):
                pay_in_sandbox({"checkout_url": url})
        # That of httpx2 is five seconds, which a busy server may need for its first payment.
        self.assertLess(time.monotonic() - started, 5)

    def test_paying_what_costs_nothing_ends_at_the_shop_which_gets_no_form(self) -> None:
        after = "https://shop.example/thanks?checkout_id=c&order_id=o"
        with ScriptedServer(answers(303, text="-", Location=after)) as server:
            self.assertEqual(pay_in_sandbox({"checkout_url": f"{server.url}/c/1"}), after)
        self.assertEqual([one.path for one in server.received], ["/c/1/pay"])

    def test_paying_in_the_sandbox_does_not_pay_at_a_provider(self) -> None:
        with ScriptedServer(answers(303, text="-", Location="https://provider.example/pay")) as server:
            with self.assertRaisesRegex(UnexpectedAnswerError, "provider.example is not the sandbox"):
                pay_in_sandbox({"checkout_url": f"{server.url}/c/1"})

    def test_a_server_that_is_not_there_is_a_failed_connection(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as closed:
            url = f"http://127.0.0.1:{closed.getsockname()[1]}"
        with Takilya(api_key=KEY, base_url=url, max_retries=0) as takilya:
            with self.assertRaises(ConnectionFailedError) as raised:
                takilya.events.get("e1")
        self.assertIsNone(raised.exception.status)

    def test_threads_share_a_client(self) -> None:
        with ScriptedServer(data({"id": "e1"})) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                threads = [threading.Thread(target=takilya.events.get, args=("e1",)) for _ in range(8)]
                for thread in threads:
                    thread.start()
                for thread in threads:
                    thread.join()
        self.assertEqual(len(server.received), 8)


class AsyncRetries(unittest.IsolatedAsyncioTestCase):
    async def test_an_answer_that_is_asked_to_wait_has_its_time_on_top(self) -> None:
        with ScriptedServer(late(PAGE)) as server:
            async with AsyncTakilya(
                api_key=KEY, base_url=server.url, timeout=SHORT_SECONDS, max_retries=0
            ) as takilya:
                self.assertEqual(await takilya.webhooks.list_notifications(after="0", wait=30), PAGE)

    async def test_repeats_after_a_broken_connection_and_503_with_the_same_key(self) -> None:
        waits: list[float] = []

        async def sleep(seconds: float) -> None:
            waits.append(seconds)

        script = [drops, error(503, "overloaded", Retry_After="2"), data({"id": "e1"}, 201)]
        with ScriptedServer(*script) as server, mock.patch("takilya._transport.asyncio.sleep", sleep):
            async with AsyncTakilya(api_key=KEY, base_url=server.url) as takilya:
                event = await takilya.events.create(**EVENT)
        self.assertEqual(event["id"], "e1")
        self.assertEqual(len({one.headers["idempotency-key"] for one in server.received}), 1)
        self.assertTrue(len(waits) == 2 and 2 <= waits[1] <= 3, waits)

    async def test_gives_up_with_the_error_of_the_last_try(self) -> None:
        with ScriptedServer(error(500, "internal_error")) as server:
            async with AsyncTakilya(api_key=KEY, base_url=server.url) as takilya:
                with self.assertRaises(ServerError) as raised:
                    await takilya.events.get("e1")
        self.assertEqual(raised.exception.code, "internal_error")
