import pickle
import unittest
from datetime import date, datetime, timezone

from scripted_server import Answer, ScriptedServer, answers, data, error
from takilya import (
    AsyncTakilya,
    AuthenticationError,
    ConflictError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    Takilya,
    TakilyaError,
    UnexpectedAnswerError,
)
from takilya._live import LiveEvents

KEY = "svc_live_test"


def page(number: int, *, more: bool) -> object:
    orders = [{"id": f"o{number}a"}, {"id": f"o{number}b"}]
    return data({"orders": orders, "meta": {"page": number, "total": 4, "has_more": more}})


def shrinking() -> list[object]:
    """The entries of the first page leave the list while they are read: those of the second move there."""
    second = [{"id": "o2a"}, {"id": "o2b"}]
    emptied = data({"orders": [], "meta": {"page": 2, "total": 2, "has_more": False}})
    moved = data({"orders": second, "meta": {"page": 1, "total": 2, "has_more": False}})
    return [page(1, more=True), emptied, moved]


class Requests(unittest.TestCase):
    def test_sends_key_path_query_and_body(self) -> None:
        with ScriptedServer(data({"id": "x"})) as server:
            with Takilya(api_key=KEY, base_url=f"{server.url}/api/v1/") as takilya:
                takilya.events.update("a/b?", title="Gabi ng Musika ✓", end_datetime=None)
                takilya.analytics.get_sales(from_=date(2027, 3, 1), to="2027-03-31", event_id="e1")
                takilya.webhooks.rotate_secret("w1", immediately=True)
                takilya.webhooks.replay("w1", status="failed", from_=date(2027, 3, 1))
                takilya.events.update("e1", start_datetime=datetime(2027, 3, 1, 12, tzinfo=timezone.utc))
        first, second, third, fourth, fifth = server.received
        self.assertEqual(first.path, "/api/v1/events/a%2Fb%3F")
        self.assertEqual(first.headers["authorization"], f"Bearer {KEY}")
        self.assertIn("takilya-python/", first.headers["user-agent"])
        self.assertEqual(first.json(), {"title": "Gabi ng Musika ✓", "end_datetime": None})
        self.assertEqual(second.path, "/api/v1/analytics/sales?from=2027-03-01&to=2027-03-31&event_id=e1")
        self.assertEqual((third.path, third.body), ("/api/v1/webhooks/w1/rotate-secret?immediately=true", b""))
        self.assertEqual(fourth.json(), {"status": "failed", "from": "2027-03-01"})
        self.assertEqual(fifth.json(), {"start_datetime": "2027-03-01T12:00:00+00:00"})

    def test_takes_the_address_of_the_server_and_that_of_its_api(self) -> None:
        with ScriptedServer(data({"id": "x"})) as server:
            for base_url in (server.url, f"{server.url}/", f"{server.url}/api/v1", f"{server.url}/api/v1/"):
                with Takilya(api_key=KEY, base_url=base_url) as takilya:
                    takilya.events.get("e1")
        self.assertEqual({one.path for one in server.received}, {"/api/v1/events/e1"})

    def test_refuses_settings_and_ids_that_cannot_work(self) -> None:
        for api_key, base_url in (("", "https://x.example"), ("a b", "https://x.example"), (KEY, "x.example")):
            with self.subTest(base_url=base_url, api_key=api_key), self.assertRaises(ValueError):
                Takilya(api_key=api_key, base_url=base_url)
        with Takilya(api_key=KEY, base_url="https://x.example") as takilya:
            with self.assertRaises(ValueError):
                takilya.events.get("")
            with self.assertRaises(TypeError):
                takilya.events.update("e1", title={1, 2})  # type: ignore[arg-type]
            with self.assertRaises(ValueError):
                takilya.events.update("e1", latitude=float("nan"))

    def test_keeps_fields_that_it_does_not_know(self) -> None:
        with ScriptedServer(data({"id": "e1", "new_field": {"a": 1}})) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                self.assertEqual(dict(takilya.events.get("e1"))["new_field"], {"a": 1})

    def test_uploads_bytes_and_reads_csv_and_answers_without_a_body(self) -> None:
        script = [data({"id": "e1"}), answers(200, text="id\r\n1\r\n"), answers(204)]
        with ScriptedServer(*script) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                takilya.events.upload_cover("e1", b"\x89PNG", content_type="image/png")
                self.assertEqual(takilya.orders.export(status="paid"), "id\r\n1\r\n")
                takilya.webhooks.delete("w1")
        self.assertEqual(server.received[0].body, b"\x89PNG")
        self.assertEqual(server.received[0].headers["content-type"], "image/png")
        self.assertEqual(server.received[1].path, "/api/v1/orders.csv?status=paid")

    def test_reads_page_after_page(self) -> None:
        with ScriptedServer(page(1, more=True), page(2, more=False)) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                orders = takilya.orders.list(event_id="e1")
                self.assertEqual(server.received, [])
                self.assertEqual([order["id"] for order in orders], ["o1a", "o1b", "o2a", "o2b"])
        self.assertEqual(
            [one.path for one in server.received],
            ["/api/v1/orders?per_page=50&event_id=e1", "/api/v1/orders?per_page=50&event_id=e1&page=2"],
        )

    def test_gives_no_entry_twice_that_moved_to_the_next_page(self) -> None:
        moved = data({"orders": [{"id": "o1b"}, {"id": "o2a"}], "meta": {"page": 2, "total": 5, "has_more": False}})
        with ScriptedServer(page(1, more=True), moved) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                self.assertEqual([order["id"] for order in takilya.orders.list()], ["o1a", "o1b", "o2a"])

    def test_leaves_out_no_entry_that_moved_to_the_page_before(self) -> None:
        with ScriptedServer(*shrinking()) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                self.assertEqual([order["id"] for order in takilya.orders.list()], ["o1a", "o1b", "o2a", "o2b"])
        self.assertEqual([one.path[-6:] for one in server.received[1:]], ["page=2", "page=1"])

    def test_gives_no_attendee_twice_who_was_checked_in_while_the_page_came_again(self) -> None:
        def attendees(status: str, number: int, total: int, *ids: str) -> Answer:
            entries = [{"ticket_id": one, "status": status} for one in ids]
            meta = {"page": number, "total": total, "has_more": total > 2}
            return data({"attendees": entries, "meta": meta})

        moved = attendees("checked_in", 1, 2, "t2", "t3")
        with ScriptedServer(attendees("valid", 1, 3, "t1", "t2"), attendees("valid", 2, 2), moved) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                ids = [one["ticket_id"] for one in takilya.attendees.list("e1", per_page=2)]
        self.assertEqual(ids, ["t1", "t2", "t3"])

    def test_knows_checkouts_by_their_checkout_id(self) -> None:
        def checkouts(number: int, *ids: str) -> Answer:
            meta = {"page": number, "total": 4, "has_more": number == 1}
            return data({"checkouts": [{"checkout_id": one} for one in ids], "meta": meta})

        with ScriptedServer(checkouts(1, "c1", "c2"), checkouts(2, "c2", "c3")) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                ids = [one["checkout_id"] for one in takilya.checkouts.list()]
        self.assertEqual(ids, ["c1", "c2", "c3"])

    def test_gives_pages_with_what_else_they_have(self) -> None:
        with ScriptedServer(page(3, more=True)) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                first = next(takilya.orders.list(page=3, per_page=2).pages())
        self.assertEqual(first["meta"]["total"], 4)
        self.assertEqual([one.path for one in server.received], ["/api/v1/orders?per_page=2&page=3"])

    def test_a_title_in_live_figures_may_have_any_character(self) -> None:
        # Separators of lines to Python, and not to a stream.
        for character in ("\u2028", "\u2029", "\u0085"):
            text = f'event: orders\ndata: {{"title": "Gabi{character}Musika"}}\n\n'
            with self.subTest(character=character), ScriptedServer(answers(200, text=text)) as server:
                with Takilya(api_key=KEY, base_url=server.url) as takilya:
                    events = list(takilya.overview.stream())
                self.assertEqual(events, [{"event": "orders", "data": {"title": f"Gabi{character}Musika"}}])

    def test_live_figures_may_arrive_in_any_parts(self) -> None:
        events = LiveEvents()
        text = 'event: orders\ndata: {"title": "Gabi"}\n\n'
        read = [event for part in text for event in events.after(part)]
        self.assertEqual(read, [{"event": "orders", "data": {"title": "Gabi"}}])

    def test_follows_live_figures(self) -> None:
        text = 'retry: 3000\n\n:\n\nevent: sales\ndata: {"today":\ndata: 1}\n\nevent: orders\ndata: {}\n\n'
        with ScriptedServer(answers(200, text=text), error(429, "too_many_streams")) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                events = list(takilya.overview.stream())
                with self.assertRaises(TakilyaError):
                    list(takilya.overview.stream())
        self.assertEqual(events, [{"event": "sales", "data": {"today": 1}}, {"event": "orders", "data": {}}])


