// What went wrong, and what to do instead: a sentence or two for every code of the protocol.
import type {ErrorCode} from '../../protocol/messages';

export const errors: Record<ErrorCode | 'offline', string> = {
  offline: 'The connection was lost before the server answered. Try again once it is back.',
  bad_json: 'The server didn’t understand this page. Reload it and try again.',
  bad_request: 'The server rejected that. Check what you chose and try again.',
  unknown_type: 'The server doesn’t know that request. It may be older than this page.',
  rate_limited: 'Too many requests from you or your network. Wait a moment and try again.',
  server_full: 'The server is full. Try again later.',
  shutting_down: 'The server is shutting down and opens no more rooms. Try again in a minute.',
  storage_full: 'The server can’t store anything now, so nothing has changed. Try again later.',
  no_such_room: 'No such room, or wrong password. Check both.',
  room_full: 'Both seats of that room are taken. You may be able to watch it instead.',
  bad_token: 'The server no longer knows that seat. Join again or open a new room.',
  server_locked: 'This server is private. You need its password or an invitation.',
  wrong_password: 'Wrong server password. Check it and try again.',
  invitation_over: 'This invitation no longer works. Ask for a new one.',
  not_in_room: 'You aren’t in a room. Open one, join one or watch one first.',
  already_in_room: 'You are already in a room. Leave it first.',
  not_a_player: 'Only players can do that. You are watching.',
  not_owner: 'Only the owner of the room can do that: the player who was here first.',
  bad_name: 'You can’t use that name. Use 1 to 20 ordinary characters.',
  bad_text: 'You can’t send that text. Use 1 to 200 ordinary characters.',
  chat_off: 'The room’s owner doesn’t let you chat.',
  bad_reveal: 'The server rejected this page’s part of the shuffle. Press Ready once more.',
  bad_commit: 'The server rejected this page’s part of the shuffle. Press Ready once more.',
  not_playing: 'You can’t do that at this point of the match.',
  not_your_turn: 'It isn’t your turn. Wait for your opponent’s move.',
  stale_ply: 'The game has moved on, so nothing was played. Look at the market again.',
  cannot_claim: 'You can’t claim the win: your opponent still has time.',
  not_in_market: 'Those cards aren’t in the market. Camels are only taken all together.',
  no_camels: 'There are no camels in the market. Do something else.',
  exchange_too_small: 'An exchange needs at least two cards. To get one card, take it.',
  exchange_unequal: 'In an exchange you give as many cards as you take.',
  exchange_takes_camel: 'You can’t take camels in an exchange. Take all the camels instead.',
  exchange_same_good: 'You can’t give and take the same goods in one exchange.',
  hand_limit: 'You would hold more than seven cards. Sell something first, or give goods instead of camels.',
  not_in_hand: 'You don’t have that many of these cards. Look at your hand.',
  herd_too_small: 'You don’t have that many camels. Look at your herd.',
  sale_too_small: 'A sale needs at least one card, and at least two of diamond, gold or silver.',
};

// Where somebody wants to come in, the server's answer says less than what it may mean.
export const entering = {
  watch_no_such_room: 'No such room, wrong password, or spectators aren’t allowed.',
  rate_limited: 'Too many wrong codes or passwords from you or your network. Try again in ten minutes.',
};
