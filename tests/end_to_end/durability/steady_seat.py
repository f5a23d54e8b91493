"""A seat of a room whose players do not give up, and what counts as a lost line."""

import asyncio

import websockets

from client import Closed, ProtocolFault
from world import Player

LOST = (Closed, OSError, EOFError, websockets.WebSocketException, asyncio.TimeoutError)


class Refused(ProtocolFault):
    def __init__(self, text, code):
        super().__init__(text)
        self.code = code


class Aborted(Exception):
    """The reveal that was owed did not come in time: the match begins anew."""


class Seat(Player):
    def __init__(self, name, index, token):
        super().__init__(name)
        self.index = index
        self.token = token
        self.client = None
        self.shown = None  # the seq of the last view checked on this connection
        self.ahead = None  # a view of the change that the model has yet to learn
        self.room = None
        self.table = None
        self.heard = []  # (seat, text) of the chat, over all lines
        self.heard_at = 0
