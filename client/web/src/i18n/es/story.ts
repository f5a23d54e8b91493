import type {Card, Event, Seat} from '../../protocol/messages';
import type {Words} from '../words';
import {cards} from './cards';

type Story = Words['story'];
type Cast = Parameters<Story['event']>[1];
type EndReason = Extract<Event, {type: 'round_ended'}>['reason'];
type MatchEnd = Extract<Event, {type: 'match_ended'}>['reason'];

const and = new Intl.ListFormat('es');
const singles: Record<Card, string> = {
  diamond: 'un diamante', gold: 'oro', silver: 'plata', cloth: 'tela', spice: 'especias', leather: 'cuero', camel: 'un camello',
};

function listed(list: readonly Card[]): string {
  const counts = new Map<Card, number>();
  for (const card of list) counts.set(card, (counts.get(card) ?? 0) + 1);
  const alone = counts.size === list.length;
  return and.format([...counts].map(([card, count]) => (alone ? singles[card] : cards.counted(card, count))));
}

const rupees = (count: number) => `${count} ${count === 1 ? 'rupia' : 'rupias'}`;
const refilled = (refill: readonly Card[]) =>
  refill.length ? ` El mercado recibió ${listed(refill)}.` : ' El mazo ya no tiene nada para el mercado.';

const ends: Record<EndReason, string> = {
  tokens: 'se acabaron tres clases de fichas de mercancía',
  deck: 'se acabó el mazo',
  stalled: 'hubo veinte intercambios seguidos',
  seals: 'la partida está decidida',
  resigned: 'alguien se rindió',
  timeout: 'a alguien se le acabó el tiempo',
  claimed: 'alguien tardó demasiado',
  abandoned: 'se interrumpió la partida',
};

function givenAway(reason: MatchEnd, did: (you: string, other: string) => string): string {
  switch (reason) {
    case 'resigned': return `${did('Te rendiste', 'se rindió')}. `;
    case 'timeout': return `${did('Agotaste tu tiempo', 'agotó su tiempo')}. `;
    case 'claimed': return `${did('Tardaste demasiado', 'tardó demasiado')}. `;
    default: return '';
  }
}

function sold(event: Extract<Event, {type: 'sold'}>, did: (you: string, other: string) => string): string {
  const sum = event.tokens.reduce((all, value) => all + value, 0);
  const bonus = event.bonus;
  return `${did('Vendiste', 'vendió')} ${cards.counted(event.good, event.count)}`
    + (event.tokens.length === 0 ? ' por nada, pues no quedaba ninguna ficha'
    : event.tokens.length === 1 ? ` por ${rupees(sum)}` : ` por ${event.tokens.join(' + ')} = ${rupees(sum)}`)
    + (bonus ? `, con una ficha de bonificación por ${bonus.cards === 5 ? 'cinco cartas o más' : bonus.cards === 4 ? 'cuatro cartas' : 'tres cartas'}`
      + (bonus.value === null ? '' : ` que vale ${bonus.value}`) : '')
    + '.';
}

function event(event: Event, cast: Cast): string {
  const did = (seat: Seat, you: string, other: string) => (seat === cast.you ? you : `${cast.name(seat)} ${other}`);
  switch (event.type) {
    case 'round_started': return `Empieza la ronda ${event.round}. ${did(event.starter, 'Empiezas tú', 'empieza')}.`;
    case 'took': return `${did(event.seat, 'Tomaste', 'tomó')} ${singles[event.card]}.${refilled(event.refill)}`;
    case 'took_camels':
      return `${did(event.seat, 'Tomaste', 'tomó')} ${event.count === 1 ? 'el camello' : `los ${event.count} camellos`}.${refilled(event.refill)}`;
    case 'exchanged': return `${did(event.seat, 'Tomaste', 'tomó')} ${listed(event.took)} y ${event.seat === cast.you ? 'diste' : 'dio'} ${listed(event.gave)}.`;
    case 'sold': return sold(event, (you, other) => did(event.seat, you, other));
    case 'round_ended':
      return `Terminó la ronda ${event.round}: ${ends[event.reason] ?? event.reason}.` + (
        event.winner !== null ? ` ${did(event.winner, 'Ganas', 'gana')} el sello.`
        : event.reason === 'tokens' || event.reason === 'deck' || event.reason === 'stalled' ? ' Empate: nadie recibe el sello.' : '');
    case 'match_ended':
      return event.winner === null ? 'Terminó la partida. Nadie la ganó.'
        : `${givenAway(event.reason, (you, other) => did(event.winner === 0 ? 1 : 0, you, other))}Terminó la partida. ${did(event.winner, 'La ganas', 'la gana')}.`;
  }
}

const presence: Record<Parameters<Story['presence']>[0], (name: string) => string> = {
  came: name => `${name} se sentó.`,
  left: name => `${name} salió de la sala.`,
  away: name => `${name} está ausente.`,
  back: name => `${name} ha vuelto.`,
};

const notices: Record<Parameters<Story['notice']>[0], string> = {
  reconnected: 'La conexión ha vuelto.',
  table_voided: 'La mezcla se anuló, pues no llegó uno de los números secretos. Pulsa «Todo listo» otra vez.',
  new_match: 'Una partida nueva.',
};

const shuffles: Record<Parameters<Story['shuffle']>[0]['state'], string> = {
  unknown: '',
  committed: 'La mezcla está sellada: ya nadie puede cambiarla.',
  verified: 'La mezcla se comprobó: ninguna carta cambió después de sellarla.',
  mismatch: 'La mezcla no encaja con su prueba. No te fíes de este servidor.',
  unchecked: 'No se pudo comprobar la mezcla.',
};

export const story: Story = {
  event,
  presence: (what, name) => presence[what](name),
  notice: what => notices[what],
  refused: 'La mezcla se anuló porque esta página no participó en ella: no era lo acordado.',
  shuffle: shuffle => shuffles[shuffle.state],
  said: (name, text) => `${name} dice: ${text}`,
};
