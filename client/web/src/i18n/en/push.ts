// Push messages in rooms that are played over days. Comes with the switch for them, not with the page.
export const push = {
  label: 'Tell me when it is my turn, even if this page is closed',
  hint: 'The push service of your browser’s maker carries the message. It is encrypted and says only the room’s code and that it is your turn, or that the match begins or ends. You can switch it off here.',
  blocked: 'The browser does not allow notifications for this page. You can change that in the browser’s settings.',
  failed: 'The browser could not reach its push service. Try again later.',
  refused: 'The server does not send messages to this browser’s push service.',
  offer: 'Get a message when it is your turn, even if this page is closed? Your browser’s push service carries the message, encrypted.',
  yes: 'Tell me',
  no: 'No, thanks',
  turn: 'It is your turn.',
  start: 'Your opponent is here. The match can begin.',
  over: 'The match is over.',
  rematch: 'Your opponent asks for a rematch.',
  room: 'Room',
};
