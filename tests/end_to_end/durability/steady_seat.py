"""A seat of a room whose players don't give up, and which errors count as a lost connection."""

import asyncio

import websockets

from client import Closed, ProtocolFault
from world_values import Player


class Stopping(Exception):
    """The server takes nobody in any more."""


LOST = (Stopping, Closed, OSError, EOFError, websockets.WebSocketException, asyncio.TimeoutError)


class Refused(ProtocolFault):
    def __init__(self, text, code):
        super().__init__(text)
        self.code = code


class Aborted(Exception):
    """A reveal was late: the match starts again."""


class Seat(Player):
    def __init__(self, name, index, token):
        super().__init__(name)
        self.index = index
        self.token = token
        self.client = None
        self.shown = None  # the seq of the last view checked on this connection
        self.ahead = None  # a view of a change that the model hasn't learned yet
        self.room = None
        self.table = None
        self.heard = []  # (seat, text) of the chat, over all connections
        self.heard_at = 0
