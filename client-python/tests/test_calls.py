from __future__ import annotations

import asyncio

import pytest

from headshots_client import AsyncHeadshotsClient, ConnectionFailed, HeadshotsClient, HeadshotsError
from headshots_client._transport import Runtime

from .conftest import Answer, Service, error_answer

TEAM = Answer(200, {"success": True, "team": {"id": "team_1", "name": "Sales"}})
NOW = 1_777_896_000.0


class Waits:
    """A runtime that notes the pauses and makes none."""

    def __init__(self) -> None:
        self.pauses: list[float] = []

    def runtime(self) -> Runtime:
        async def sleep_async(seconds: float) -> None:
            self.pauses.append(seconds)

        return Runtime(lambda: NOW, lambda: 1.0, self.pauses.append, sleep_async)


@pytest.fixture
def waits() -> Waits:
    return Waits()


def client_of(service: Service, waits: Waits) -> HeadshotsClient:
    return HeadshotsClient(service.url, api_key="hsk_live_key", runtime=waits.runtime())


def test_a_call_sends_its_body_with_the_key_and_an_idempotency_key(service: Service, waits: Waits) -> None:
    service.answers = [TEAM]
    with client_of(service, waits) as client:
        assert client.teams.create(name="Sales")["team"]["name"] == "Sales"
        client.teams.create(name="Sales", idempotency_key="mine")
    first, second = service.seen
    assert (first.method, first.path, first.body) == ("POST", "/api/v2/organization/teams", {"name": "Sales"})
    assert first.headers["authorization"] == "Bearer hsk_live_key"
    assert len(first.headers["idempotency-key"]) == 36
    assert second.headers["idempotency-key"] == "mine"


def test_fields_that_are_left_out_are_not_sent_and_none_is_sent_as_null(service: Service, waits: Waits) -> None:
    service.answers = [Answer(200, {"success": True, "link": "https://headshots.example"})]
    with client_of(service, waits) as client:
        client.invites.send(email="anna@company.example")
        client.invites.send(email="anna@company.example", team_id=None)
    assert [request.body for request in service.seen] == [
        {"email": "anna@company.example"},
        {"email": "anna@company.example", "teamId": None},
    ]


def test_identifiers_are_encoded_and_cannot_change_the_path(service: Service, waits: Waits) -> None:
    service.answers = [Answer(200, {"success": True})]
    with client_of(service, waits) as client:
        client.invites.get("a+b/c?d@company.example")
        with pytest.raises(ValueError, match="not a valid identifier"):
            client.models.get("..")
    assert service.seen[0].path.endswith("/a%2Bb%2Fc%3Fd%40company.example")
    assert len(service.seen) == 1


def test_a_rate_limit_is_waited_for_as_long_as_the_service_says(service: Service, waits: Waits) -> None:
    limited = error_answer(
        429,
        "RATE_LIMIT_EXCEEDED",
        retry_after="13",
        date="Mon, 04 May 2026 12:00:00 GMT",
        x_ratelimit_reset="2026-05-04T12:00:12.500Z",
    )
    service.answers = [limited, TEAM]
    with client_of(service, waits) as client:
        client.teams.create(name="Sales")
    assert waits.pauses == [12.5]
    assert service.seen[0].headers["idempotency-key"] == service.seen[1].headers["idempotency-key"]


def test_a_lost_connection_and_a_temporary_error_are_retried_with_growing_pauses(
    service: Service, waits: Waits
) -> None:
    service.answers = [Answer(200, None, hangs_up=True), error_answer(503, "INTERNAL_ERROR"), TEAM]
    with client_of(service, waits) as client:
        client.teams.create(name="Sales")
    assert waits.pauses == [0.5, 1.0]


@pytest.mark.parametrize(
    ("answer", "attempts"),
    [
        (error_answer(400, "ALREADY_EXISTS"), 1),
        (error_answer(429, "INVITE_LIMIT_EXCEEDED", retry_after="1"), 1),
        (error_answer(429, "RATE_LIMIT_EXCEEDED", retry_after="66"), 1),
        (error_answer(500, "INTERNAL_ERROR"), 4),
    ],
)
def test_errors_are_raised_with_their_details_once_no_retry_can_help(
    service: Service, waits: Waits, answer: Answer, attempts: int
) -> None:
    service.answers = [answer]
    with client_of(service, waits) as client, pytest.raises(HeadshotsError) as caught:
        client.teams.create(name="Sales")
    error = caught.value
    assert (error.code, error.status) == (answer.body["code"], answer.status)
    assert str(error) == answer.body["error"]
    assert (error.request_id, error.details["pendingInvites"]) == ("req_1", 3)
    assert len(service.seen) == attempts


def test_an_answer_that_is_not_from_the_service_says_to_check_the_url(service: Service, waits: Waits) -> None:
    service.answers = [Answer(404, b"<html>")]
    with client_of(service, waits) as client, pytest.raises(HeadshotsError, match="check base_url") as caught:
        client.models.list()
    assert caught.value.code == "UNEXPECTED_ANSWER"


def test_without_an_answer_the_cause_is_kept(waits: Waits) -> None:
    with (
        HeadshotsClient("http://127.0.0.1:9", runtime=waits.runtime()) as client,
        pytest.raises(ConnectionFailed) as caught,
    ):
        client.web.get_health()
    assert caught.value.__cause__ is not None
    assert len(waits.pauses) == 3


def models(names: list[str]) -> Service:
    service = Service()

    def answer(seen: object) -> Answer:
        assert hasattr(seen, "path")
        query = dict(pair.split("=") for pair in seen.path.split("?")[1].split("&"))
        limit, offset = int(query["limit"]), int(query["offset"])
        page = [{"id": name} for name in names[offset : offset + limit]]
        if offset > 0 and "new" not in names:
            names.insert(0, "new")
        more = offset + len(page) < len(names)
        pagination = {"total": len(names), "limit": limit, "offset": offset, "hasMore": more}
        return Answer(200, {"success": True, "models": page, "pagination": pagination})

    service.answer_to = answer
    return service


def test_iterating_reads_all_pages_and_gives_no_entry_twice(waits: Waits) -> None:
    service = models(["e", "d", "c", "b", "a"])
    with client_of(service, waits) as client:
        ids = [model["id"] for model in client.models.iterate(status="active", limit=2)]
    service.close()
    assert ids == ["e", "d", "c", "b", "a"]
    assert all("status=active" in request.path for request in service.seen)


def test_the_awaited_client_calls_retries_and_iterates_like_the_other(waits: Waits) -> None:
    service = models(["c", "b", "a"])

    async def use() -> list[str]:
        async with AsyncHeadshotsClient(service.url, api_key="key", runtime=waits.runtime()) as client:
            return [model["id"] async for model in client.models.iterate(limit=2)]

    assert asyncio.run(use()) == ["c", "b", "a"]
    service.answer_to = None
    service.seen.clear()
    service.answers = [error_answer(500, "INTERNAL_ERROR"), TEAM]

    async def create() -> str:
        async with AsyncHeadshotsClient(service.url, session="hos.1", runtime=waits.runtime()) as client:
            return (await client.teams.create(name="Sales"))["team"]["id"]

    assert asyncio.run(create()) == "team_1"
    service.close()
    assert waits.pauses == [0.5]
    assert service.seen[0].headers["authorization"] == "Bearer hos.1"
