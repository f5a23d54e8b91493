import type {Words} from '../words';

type Results = Words['app']['results'];
type Key<Name extends 'why' | 'mismatch'> = Parameters<Results[Name]>[0];

const why: Record<Key<'why'>, string> = {
  tokens: 'Drei Sorten Warenchips sind aufgebraucht.',
  deck: 'Der Nachziehstapel konnte den Markt nicht mehr auffüllen.',
  stalled: 'Es wurde zwanzigmal hintereinander getauscht.',
  seals: 'Die Partie ist entschieden.',
  resigned: 'Jemand hat aufgegeben.',
  timeout: 'Eine Uhr ist abgelaufen.',
  claimed: 'Jemand hat zu lange gebraucht.',
  abandoned: 'Die Partie wurde abgebrochen.',
};

const mismatches: Record<Key<'mismatch'>, string> = {
  table: 'Die Festlegungen auf dem Tisch sind nicht die, die gemacht wurden.',
  commitments: 'Die Festlegungen im Beweis sind nicht die, die vorher veröffentlicht wurden.',
  secrets: 'Die Geheimnisse im Beweis passen nicht zu den Festlegungen.',
  deal: 'Eine Kartenverteilung folgt nicht aus dem Beweis.',
  starter: 'Die falsche Seite hat angefangen.',
  rounds: 'Eine Runde wurde übergangen oder endete nach keiner Regel, und die Partie ging weiter.',
  results: 'Das Ergebnis einer Runde ist nicht das, was zu sehen war.',
};

const rounds = (count: number) => (count === 1 ? 'einer Runde' : `${count} Runden`);

export const results: Results = {
  why: reason => why[reason] ?? '',
  roundWon: name => `${name} gewinnt das Siegel`,
  roundWonYou: 'Du gewinnst das Siegel',
  roundDrawn: 'Unentschieden: Niemand bekommt das Siegel',
  roundCut: 'Die Runde wurde abgebrochen',
  byRupees: (more, less) => `${more} zu ${less} Rupien.`,
  byBonus: 'Gleich viele Rupien, aber mehr Bonuschips.',
  byGoods: 'Gleich viele Rupien und Bonuschips, aber mehr Warenchips.',
  byNothing: 'Gleich viele Rupien, Bonuschips und Warenchips.',
  kind: 'Gut gehandelt! Vielleicht gewinnst du die nächste Partie.',
  toEnd: 'Ergebnis zeigen',
  bonus: 'Bonus',
  camelToken: 'Kamelchip',
  hand: 'Übrige Karten',
  nothing: 'keine',
  sum: 'Rupien',
  showTable: 'Den Tisch ansehen',
  showSummary: 'Zurück zur Abrechnung',
  waitingFor: name => `Warten auf ${name}.`,
  soon: 'Die nächste Runde beginnt von allein, eine Minute nach dem Ende dieser.',

  won: 'Du gewinnst die Partie!',
  lost: name => `${name} gewinnt die Partie`,
  nobody: 'Niemand hat die Partie gewonnen',
  matchWhy: {
    seals: (_loser, more, less) => `Mit ${more} zu ${less} Siegeln.`,
    resigned: loser => `${loser} hat aufgegeben.`,
    timeout: loser => `Die Zeit von ${loser} ist abgelaufen.`,
    claimed: loser => `${loser} hat zu lange gebraucht.`,
    abandoned: () => 'Die Partie wurde abgebrochen.',
  },
  matchWhyYou: {
    resigned: 'Du hast aufgegeben.',
    timeout: 'Deine Zeit ist abgelaufen.',
    claimed: 'Du hast zu lange gebraucht.',
  },
  allRounds: 'Alle Runden',
  winner: 'Siegel',
  rematch: 'Revanche',
  rematchAsked: 'Du hast um eine Revanche gebeten. Warten auf dein Gegenüber.',
  rematchOffered: name => `${name} bittet um eine Revanche.`,
  rematchGone: 'Dein Gegenüber ist gegangen.',
  newGame: 'Neues Spiel',
  replay: 'Aufzeichnung ansehen',
  save: 'Aufzeichnung speichern',

  shuffle: 'Das Mischen',
  unknown: 'Über das Mischen ist noch nichts bekannt.',
  committed: 'Das Mischen ist versiegelt. Nach der Partie prüft diese Seite, ob es ehrlich war.',
  unchecked: 'Das Mischen konnte nicht geprüft werden: Ein Teil dieser Seite ließ sich nicht laden. Lade die Seite neu, oder öffne die Aufzeichnung.',
  fair: 'Es wurde ehrlich gemischt.',
  fits: 'Nach dem Versiegeln des Mischens wurde keine Karte geändert.',
  unfair: 'ES WURDE NICHT EHRLICH GEMISCHT. Trau diesem Server nicht.',
  mismatch: what => mismatches[what],
  aborted: count => `In diesem Raum ${count === 1 ? 'wurde ein Mischen' : `wurde das Mischen ${count}-mal`} abgebrochen, nachdem alle daran gebunden waren. Ein Server, dem eine Reihenfolge missfällt, könnte das tun.`,
  checked: 'Was geprüft wurde',
  points: (shuffle, you) => [
    'Das Geheimnis des Servers ist das, worauf er sich vor der Partie festgelegt hatte.',
    shuffle.contributors[0] && shuffle.contributors[1] ? 'Die Programme an beiden Plätzen haben eigene geheime Zahlen zum Mischen beigetragen.'
    : shuffle.own ? 'Diese Seite hat eine eigene geheime Zahl zum Mischen beigetragen.'
    : shuffle.contributors[0] || shuffle.contributors[1] ? 'Nur das Programm an einem Platz hat eine eigene geheime Zahl zum Mischen beigetragen.'
    : 'Niemand hat zum Mischen beigetragen: Der Server allein hat die Karten gewählt.',
    shuffle.rounds ? `Alles, was von ${rounds(shuffle.rounds)} zu sehen war, folgt aus diesen Geheimnissen.` : 'Keine Runde war von der ersten Karte an zu sehen.',
    shuffle.whole ? 'Diese Seite hat die Partie von der ersten Festlegung an gesehen.'
    : 'Diese Seite hat nicht die ganze Partie gesehen: Was vorher war, ließ sich nicht vergleichen.',
    ...(you !== null && shuffle.contributors[you] && !shuffle.own ? ['Die geheime Zahl deines Platzes kam nicht von dieser Seite.'] : []),
    ...(shuffle.starter ? [] : ['Diese Seite war nicht dabei, als die Partie vereinbart wurde, und konnte daher nicht prüfen, wer anfangen musste.']),
  ],
};
