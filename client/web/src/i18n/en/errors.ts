// What went wrong, and what to do instead: a sentence or two for every code of the protocol.
import type {ErrorCode} from '../../protocol/messages';

export const errors: Record<ErrorCode | 'offline', string> = {
  offline: 'The connection was lost before the server answered. Try again once it is back.',
  bad_json: 'The server did not understand this page. Reload it and try again.',
  bad_request: 'The server did not accept that. Look at what you chose and try again.',
  unknown_type: 'The server does not know that request. It may be older than this page.',
  rate_limited: 'That was too much at once, from you or your network. Wait a moment and try again.',
  server_full: 'The server is full. Try again later.',
  shutting_down: 'The server is stopping and opens no more rooms. Try again in a minute.',
  storage_full: 'The server cannot store anything right now, so nothing has changed. Try again later.',
  no_such_room: 'There is no such room, or it wants another password. Check both.',
  room_full: 'Both seats of that room are taken. You may be able to watch it instead.',
  bad_token: 'The server does not know that seat any more. Join again or open a new room.',
  not_in_room: 'You are in no room. Open one, join one or watch one first.',
  already_in_room: 'You are in a room already. Leave it first.',
  not_a_player: 'Only the players can do that. You are watching.',
  not_owner: 'Only the owner of the room can do that: the player who was here first.',
  bad_name: 'That name cannot be used. Take 1 to 20 ordinary characters.',
  bad_text: 'That text cannot be sent. Take 1 to 200 ordinary characters.',
  bad_reveal: 'The server did not accept this page’s part in the shuffle. Press Ready once more.',
  bad_commit: 'The server did not accept this page’s part in the shuffle. Press Ready once more.',
  not_playing: 'That cannot be done at this moment of the match.',
  not_your_turn: 'It is not your turn. Wait until the other player has played.',
  stale_ply: 'The game has moved on meanwhile, so nothing was played. Look at the market again.',
  cannot_claim: 'You cannot claim the win: the other player still has time.',
  not_in_market: 'That is not in the market as goods. Choose again; camels are only taken all together.',
  no_camels: 'There are no camels in the market. Do something else.',
  exchange_too_small: 'An exchange needs at least two cards. To get one card, take it.',
  exchange_unequal: 'In an exchange you give as many cards as you take.',
  exchange_takes_camel: 'Camels cannot be taken in an exchange. Take all the camels, as a move of its own.',
  exchange_same_good: 'In an exchange, no kind of goods can be both taken and given.',
  hand_limit: 'You would hold more than seven cards. Sell something first, or give goods instead of camels.',
  not_in_hand: 'You do not hold that many of these cards. Look at your hand.',
  herd_too_small: 'You do not have that many camels. Look at your herd.',
  sale_too_small: 'A sale needs at least one card, and at least two of diamond, gold or silver.',
};

// Where somebody wants to come in, the server's answer says less than what it may mean.
export const entering = {
  watch_no_such_room: 'There is no such room, or it wants another password, or nobody may watch it.',
  rate_limited: 'Too many wrong codes or passwords came from you or your network. The server takes no more of them for up to ten minutes.',
};
