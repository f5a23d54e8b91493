"""Test cases for rooms_test about finding rooms: the list, quick matches, invitations."""

from cases import Suite

suite = Suite("found")


async def all_rooms(client):
    """Page by page; returns (rooms, sizes of the pages)."""
    rooms, pages, after = [], [], {}
    while True:
        reply = await client.ok("list_rooms", **after)
        rooms += reply["rooms"]
        pages.append(len(reply["rooms"]))
        if reply["next"] is None:
            return rooms, pages
        after = {"after": reply["next"]}


@suite.case("list_rooms shows only public rooms, waiting and playing, 50 at a time")
async def listing(context):
    hosts = []
    clock = {"initial": 600, "increment": 3}
    for number in range(112):
        host = await context.client(f"host {number}")
        options = {"public": number < 105, "seals": 1 + number % 3}
        options |= {"clock": clock} if number % 2 else {}
        options |= {"password": "x"} if number % 25 == 0 else {}  # takes 50 ms to hash
        code = (await host.ok("create_room", name=f"host {number}", options=options, trader=number % 6))["room"]
        hosts.append((host, code, options))
    looker = await context.client("looker")
    watched = hosts[1][1]
    spectators = [await context.client("w") for _ in range(3)]
    for spectator in spectators:
        await spectator.ok("spectate", room=watched)
    guest = await context.client("guest")
    await guest.ok("join_room", room=hosts[3][1], name="guest", trader=4)
    rooms, pages = await all_rooms(looker)
    by_code = {room["room"]: room for room in rooms}
    assert len(by_code) == len(rooms), "a room is listed twice"
    assert pages[0] == 50 and pages[1] == 50 and all(size <= 50 for size in pages), pages
    for number, (_, code, options) in enumerate(hosts):
        if not options["public"]:
            assert code not in by_code, f"{code} is private"
            continue
        due = {
            "room": code,
            "names": [f"host {number}", "guest" if number == 3 else None],
            "phase": "waiting",
            "clock": options.get("clock"),
            "seals": options["seals"],
            "spectators": 3 if number == 1 else 0,
            "has_password": "password" in options,
            "spectator_mode": options.get("spectators", "public"),
            "patience": options.get("patience", 600),
            "traders": [number % 6, 4 if number == 3 else None],
            "bots": [None, None],
        }
        assert by_code[code] == due, f"{by_code[code]}, expected {due}"
    await hosts[3][0].ok("ready")
    await guest.ok("ready")
    await guest.wait_view(lambda view: view["phase"] == "playing")
    rooms, _ = await all_rooms(looker)
    assert [room["phase"] for room in rooms if room["room"] == hosts[3][1]] == ["playing"]
    await guest.ok("resign")
    rooms, _ = await all_rooms(looker)
    assert hosts[3][1] not in [room["room"] for room in rooms], "a finished match is listed"
    for client in [host for host, _, _ in hosts] + spectators + [guest, looker]:
        await client.close()


@suite.case("quick_match joins the oldest waiting room with the same clock, or opens one")
async def quick(context):
    clock = {"initial": 777, "increment": 7}
    clients = [await context.client(f"quick {n}") for n in range(8)]
    with_password = await clients[0].ok(
        "create_room", name="A", options={"public": True, "clock": clock, "password": "x"}
    )
    private = await clients[1].ok("create_room", name="A", options={"clock": clock})
    first = await clients[2].ok("quick_match", name="B", clock=clock)
    assert first["seat"] == 0 and first["room"] not in (with_password["room"], private["room"])
    room = await clients[2].wait_room()
    assert room["options"]["public"] is True and room["options"]["clock"] == clock, room
    other_clock = await clients[3].ok("quick_match", name="C", clock=clock | {"increment": 8})
    assert other_clock["seat"] == 0
    second = await clients[4].ok("create_room", name="D", options={"public": True, "clock": clock})
    joined = await clients[5].ok("quick_match", name="E", clock=clock)
    assert (joined["room"], joined["seat"]) == (first["room"], 1), f"{joined}, the oldest is {first}"
    joined = await clients[6].ok("quick_match", name="F", clock=clock)
    assert (joined["room"], joined["seat"]) == (second["room"], 1), f"{joined}, now the oldest is {second}"
    opened = await clients[7].ok("quick_match", name="G", clock=clock)
    assert opened["seat"] == 0
    await clients[7].ok("leave_room")
    for client in clients:
        await client.close()


@suite.case("an invitation tells what a room offers, to those who could join it")
async def invitation(context):
    host, guest, reader = [await context.client(label) for label in ("host", "guest", "reader")]
    options = {"seals": 1, "clock": {"initial": 300, "increment": 5}, "password": "sesam", "spectators": "none"}
    code = (await host.ok("create_room", name="A", options=options, trader=2))["room"]
    room = await host.wait_room()

    async def offer():
        reply = await reader.ok("invitation", room=code, password="sesam")
        assert reply["options"] == room["options"], reply
        assert reply["owner_trader"] == (2 if reply["owner"] == "A" else None), reply
        return reply["owner"], reply["phase"], reply["free"]

    await reader.refused("invitation", "no_such_room", room=code)
    assert await offer() == ("A", "waiting", True)
    await guest.ok("join_room", room=code, name="B", password="sesam")
    assert await offer() == ("A", "waiting", False)
    await host.ok("ready")
    await guest.ok("ready")
    await guest.wait_view(lambda view: view["phase"] == "playing")
    assert await offer() == ("A", "playing", False)
    await guest.ok("resign")
    assert await offer() == ("A", "match_over", False)
    await host.ok("leave_room")
    assert await offer() == ("B", "match_over", True)
    assert not any(push.message["type"] == "room" for push in reader.pushes), "it entered the room"
    for client in (host, guest, reader):
        await client.close()
