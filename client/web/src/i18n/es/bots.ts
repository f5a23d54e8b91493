// The levels of the bot.
export const bots = {
  label: 'Nivel del bot',
  names: {
    beginner: 'Bot novato',
    easy: 'Bot fácil',
    medium: 'Bot medio',
    hard: 'Bot difícil',
    master: 'Bot maestro',
  },
  levels: {
    beginner: 'Novato',
    easy: 'Fácil',
    medium: 'Medio',
    hard: 'Difícil',
    master: 'Maestro',
  },
  play: {
    beginner: 'Vende pronto y apenas usa los camellos. Hasta un peque le gana.',
    easy: 'Solo piensa en su próxima jugada, nunca en tus cartas.',
    medium: 'Juega bien, pero olvida qué cartas has tomado.',
    hard: 'Recuerda qué cartas has tomado y piensa por adelantado.',
    master: 'No olvida nada y es el que más piensa cada jugada.',
  },
  stronger: (level: string) => `Nivel siguiente: ${level}`,
  weaker: (level: string) => `Nivel más fácil: ${level}`,
};
