// The levels of the bot.
export const bots = {
  label: 'Niveau du bot',
  names: {
    beginner: 'Bot débutant',
    easy: 'Bot facile',
    medium: 'Bot moyen',
    hard: 'Bot difficile',
    master: 'Bot maître',
  },
  levels: {
    beginner: 'Débutant',
    easy: 'Facile',
    medium: 'Moyen',
    hard: 'Difficile',
    master: 'Maître',
  },
  play: {
    beginner: 'Vend tôt et fait peu de cas des chameaux. Même un enfant peut gagner.',
    easy: 'Ne pense qu’à son prochain coup, jamais à tes cartes.',
    medium: 'Joue bien, mais oublie quelles cartes tu as prises.',
    hard: 'Retient les cartes que tu as prises et anticipe.',
    master: 'N’oublie rien et réfléchit le plus longtemps à chaque coup.',
  },
  stronger: (level: string) => `Niveau suivant : ${level}`,
  weaker: (level: string) => `Niveau plus facile : ${level}`,
};
