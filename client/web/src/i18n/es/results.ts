import type {Words} from '../words';

type Results = Words['app']['results'];
type Key<Name extends 'why' | 'mismatch'> = Parameters<Results[Name]>[0];

const why: Record<Key<'why'>, string> = {
  tokens: 'Se acabaron tres clases de fichas de mercancía.',
  deck: 'El mazo ya no podía rellenar el mercado.',
  stalled: 'Hubo veinte intercambios seguidos.',
  seals: 'La partida está decidida.',
  resigned: 'Alguien se rindió.',
  timeout: 'A alguien se le acabó el tiempo.',
  claimed: 'Alguien tardó demasiado.',
  abandoned: 'La partida se interrumpió.',
};

const mismatches: Record<Key<'mismatch'>, string> = {
  table: 'Los compromisos de la mesa no son los que se hicieron.',
  commitments: 'Los compromisos de la prueba no son los que se publicaron antes.',
  secrets: 'Los secretos de la prueba no encajan con los compromisos.',
  deal: 'Un reparto no se deduce de la prueba.',
  starter: 'Empezó quien no debía.',
  rounds: 'Se saltó una ronda, o acabó sin regla alguna, y la partida siguió.',
  results: 'El resultado de una ronda no es lo que se vio.',
};

const rounds = (count: number) => (count === 1 ? 'una ronda' : `${count} rondas`);

export const results: Results = {
  why: reason => why[reason] ?? '',
  roundWon: name => `${name} gana el sello`,
  roundWonYou: 'Ganas el sello',
  roundDrawn: 'Empate: nadie recibe el sello',
  roundCut: 'La ronda se interrumpió',
  byRupees: (more, less) => `${more} a ${less} rupias.`,
  byBonus: 'Las mismas rupias, pero más fichas de bonificación.',
  byGoods: 'Las mismas rupias y fichas de bonificación, pero más fichas de mercancía.',
  byNothing: 'Igualdad en rupias, fichas de bonificación y fichas de mercancía.',
  kind: '¡Buen comercio! Quizá la próxima partida sea para ti.',
  toEnd: 'Ver el resultado',
  bonus: 'Bonificación',
  camelToken: 'Ficha de camello',
  hand: 'Cartas restantes',
  nothing: 'nada',
  sum: 'Rupias',
  showTable: 'Ver la mesa',
  showSummary: 'Volver al recuento',
  waitingFor: name => `Esperando a ${name}.`,
  soon: 'La ronda siguiente empieza sola, un minuto después del final de esta.',

  won: '¡Ganas la partida!',
  lost: name => `${name} gana la partida`,
  nobody: 'Nadie ganó la partida',
  matchWhy: {
    seals: (_loser, more, less) => `${more} a ${less} sellos.`,
    resigned: loser => `${loser} se rindió.`,
    timeout: loser => `A ${loser} se le acabó el tiempo.`,
    claimed: loser => `${loser} tardó demasiado.`,
    abandoned: () => 'La partida se interrumpió.',
  },
  matchWhyYou: {
    resigned: 'Te rendiste.',
    timeout: 'Se te acabó el tiempo.',
    claimed: 'Tardaste demasiado.',
  },
  allRounds: 'Todas las rondas',
  winner: 'Sello',
  rematch: 'Revancha',
  rematchAsked: 'Pediste la revancha. Esperando a tu rival.',
  rematchOffered: name => `${name} pide la revancha.`,
  rematchGone: 'Tu rival se ha ido.',
  newGame: 'Partida nueva',
  replay: 'Ver la repetición',
  save: 'Guardar la repetición',

  shuffle: 'La mezcla',
  unknown: 'Aún no se sabe nada de la mezcla.',
  committed: 'La mezcla está sellada. Al acabar la partida, esta página la comprueba.',
  unchecked: 'No se pudo comprobar la mezcla: no se pudo cargar una parte de esta página. Vuelve a cargar la página o abre la repetición.',
  fair: 'La mezcla fue limpia.',
  fits: 'Ninguna carta cambió después de sellar la mezcla.',
  unfair: 'LA MEZCLA NO FUE LIMPIA. No te fíes de este servidor.',
  mismatch: what => mismatches[what],
  aborted: count => `En esta sala ${count === 1 ? 'se anuló una mezcla' : `se anularon ${count} mezclas`} cuando todos estaban ya atados a ella. Un servidor al que no le guste un mazo podría hacerlo.`,
  checked: 'Lo que se comprobó',
  points: (shuffle, you) => [
    'El secreto del servidor es aquel con el que se comprometió antes de la partida.',
    shuffle.contributors[0] && shuffle.contributors[1] ? 'Los programas de las dos partes pusieron números secretos propios en la mezcla.'
    : shuffle.own ? 'Esta página puso un número secreto propio en la mezcla.'
    : shuffle.contributors[0] || shuffle.contributors[1] ? 'El programa de una de las partes puso un número secreto propio en la mezcla.'
    : 'Nadie puso su parte en la mezcla: las cartas las eligió solo el servidor.',
    shuffle.rounds ? `Todo lo que se vio de ${rounds(shuffle.rounds)} se deduce de estos secretos.` : 'No se vio ninguna ronda desde su primera carta.',
    shuffle.whole ? 'Esta página vio la partida desde su primer compromiso.'
    : 'Esta página no vio toda la partida: lo anterior no se pudo comparar.',
    ...(you !== null && shuffle.contributors[you] && !shuffle.own ? ['El número secreto de tu asiento no vino de esta página.'] : []),
    ...(shuffle.starter ? [] : ['Esta página no estaba cuando se acordó la partida, así que no pudo comprobar quién debía empezar.']),
  ],
};