class Errors(unittest.TestCase):
    def test_an_error_has_its_family_and_facts(self) -> None:
        body = {
            "message": "Not enough left: only 3 available",
            "status": 409,
            "code": "not_enough_left",
            "field": "items[0].quantity",
            "details": {"left": 3},
        }
        with ScriptedServer(answers(409, {"error": body}, X_Request_Id="r1")) as server:
            with Takilya(api_key=KEY, base_url=server.url) as takilya:
                with self.assertRaises(ConflictError) as raised:
                    takilya.tickets.check_in("t1")
        failure = raised.exception
        self.assertEqual((failure.status, failure.code, failure.field), (409, "not_enough_left", "items[0].quantity"))
        self.assertEqual((failure.details, failure.request_id, failure.retry_after), ({"left": 3}, "r1", None))
        self.assertEqual(str(failure), "Not enough left: only 3 available (409, not_enough_left, request r1)")
        again = pickle.loads(pickle.dumps(failure))
        self.assertEqual((str(again), again.details), (str(failure), {"left": 3}))

    def test_families(self) -> None:
        families = {
            400: InvalidRequestError,
            401: AuthenticationError,
            403: PermissionDeniedError,
            404: NotFoundError,
            409: ConflictError,
        }
        for status, family in families.items():
            with self.subTest(status), ScriptedServer(error(status, "some_code")) as server:
                with Takilya(api_key=KEY, base_url=server.url) as takilya:
                    with self.assertRaises(family):
                        takilya.events.get("e1")

    def test_what_is_not_the_api_is_said(self) -> None:
        others = (
            answers(200, text="<html>"),
            answers(200, {"hello": 1}),
            answers(301, text="", Location="/x"),
            answers(404, {"error": {"code": "404", "message": "The app was not found"}}),
            answers(410, {"error": "gone"}),
        )
        for other in others:
            with ScriptedServer(other) as server, Takilya(api_key=KEY, base_url=server.url) as takilya:
                with self.assertRaises(UnexpectedAnswerError):
                    takilya.events.get("e1")

    def test_the_key_is_not_shown(self) -> None:
        self.assertNotIn(KEY, repr(vars(Takilya(api_key=KEY, base_url="https://x.example")._transport)))


