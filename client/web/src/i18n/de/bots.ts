// The levels of the bot.
export const bots = {
  label: 'Stufe des Bots',
  names: {
    beginner: 'Anfänger-Bot',
    easy: 'Einfacher Bot',
    medium: 'Mittlerer Bot',
    hard: 'Starker Bot',
    master: 'Meister-Bot',
  },
  levels: {
    beginner: 'Anfänger',
    easy: 'Einfach',
    medium: 'Mittel',
    hard: 'Stark',
    master: 'Meister',
  },
  play: {
    beginner: 'Verkauft früh und hält wenig von Kamelen. Auch ein Kind kann gewinnen.',
    easy: 'Denkt nur an den nächsten Zug, nie an deine Karten.',
    medium: 'Spielt gut, vergisst aber, welche Karten du genommen hast.',
    hard: 'Merkt sich, welche Karten du genommen hast, und denkt voraus.',
    master: 'Vergisst nichts und denkt am längsten über jeden Zug nach.',
  },
  stronger: (level: string) => `Nächste Stufe: ${level}`,
  weaker: (level: string) => `Leichtere Stufe: ${level}`,
};
