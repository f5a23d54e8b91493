// A player's side: name, state, hand and herd.
import {useState} from 'preact/hooks';
import type {Seat, Trader, ViewMessage} from '../../protocol/messages';
import {goods} from '../../game/cards';
import {camelTokenValue, handLimit} from '../../game/constants';
import {words} from '../../i18n';
import {Lag} from '../parts/lag';
import {Later} from '../parts/later';
import {memo} from '../parts/memo';
import {isLevel} from '../state/levels';
import {isCalm} from '../state/shown_view';
import {duration, useTimeLeft} from '../parts/time_left';
import {TraderFace} from '../parts/trader';
import {Picture} from './pictures';
import {BonusCoin, Coin, forCards} from './card';
import {Clock, MoveTime} from './clock';
import {Hand, Herd} from './hand';
import type {Handling} from './card_controls';
import {nothingChosen} from './choice';
import {Seals} from './seals';
import type {SeatInfo} from './table';

interface PlayerSideProps {
  view: ViewMessage;
  at: number;
  seat: Seat;
  info: SeatInfo;
  place: 'top' | 'bottom';
  delayed: boolean;
  seals: number; // needed to win
  strip: boolean; // is drawn, and so is the herd
  dealt: boolean; // so is the hand
  handling: Handling | null;
}

export const PlayerSide = memo(({view, at, seat, info, place, delayed, seals, strip, dealt, handling}: PlayerSideProps) => {
  const {table} = words.value;
  const named = info.you ? null : info.name;
  const active = view.phase === 'playing' && view.turn === seat;
  const trader = view.players[seat];
  const controls = handling && handling.controls;
  const chosen = handling ? handling.choice.hand : nothingChosen.hand;
  return (
    <section class={`side side-${place}`} data-seat={seat} data-active={active} data-open={trader.hand !== null} aria-label={table.side(named)}>
      {strip && <div class="strip">
        <TraderFace face={info.face} seat={seat} />
        <span class="who" data-away={!info.connected}>
          <bdi class="name" dir="auto" title={info.name}>{info.name}</bdi>
          {info.you && <span class="you">({table.you})</span>}
          {info.bot && !isLevel(info.bot) && <span class="chip">{table.bot}</span>}
          <Presence info={info} at={at} />
          {active && <span class="turn">{table.turn(named)}</span>}
          {view.clock && (
            <Clock name={table.clock(named)} ms={view.clock.remaining_ms[seat]} at={at} runs={view.clock.running === seat && !delayed} long={info.longClock} />
          )}
          <Seals won={trader.seals} of={seals} />
        </span>
        <Purse seat={seat} tokens={trader.goods_tokens} bonus={trader.bonus_tokens} camels={view.phase !== 'playing' && view.result?.rounds.at(-1)?.camel_token === seat} named={named} />
      </div>}
      {strip && active && view.move_in !== null && !delayed && <MoveTime name={table.moveTime(named)} ms={view.move_in} at={at} patience={info.patience} />}
      {strip && <span class="hand-count" data-full={trader.hand_size >= handLimit}><Picture name="back" /><span class="visually-hidden">{table.handSize(trader.hand_size)}</span><span aria-hidden="true">{trader.hand_size}/{handLimit}</span></span>}
      <Later when={trader.hand === null} atOnce={isCalm()}> {/* a hand that is opened when the round ends */}
        <Hand hand={trader.hand} size={trader.hand_size} seat={seat} named={named} chosen={chosen} controls={controls} dealt={dealt} />
      </Later>
      {strip && <Herd herd={trader.herd} seat={seat} named={named} chosen={chosen} controls={controls} />}
    </section>
  );
});

function Presence({info, at}: {info: SeatInfo; at: number}) {
  const {table} = words.value;
  const grace = useTimeLeft(info.claimIn ?? 0, at, info.claimIn !== null);
  if (info.bot) return null;
  const text = info.connected ? table.here : grace <= 0 ? table.away : table.awayFor(duration(grace));
  return (
    <span class="presence" data-here={info.connected} title={text}>
      <span class="dot" aria-hidden="true" />
      <span class={info.connected ? 'visually-hidden' : 'presence-text'}>{text}</span>
      {info.connected && info.lag !== null && <span class="lag"><Lag ms={info.lag} /></span>}
    </span>
  );
}

interface PurseProps {
  seat: Seat;
  tokens: Trader['goods_tokens'];
  bonus: Trader['bonus_tokens'];
  camels: boolean; // the camel token, at the end of a round
  named: string | null;
}

// A stack for each kind; a press opens the account, with the value of every token.
const Purse = memo(({seat, tokens, bonus, camels, named}: PurseProps) => {
  const {table} = words.value;
  const [open, setOpen] = useState(false);
  const rupees = tokens.reduce((sum, token) => sum + token.value, 0) + bonus.reduce((sum, token) => sum + (token.value ?? 0), 0) + (camels ? camelTokenValue : 0);
  const hidden = bonus.filter(token => token.value === null).length;
  const count = tokens.length + bonus.length + (camels ? 1 : 0);
  const name = table.purseOf(named);
  const sum = <>
    <span class="visually-hidden">{`${name}: ${table.purse(rupees, count, hidden)}`}</span>
    <Picture name="rupee" />
    <span class="purse-value" aria-hidden="true">{rupees}{hidden > 0 && <span class="purse-hidden"> + ?</span>}</span>
  </>;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <div class="purse" data-open={open} data-spot={`purse-${seat}`} onKeyDown={onKeyDown}>
      <button type="button" class="purse-sum" aria-expanded={open} onClick={() => setOpen(!open)}>{sum}</button>
      <Won name={name} tokens={tokens} bonus={bonus} camels={camels} />
    </div>
  );
});

function Won({name, tokens, bonus, camels}: Omit<PurseProps, 'seat' | 'named'> & {name: string}) {
  const {table, cards, app} = words.value;
  return (
    <ul class="purse-list" aria-label={name}>
      {tokens.length + bonus.length === 0 && !camels && <li class="purse-none">{table.noTokens}</li>}
      {goods.map(good => {
        const values = tokens.filter(token => token.good === good).map(token => token.value);
        return values.length > 0 && (
          <li key={good} class="won" data-kind={good}>
            <span class="visually-hidden">{cards.name(good)}: {values.join(', ')}</span>
            <span class="won-coins" aria-hidden="true"><Picture name={good} />{values.map((value, i) => <Coin key={i} good={good} value={value} />)}</span>
          </li>
        );
      })}
      {bonus.map((token, i) => (
        <li key={`bonus-${i}`} class="won">
          <span class="visually-hidden">{table.bonusHeld(forCards(token.cards), token.value)}</span>
          <span aria-hidden="true"><BonusCoin cards={token.cards} value={token.value} /></span>
        </li>
      ))}
      {camels && (
        <li class="won">
          <span class="visually-hidden">{app.results.camelToken}: {camelTokenValue}</span>
          <span class="camel-coin" aria-hidden="true" title={app.results.camelToken}><Picture name="camel_token" /></span>
        </li>
      )}
    </ul>
  );
}
