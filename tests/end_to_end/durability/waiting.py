"""Tasks that may hang: shows what they wait for, and ends them reliably."""

import asyncio
import linecache
import pathlib
from collections import Counter

OURS = str(pathlib.Path(__file__).resolve().parents[1])


def chain(task):
    """Where a task is: the chain of these tests' functions, and the line of the innermost."""
    frames, coroutine = [], task.get_coro()
    while coroutine is not None:
        frame = getattr(coroutine, "cr_frame", None)
        if frame and frame.f_code.co_filename.startswith(OURS):
            frames.append((coroutine.__qualname__, frame.f_code.co_filename, frame.f_lineno))
        coroutine = getattr(coroutine, "cr_await", None)
    if not frames:
        return None
    _, file, line = frames[-1]
    names = " > ".join(name for name, _, _ in frames[-4:])
    return f"{names}: {linecache.getline(file, line).strip()} ({pathlib.Path(file).name}:{line})"


def waits():
    """What all tasks except this one wait for, in a line; the rarest first."""
    others = (chain(task) for task in asyncio.all_tasks() if task is not asyncio.current_task())
    places = Counter(place for place in others if place)
    return "; ".join(
        f"{count} in {place}" for place, count in sorted(places.items(), key=lambda item: (item[1], item[0]))
    )


async def end(tasks):
    """Cancels them repeatedly: websockets uses asyncio.wait_for, which can lose a cancellation (see `within`)."""
    while left := {task for task in tasks if not task.done()}:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=1)
    for task in tasks:
        if not task.cancelled():
            task.exception()  # so that Python doesn't warn
