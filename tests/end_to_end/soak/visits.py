"""What well-behaved visitors do, one coroutine per visit: whole matches, quick ones, bots, spectators, crowded rooms.
Their connections still end in every way."""

import asyncio

from guest import DROPS, PATIENCE, Ended, Guest, an_address
from player import Player

SPECTATORS = ("public", "open", "none")


def options_of(rng):
    options = {
        "public": rng.random() < 0.5,
        "spectators": rng.choice(SPECTATORS),
        "seals": rng.randint(1, 2),
        "grace": rng.randint(1, 3),
    }
    if rng.random() < 0.3:
        options["clock"] = {"initial": rng.choice([2, 30, 300]), "increment": rng.randint(0, 2)}
    if rng.random() < 0.1:
        options["password"] = "open sesame"
    return options


async def go_away(soak, guest):
    """Ends the connection in any way, with or without leaving the room."""
    how = soak.rng.choice(DROPS)
    soak.counts[f"drop: {how}"] += 1
    if how == "silence":
        soak.silent(guest)
    else:
        await guest.drop(how)


async def match(soak):
    """One to three matches of two players in a new room."""
    options = options_of(soak.rng)
    how = {"matches": soak.rng.randint(1, 3), "drop": 0.03 if soak.rng.random() < 0.5 else 0}
    first = await Guest.arrive(soak.port)
    room = await first.ok("create_room", name="Asha", options=options)
    soak.counts["rooms opened"] += 1
    soak.rooms.append((room["room"], options))
    second = await Guest.arrive(soak.port)
    password = {"password": options["password"]} if "password" in options else {}
    joined = await second.ask("join_room", room=room["room"], name="Bo", **password)
    players = [Player(soak, first, room, **how)]
    if joined["type"] == "ok":
        players.append(Player(soak, second, joined, contributes=soak.rng.random() < 0.5, **how))
    elif joined["code"] == "room_full":  # a quick_match took the seat
        await go_away(soak, second)
    else:
        raise AssertionError(f"join_room was {joined}")
    await asyncio.gather(*(player.play() for player in players))


async def quick(soak):
    guest = await Guest.arrive(soak.port)
    seated = await guest.ok("quick_match", name="Quick", clock=None)
    await Player(soak, guest, seated, matches=1).play()


async def bot(soak):
    guest = await Guest.arrive(soak.port)
    options = options_of(soak.rng) | {"opponent": {"bot": "easy"}}
    seated = await guest.ok("create_room", name="Solo", options=options)
    soak.counts["rooms opened"] += 1
    soak.rooms.append((seated["room"], options))
    await Player(soak, guest, seated, matches=soak.rng.randint(1, 2), drop=0.03).play()


async def watch(soak):
    """Some rooms one after the other, on one connection; doesn't leave the last one. A closed room counts as a wrong guess of this address."""
    guest = await Guest.arrive(soak.port, an_address())
    for _ in range(soak.rng.randint(1, 4)):
        if not soak.rooms:
            break
        code, options = soak.rng.choice(soak.rooms)
        password = {"password": options["password"]} if "password" in options else {}
        reply = await guest.ask("spectate", room=code, name="Eve", **password)
        if reply["type"] != "ok":
            soak.counts[f"refused {reply['code']}"] += 1
            break
        soak.counts[f"watched, {options['spectators']}"] += 1
        await listen(guest, 3 * soak.rng.random())
        if soak.rng.random() < 0.2:
            await guest.ask("chat", text="Oh!")
        if soak.rng.random() < 0.7:
            await guest.ok("leave_room")
        else:
            break
    await go_away(soak, guest)


async def listen(guest, seconds):
    end = asyncio.get_running_loop().time() + seconds
    try:
        while True:
            await guest.hear(max(0.001, end - asyncio.get_running_loop().time()))
    except asyncio.TimeoutError:
        pass


async def deaf(soak):
    """A spectator who reads nothing, over a connection with small buffers."""
    guest = await Guest.arrive(soak.port, an_address(), receive_buffer=4096)
    if soak.rooms:
        code, _ = soak.rng.choice(soak.rooms)
        guest.request("spectate", 1, room=code)
    soak.counts["drop: deaf"] += 1
    guest.sleep()
    await asyncio.sleep(soak.silence + 2)
    guest.wake()
    await guest.fall_silent(PATIENCE)


async def lobby(soak):
    """A waiting room that many enter, chat in and leave: it gets more records than the server keeps."""
    host = await Guest.arrive(soak.port)
    room = await host.ok("create_room", name="Host", options={"spectators": "public"})
    soak.counts["rooms opened"] += 1
    attending = asyncio.create_task(listen(host, 1000))
    try:
        for _ in range(soak.rng.randint(5, 45)):
            guest = await Guest.arrive(soak.port)
            await guest.ok("join_room", room=room["room"], name="Guest")
            await guest.ok("ready")
            await guest.ok("chat", text="Hello. " * 20)
            await guest.ok("leave_room")
            await guest.ok("list_rooms")
            await go_away(soak, guest)
            soak.counts["came and went"] += 1
    finally:
        attending.cancel()
        await asyncio.wait({attending})
    if soak.rng.random() < 0.5:
        await host.ok("leave_room")
    await go_away(soak, host)


async def desert(soak):
    """Opens a room and vanishes; sometimes with a second player."""
    first = await Guest.arrive(soak.port)
    room = await first.ok("create_room", name="Gone", options=options_of(soak.rng) | {"public": False})
    soak.counts["rooms opened"] += 1
    if soak.rng.random() < 0.5:
        watcher = await Guest.arrive(soak.port, an_address())
        await watcher.ask("spectate", room=room["room"])
        await go_away(soak, watcher)
    await go_away(soak, first)


async def replaced(soak):
    """One seat on many connections: each resume takes it from the one before, which is closed with 4001."""
    guest = await Guest.arrive(soak.port)
    seated = await guest.ok("create_room", name="Many")
    soak.counts["rooms opened"] += 1
    for _ in range(soak.rng.randint(2, 8)):
        before, guest = guest, await Guest.arrive(soak.port)
        await guest.ok("resume", room=seated["room"], token=seated["token"])
        soak.counts["seats taken over"] += 1
        try:
            await before.fall_silent(PATIENCE)
        except Ended:
            pass
    await go_away(soak, guest)
