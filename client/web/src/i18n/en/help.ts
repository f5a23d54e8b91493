// How to play. Comes with the help screen, not with the page.
export const help = {
  goal: 'What it is about',
  goalText: [
    'Two traders of Jaipur buy and sell at the market. The richer one at the end of a round wins a seal of excellence. The first to have two of them, or as many as were agreed, wins the match.',
  ],
  turn: 'Your turn: one of four moves',
  moves: [
    {name: 'Take one good', text: 'One card of goods from the market goes to your hand; the deck fills the gap. Seven cards are the most that your hand holds.'},
    {name: 'Take all the camels', text: 'All camels of the market go to your herd. They do not count as cards of your hand.'},
    {name: 'Exchange', text: 'Take two or more goods from the market and give as many cards back, goods or camels. You can’t give and take the same goods.'},
    {name: 'Sell', text: 'Sell any number of cards of one kind; of diamonds, gold and silver two at least. You get the top tokens of its pile: the first to sell gets more. Three, four, or five and more cards at once bring a bonus token, too.'},
  ],
  worth: 'What the goods are worth',
  worthText: 'From the first token to the last.',
  bonus: 'Bonus tokens',
  bonusText: ['3 cards: 1 to 3', '4 cards: 4 to 6', '5 and more: 8 to 10'],
  end: 'The end of a round',
  endText: [
    'A round ends at once when three kinds of goods tokens are gone, when the deck cannot fill the market, or after twenty exchanges in a row.',
    'The larger herd of camels earns 5 rupees. Cards left in the hand are worth nothing. Of two traders who are equally rich, the one with more bonus tokens wins, then the one with more goods tokens.',
  ],
  how: 'How to do it here',
  howText: [
    'Press cards to choose them, in the market and in your hand. Next to the Play button you read what the move would do, or why it is not allowed. Then press Play. You can also drag cards to where they should go. Hold a card to choose all of its kind.',
    'With a screen reader, Tab and the space bar do all of it. The arrows and the single letters below are for its focus mode, where it does not keep them for itself.',
  ],
  keys: 'Keys',
  keyList: [
    ['Arrows', 'move from card to card'],
    ['Space, Enter', 'choose the card, or put it back'],
    ['Shift + Enter', 'choose all cards of this kind'],
    ['p', 'play what is chosen'],
    ['Esc', 'put everything back'],
    ['t', 'write a message'],
    ['l', 'read the log'],
    ['?', 'this help'],
    ['← →', 'in a replay: one moment back or on'],
  ] as readonly (readonly [string, string])[],
  shuffle: 'Why the shuffle is fair',
  shuffleText: [
    'Before a match, the server and the pages of both players each choose a secret number and publish only its fingerprint. Once all fingerprints are out, the numbers are shown, and all three together decide the order of the cards. Nobody could have chosen it: not the server, not a player, not two of them together.',
    'When the match is over, the server shows its number, too. This page then deals every round again and compares it with what it saw.',
    'This can’t keep the people who run the server from looking at the cards in its memory, or from stopping a match. And this page comes from that server: if you don’t want to trust it in this either, play with the program for the terminal, or have that check the replay.',
  ],
  about: 'About',
  licences: 'What this page is made with, and its licences',
  aboutText: [
    'Jaipur is a game by Sébastien Pauchon. This is an unofficial implementation by fans, connected neither with its author nor with any publisher; it contains no text and no art of the game.',
    'It is free software under the MIT licence. The page contacts only its own server, and keeps your settings and seats only in this browser.',
  ],
};
