import type {Words} from '../words';

type Results = Words['app']['results'];
type Key<Name extends 'why' | 'mismatch'> = Parameters<Results[Name]>[0];

const why: Record<Key<'why'>, string> = {
  tokens: 'Trois types de jetons de marchandises sont épuisés.',
  deck: 'La pioche ne pouvait plus remplir le marché.',
  stalled: 'Il y a eu vingt échanges de suite.',
  seals: 'La partie est décidée.',
  resigned: 'Quelqu’un a abandonné.',
  timeout: 'Une pendule est à zéro.',
  claimed: 'Quelqu’un a mis trop de temps.',
  abandoned: 'La partie a été interrompue.',
};

const mismatches: Record<Key<'mismatch'>, string> = {
  table: 'Les engagements sur la table ne sont pas ceux qui avaient été pris.',
  commitments: 'Les engagements de la preuve ne sont pas ceux qui avaient été publiés.',
  secrets: 'Les secrets de la preuve ne correspondent pas aux engagements.',
  deal: 'Une distribution ne découle pas de la preuve.',
  starter: 'Ce n’est pas le bon côté qui a commencé.',
  rounds: 'Une manche a été sautée, ou terminée sans règle, et la partie a continué.',
  results: 'Le résultat d’une manche n’est pas ce qui a été vu.',
};

const rounds = (count: number) => (count === 1 ? 'd’une manche' : `de ${count} manches`);

export const results: Results = {
  why: reason => why[reason] ?? '',
  roundWon: name => `${name} gagne le sceau`,
  roundWonYou: 'Tu gagnes le sceau',
  roundDrawn: 'Égalité : personne n’a le sceau',
  roundCut: 'La manche a été interrompue',
  byRupees: (more, less) => `${more} à ${less} roupies.`,
  byBonus: 'Autant de roupies, mais plus de jetons bonus.',
  byGoods: 'Autant de roupies et de jetons bonus, mais plus de jetons de marchandises.',
  byNothing: 'Égalité en roupies, en jetons bonus et en jetons de marchandises.',
  kind: 'Bien négocié ! La prochaine partie sera peut-être pour toi.',
  toEnd: 'Voir le résultat',
  bonus: 'Bonus',
  camelToken: 'Jeton chameau',
  hand: 'Cartes restantes',
  nothing: 'rien',
  sum: 'Roupies',
  showTable: 'Voir la table',
  showSummary: 'Retour au décompte',
  waitingFor: name => `On attend ${name}.`,
  soon: 'La manche suivante commence d’elle-même, une minute après la fin de celle-ci.',

  won: 'Tu gagnes la partie !',
  lost: name => `${name} gagne la partie`,
  nobody: 'Personne n’a gagné la partie',
  matchWhy: {
    seals: (_loser, more, less) => `${more} à ${less} sceaux.`,
    resigned: loser => `${loser} a abandonné.`,
    timeout: loser => `${loser} n’a plus de temps.`,
    claimed: loser => `${loser} a mis trop de temps.`,
    abandoned: () => 'La partie a été interrompue.',
  },
  matchWhyYou: {
    resigned: 'Tu as abandonné.',
    timeout: 'Ton temps est écoulé.',
    claimed: 'Tu as mis trop de temps.',
  },
  allRounds: 'Toutes les manches',
  winner: 'Sceau',
  rematch: 'Revanche',
  rematchAsked: 'Tu as demandé une revanche. On attend l’adversaire.',
  rematchOffered: name => `${name} demande une revanche.`,
  rematchGone: 'L’adversaire n’est plus là.',
  newGame: 'Nouvelle partie',
  replay: 'Revoir la partie',
  save: 'Enregistrer la partie',

  shuffle: 'Le mélange',
  unknown: 'On ne sait encore rien du mélange.',
  committed: 'Le mélange est scellé. La partie finie, cette page le vérifie.',
  unchecked: 'Le mélange n’a pas pu être vérifié : une partie de cette page n’a pas pu être chargée. Recharge la page, ou revois la partie.',
  fair: 'Le mélange était équitable.',
  fits: 'Aucune carte n’a changé après le scellement du mélange.',
  unfair: 'LE MÉLANGE N’ÉTAIT PAS ÉQUITABLE. Ne te fie pas à ce serveur.',
  mismatch: what => mismatches[what],
  aborted: count => `Dans cette salle, ${count === 1 ? 'un mélange a été annulé' : `${count} mélanges ont été annulés`} alors que chacun était déjà lié. Un serveur à qui une pioche déplaît pourrait le faire.`,
  checked: 'Ce qui a été vérifié',
  points: (shuffle, you) => [
    'Le secret du serveur est celui sur lequel il s’était engagé avant la partie.',
    shuffle.contributors[0] && shuffle.contributors[1] ? 'Les programmes des deux côtés ont mis dans le mélange leurs propres nombres secrets.'
    : shuffle.own ? 'Cette page a mis dans le mélange son propre nombre secret.'
    : shuffle.contributors[0] || shuffle.contributors[1] ? 'Le programme d’un seul côté a mis dans le mélange son propre nombre secret.'
    : 'Personne n’a pris part au mélange : le serveur seul a choisi les cartes.',
    shuffle.rounds ? `Tout ce qui a été vu ${rounds(shuffle.rounds)} découle de ces secrets.` : 'Aucune manche n’a été vue depuis sa première carte.',
    shuffle.whole ? 'Cette page a vu la partie depuis son premier engagement.'
    : 'Cette page n’a pas vu toute la partie : ce qui précède n’a pas pu être comparé.',
    ...(you !== null && shuffle.contributors[you] && !shuffle.own ? ['Le nombre secret de ta place ne vient pas de cette page.'] : []),
    ...(shuffle.starter ? [] : ['Cette page n’était pas là quand la partie a été convenue ; elle n’a donc pas pu vérifier qui devait commencer.']),
  ],
};