class AsyncRequests(unittest.IsolatedAsyncioTestCase):
    async def test_gives_no_entry_twice_that_moved_to_the_next_page(self) -> None:
        moved = data({"orders": [{"id": "o1b"}, {"id": "o2a"}], "meta": {"page": 2, "total": 5, "has_more": False}})
        with ScriptedServer(page(1, more=True), moved) as server:
            async with AsyncTakilya(api_key=KEY, base_url=server.url) as takilya:
                self.assertEqual([order["id"] async for order in takilya.orders.list()], ["o1a", "o1b", "o2a"])

    async def test_leaves_out_no_entry_that_moved_to_the_page_before(self) -> None:
        with ScriptedServer(*shrinking()) as server:
            async with AsyncTakilya(api_key=KEY, base_url=server.url) as takilya:
                ids = [order["id"] async for order in takilya.orders.list()]
        self.assertEqual(ids, ["o1a", "o1b", "o2a", "o2b"])

    async def test_reads_page_after_page_and_single_pages(self) -> None:
        with ScriptedServer(page(1, more=True), page(2, more=False)) as server:
            async with AsyncTakilya(api_key=KEY, base_url=server.url) as takilya:
                ids = [order["id"] async for order in takilya.orders.list()]
                pages = [one["meta"]["page"] async for one in takilya.orders.list().pages()]
        self.assertEqual(ids, ["o1a", "o1b", "o2a", "o2b"])
        self.assertEqual(pages, [2])

    async def test_follows_live_figures(self) -> None:
        with ScriptedServer(answers(200, text="event: orders\ndata: {}\n\n")) as server:
            async with AsyncTakilya(api_key=KEY, base_url=server.url) as takilya:
                events = [event async for event in takilya.overview.stream()]
        self.assertEqual(events, [{"event": "orders", "data": {}}])


class Surface(unittest.TestCase):
    def test_both_clients_have_the_same_operations_with_a_docstring(self) -> None:
        def operations(client: object) -> set[str]:
            return {
                f"{resource}.{name}"
                for resource, holder in vars(client).items()
                if not resource.startswith("_")
                for name in dir(holder)
                if not name.startswith("_") and getattr(holder, name).__doc__
            }

        one = Takilya(api_key=KEY, base_url="https://x.example")
        other = AsyncTakilya(api_key=KEY, base_url="https://x.example")
        self.assertEqual(operations(one), operations(other))
        self.assertGreater(len(operations(one)), 100)
