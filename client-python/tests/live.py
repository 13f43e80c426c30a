"""A run against a service, which test/long/python-client.test.ts starts. It is no test of its own."""

from __future__ import annotations

import asyncio
import json
import os
import sys

from headshots_client import AsyncHeadshotsClient, HeadshotsClient, HeadshotsError


def main() -> None:
    url, api_key, model_id = os.environ["HEADSHOTS_URL"], os.environ["HEADSHOTS_API_KEY"], sys.argv[1]
    with HeadshotsClient(url, api_key=api_key) as client:
        team = client.teams.create(name="Marketing")["team"]
        invite = client.invites.send(email="anna+a/b?c@company.example", team_id=team["id"])
        found = client.invites.get("anna+a/b?c@company.example")["invite"]
        try:
            client.teams.create(name="marketing")
            error_seen = None
        except HeadshotsError as error:
            error_seen = [error.code, error.status]
        photos = [photo["id"] for photo in client.photos.iterate(model_id, limit=7, include="all")]
    result = {
        "inviteId": invite["id"],
        "foundId": found["id"],
        "error": error_seen,
        "photos": photos,
        "awaited": asyncio.run(awaited(url, api_key, model_id)),
    }
    print(json.dumps(result))


async def awaited(url: str, api_key: str, model_id: str) -> list[str]:
    async with AsyncHeadshotsClient(url, api_key=api_key) as client:
        health = await client.web.get_health()
        assert health["status"] == "ok"
        return [photo["id"] async for photo in client.photos.iterate(model_id, limit=7, include="all")]


if __name__ == "__main__":
    main()
