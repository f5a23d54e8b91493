import type {Words} from '../words';
import {cards} from './cards';

const vowel = (name: string): boolean => /^[aeiouyàâéèêëîïôûüœh]/i.test(name);
const of = (name: string): string => (vowel(name) ? `d’${name}` : `de ${name}`);
const count = (n: number, one: string, more: string): string => `${n} ${n > 1 ? more : one}`;
const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} et ${items[items.length - 1]}`;
const chosen = (n: number, all: number): string => (n > 0 ? `sélection ${n} sur ${all}, ` : '');

export const table: Words['table'] = {
  market: 'Marché',
  deck: 'Pioche',
  deckCount: n => `Pioche : ${count(n, 'carte', 'cartes')}`,
  deckLow: n => (n === 0 ? 'La pioche est vide : la manche finit au prochain vide' : `Plus que ${count(n, 'carte', 'cartes')} dans la pioche`),
  discard: 'Défausse',
  discarded: what => (what.length > 0 ? `Défausse : ${listed(what)}` : 'Défausse encore vide'),
  emptyPlace: 'Place vide',
  hand: name => (name === null ? 'Ta main' : `Main ${of(name)}`),
  herd: name => (name === null ? 'Ton troupeau' : `Troupeau ${of(name)}`),
  side: name => (name === null ? 'Ton côté' : `Côté ${of(name)}`),
  tokens: 'Jetons',
  bonus: 'Bonus',
  you: 'toi',
  inMarket: (card, n, all) => `${cards.name(card)}, ${chosen(n, all)}au marché`,
  camelsInMarket: (all, taken) => `Chameau, ${taken ? 'tous choisis, ' : ''}${all === 1 ? 'le seul' : `un des ${all}`} au marché, pris ensemble`,
  inHand: (card, n, all) => `${cards.name(card)}, ${n > 0 ? chosen(n, all) : all > 1 ? `${all} ` : ''}dans ta main`,
  inHerd: (n, all) => `Chameau, ${n > 0 ? chosen(n, all) : all > 1 ? `${all} ` : ''}dans ton troupeau`,
  held: (card, all) => `${cards.name(card)}${all > 1 ? `, ${all}` : ''}`,
  faceDown: n => `${count(n, 'carte', 'cartes')}, face cachée`,
  herdCount: n => (n === 0 ? 'aucun chameau' : count(n, 'chameau', 'chameaux')),
  herdHidden: 'Chameaux cachés',
  handSize: n => `Main : ${n} sur 7`,
  seals: (won, of) => `${won} sur ${of} sceaux d’excellence`,
  rupees: n => count(n, 'roupie', 'roupies'),
  purse: (rupees, tokens, hidden) =>
    `${count(rupees, 'roupie', 'roupies')} en ${count(tokens, 'jeton', 'jetons')}${hidden > 0 ? `, et ${count(hidden, 'bonus caché', 'bonus cachés')}` : ''}`,
  purseOf: name => (name === null ? 'Tes jetons' : `Jetons ${of(name)}`),
  noTokens: 'Pas encore de jetons',
  turn: name => (name === null ? 'À toi de jouer' : `Au tour ${of(name)}`),
  here: 'Présent',
  away: 'Absent',
  awayFor: time => `Absent, peut perdre dans ${time}`,
  lag: ms => `${ms} ms`,
  bot: 'Ordinateur',
  clock: name => (name === null ? 'Ta pendule' : `Pendule ${of(name)}`),
  pile: (good, values) => `${cards.name(good)} : ${values.length > 0 ? values.join(', ') : 'plus de jetons'}`,
  bonusPile: (number, left) => `Bonus pour ${number} cartes : reste ${count(left, 'jeton', 'jetons')}`,
  bonusHeld: (number, value) => `Bonus pour ${number} cartes : ${value ?? 'caché'}`,
  empty: 'vide',
  act: {
    take: card => `prendre ${cards.counted(card, 1)}`,
    camels: n => (n === 1 ? 'prendre le chameau' : `prendre les ${n} chameaux`),
    exchange: (take, give) => `prendre ${listed(take)} contre ${listed(give)}`,
    sell: (good, n) => `vendre ${cards.counted(good, n)}`,
  },
  play: 'Jouer',
  playWhat: what => `Jouer : ${what}`,
  clear: 'Effacer',
  choose: 'Choisis des cartes à prendre, à échanger ou à vendre.',
  chooseAhead: name => `${name} réfléchit. Tu peux déjà choisir.`,
  sent: what => `Envoyé : ${what}. On attend le serveur.`,
  toSend: what => `Choisi : ${what}. Ce sera envoyé quand la connexion reviendra.`,
  waiting: 'envoi …',
  then: 'puis',
  earns: (tokens, rupees) =>
    tokens.length === 0 ? 'plus de jetons pour cela' : tokens.length === 1 ? count(rupees, 'roupie', 'roupies') : `${tokens.join(' + ')} = ${rupees} roupies`,
  bonusToo: (least, most) => (least === most ? `et un bonus de ${least}` : `et un bonus de ${least} à ${most}`),
  noBonus: 'mais il ne reste pas de bonus',
  handChange: (before, after) => `Main ${before} → ${after} sur 7.`,
  herdChange: (before, after) => `Troupeau ${before} → ${after}.`,
  ends: {
    tokens: 'Vide la troisième pile : la manche se termine.',
    deck: 'La pioche ne peut pas combler le vide : la manche se termine.',
    stalled: 'Vingtième échange de suite : la manche se termine.',
  },
  why: {
    not_your_turn: () => 'Ce n’est pas encore ton tour.',
    not_playing: () => 'Aucune manche n’est en cours.',
    hand_full: () => 'Ta main est pleine (7). Vends, ou choisis-en plus à échanger.',
    choose_in_market: n => `Choisis-en encore ${n} au marché, pour échanger.`,
    choose_to_give: n => `Choisis-en encore ${n} à donner, de ta main ou de ton troupeau.`,
    exchange_too_small: () => 'Une contre une n’est pas un échange : au moins deux contre deux, ou prends-en une.',
    sale_too_small: n => `Diamants, or et argent se vendent par deux au moins : choisis-en encore ${n}.`,
    exchange_takes_camel: () => 'Les chameaux se prennent tous ensemble, et seuls.',
    exchange_same_good: () => 'On ne peut pas prendre et donner la même marchandise.',
    hand_limit: () => 'Tu aurais plus de 7 cartes : donne des marchandises plutôt que des chameaux.',
  },
};
