// The levels of the bot, the weakest first: names, the level alone, and how it plays.
export const bots = {
  label: 'Level of the bot',
  names: {
    beginner: 'Beginner bot',
    easy: 'Easy bot',
    medium: 'Medium bot',
    hard: 'Hard bot',
    master: 'Master bot',
  },
  levels: {
    beginner: 'Beginner',
    easy: 'Easy',
    medium: 'Medium',
    hard: 'Hard',
    master: 'Master',
  },
  play: {
    beginner: 'Sells early and sees little use in camels. A child can win.',
    easy: 'Looks only at its next move, never at your cards.',
    medium: 'Plays well, but forgets which cards you took.',
    hard: 'Remembers which cards you took, and looks ahead.',
    master: 'Forgets nothing and thinks longest about each move.',
  },
  stronger: (level: string) => `Next level: ${level}`,
  weaker: (level: string) => `Easier level: ${level}`,
};
