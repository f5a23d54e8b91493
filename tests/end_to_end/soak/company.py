"""Everybody who visits the server during a soak: about fifty visitors at a time from Python, and the load generator in bouts."""

import asyncio
import json
import random
import time
import traceback
from collections import Counter, deque

import nuisances
import visits
from guest import Guest
from server_process import within

# The relative frequency of each visit.
VISITS = {
    visits.match: 30,
    visits.quick: 12,
    visits.bot: 10,
    visits.watch: 25,
    visits.deaf: 2,
    visits.lobby: 4,
    visits.desert: 8,
    visits.replaced: 4,
    nuisances.guess: 5,
    nuisances.hoard: 1,
    nuisances.crowd: 1,
    nuisances.http: 6,
    nuisances.frames: 8,
    nuisances.nonsense: 4,
    nuisances.unborn: 6,
}
LONGEST_VISIT = 600
MOST_FAULTS = 20


class Company:
    def __init__(self, port, seed, *, silence, empty_room_dies_after, pause, patience):
        self.port = port
        self.rng = random.Random(seed)
        self.silence = silence  # seconds after which the server drops a silent client
        self.empty_room_dies_after = empty_room_dies_after
        self.pause = pause  # at most, in seconds, before an action
        self.patience = patience  # with opponents that do nothing
        self.counts = Counter()
        self.rooms = deque(maxlen=60)  # (code, options) of recently opened rooms
        self.finished = deque(maxlen=500)  # recently ended matches
        self.faults = 0
        self.stopping = False
        self.tasks = set()

    def start(self, workers, bulk=None):
        works = [self.work(number) for number in range(workers)] + ([self.bouts(*bulk)] if bulk else [])
        for work in works:
            self.add(work)

    def add(self, coroutine):
        task = asyncio.create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def silent(self, guest):
        """A client that stops answering: the server must drop its connection."""
        self.add(self.given_up(guest))

    async def given_up(self, guest):
        try:
            await guest.fall_silent(3 * self.silence + 10)
            self.counts["silent ones given up"] += 1
        except asyncio.TimeoutError:
            self.fault("the server didn't drop a silent connection")

    async def work(self, number):
        """What one visitor after the other does; `number` chooses the first visit, so that each kind occurs."""
        kinds, weights = list(VISITS), list(VISITS.values())
        visit = kinds[number % len(kinds)]
        while not self.stopping and self.goes_on:
            try:
                await within(visit(self), LONGEST_VISIT)
                self.counts[f"visit: {visit.__name__}"] += 1
            except Exception as error:
                if not self.stopping:
                    self.fault(f"{visit.__name__}: {''.join(traceback.format_exception(error, limit=-2))}")
            visit = self.rng.choices(kinds, weights)[0]

    def fault(self, text):
        """Printed at once, because a soak is long; stops it after too many faults, since more would teach nothing."""
        self.faults += 1
        print(f"FAILED {time.strftime('%H:%M:%S')} {text}", flush=True)

    @property
    def goes_on(self):
        return self.faults < MOST_FAULTS

    async def bouts(self, program, seconds, rooms, rate):
        """Runs the load generator repeatedly; each bout ends by dropping all its connections in mid-match."""
        while not self.stopping and self.goes_on:
            number = self.rng.randint(rooms // 2, rooms)
            command = [str(program), str(self.port), str(number), str(seconds), str(rate)]
            process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
            try:
                said, _ = await process.communicate()
            except asyncio.CancelledError:
                process.kill()
                await process.wait()
                raise
            if process.returncode != 0:
                self.fault(f"the load generator ended with {process.returncode}")
                await asyncio.sleep(1)
                continue
            self.counts["actions"] += json.loads(said.splitlines()[-1])["moves"]
            self.counts["rooms opened"] += number
            self.counts["drop: the whole program"] += 2 * number
            self.counts["bouts"] += 1

    async def stop(self, seconds):
        """Lets visits finish, but not for long; then drops everybody at once."""
        self.stopping = True
        await self.ended(seconds)
        self.counts["drop: all at once"] += Guest.count()
        Guest.all_go()
        await self.ended(3)
        while self.tasks:
            for task in list(self.tasks):
                task.cancel()
            await self.ended(1)
        Guest.all_go()

    async def ended(self, seconds):
        end = asyncio.get_running_loop().time() + seconds
        while self.tasks and asyncio.get_running_loop().time() < end:
            await asyncio.wait(self.tasks, timeout=0.2)
