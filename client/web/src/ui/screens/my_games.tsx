// The matches whose seats this browser keeps: a list on the start screen, and a strip on the other screens that leads
// back to the most urgent one.
import {useEffect, useRef, useState} from 'preact/hooks';
import type {Game} from '../../protocol/messages';
import {words} from '../../i18n';
import {Button, IconButton, Link} from '../parts/button';
import {Question} from '../parts/dialog';
import {useMedia} from '../parts/hooks';
import {Icon} from '../parts/icons';
import {roughly} from '../parts/time_left';
import {TraderFace} from '../parts/trader';
import {faceOf} from '../state/faces';
import {byUrgency, forgetGame, gameHere, isListed, myGames, opponentOf, refreshGames, standingOf, type Standing} from '../state/my_games';
import {playerName} from '../state/player_names';
import {route} from '../state/route';
import {useSession} from '../state/session_context';
import {useLiveOrder} from './live_order';
import {useLobbyWords, type LobbyWords} from '../parts/late_words';

const refreshEvery = 20_000; // ms

// Low phone windows list fewer of our matches, so that the ways to a new one below stay on the first screen.
// With `low`, the start screen also leaves something out (screens.css).
function useLowWindow(): {low: boolean; rows: number} {
  const low = useMedia('(max-width: 479px) and (max-height: 739px)');
  const lowest = useMedia('(max-width: 479px) and (max-height: 619px)');
  return {low, rows: lowest ? 1 : low ? 2 : 3};
}

// Our matches; the current one is taken from the table's latest messages.
function useGames(): readonly Game[] {
  const session = useSession();
  const seats = session.savedSeats.value;
  const {state} = session.connection.value;
  useEffect(() => {
    if (!seats.length || state !== 'online') return;
    const refresh = () => { if (document.visibilityState === 'visible') void refreshGames(session); };
    refresh();
    const timer = setInterval(refresh, refreshEvery);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [seats, state]);
  const here = gameHere(session);
  const kept = (myGames.value ?? []).filter(game => game.room !== here?.room && seats.some(it => it.room === game.room && it.seat === game.seat));
  return (here ? [here, ...kept].sort(byUrgency) : kept).filter(isListed);
}

type GameWords = LobbyWords['games'];

function situation(games: GameWords, game: Game, standing: Standing): string {
  const opponent = opponentOf(game);
  switch (standing) {
    case 'yours': return games.yourTurn;
    case 'theirs': return games.theirTurn(opponent ? playerName(opponent) : '');
    case 'between': return games.between;
    case 'begins': return games.begins;
    case 'alone': return games.alone;
    case 'over': return game.winner === null ? games.nobodyWon : game.winner === game.seat ? games.won : games.lost;
  }
}

const day = 86_400_000;

// How little time is left, or how long it has been waiting.
function timeOf(games: GameWords, game: Game, standing: Standing): {text: string; waited: boolean} | null {
  if (standing === 'yours' && game.move_in !== null && game.move_in < day) return {text: games.left(roughly(game.move_in)), waited: false};
  const waited = game.last_move === null || standing === 'over' ? 0 : Date.now() - game.last_move;
  return waited < 60_000 ? null : {text: games.since(roughly(waited)), waited: true};
}

const titleOf = (games: GameWords, game: Game): string => {
  const opponent = opponentOf(game);
  return opponent ? playerName(opponent) : games.room(game.room);
};

const Face = ({game}: {game: Game}) => {
  const opponent = opponentOf(game);
  return opponent
    ? <TraderFace face={faceOf(opponent)} seat={game.seat === 0 ? 1 : 0} />
    : <span class="folk-sign"><Icon name="friend" /></span>;
};

function Row({games, game, onForget}: {games: GameWords; game: Game; onForget: () => void}) {
  const standing = standingOf(game);
  const title = titleOf(games, game);
  const [mine, theirs] = game.seat === 0 ? game.seals : [game.seals[1], game.seals[0]];
  const time = timeOf(games, game, standing);
  const action = standing === 'yours' || standing === 'between' ? games.play : standing === 'over' ? games.result : games.back;
  return (
    <li class="game-row" data-key={keyOf(game)} data-standing={standing}>
      <Face game={game} />
      <p class="game-words">
        <bdi class="person">{title}</bdi>
        <span class="game-facts">
          <span class="game-now">{situation(games, game, standing)}</span>
          {game.round > 0 && (
            <span>
              <span aria-hidden="true">{`${standing === 'over' ? '' : `${games.round(game.round)}, `}${mine}–${theirs}`}</span>
              <span class="visually-hidden">{games.round(game.round)}, {games.sealsSpoken(mine, theirs)}</span>
            </span>
          )}
          {time && <span class={time.waited ? 'game-waited' : undefined}>{time.text}</span>}
        </span>
      </p>
      <Link to={`/${game.room}`} look={standing === 'yours' || standing === 'between' ? 'first' : 'plain'} aria-label={`${action}: ${title}`}>{action}</Link>
      <IconButton icon="close" label={games.remove(title)} onClick={onForget} />
    </li>
  );
}

const keyOf = ({room, seat}: Game): string => `${room}${seat}`;

// The same rows in the order in which they came: Preact leaves each where it is, and `useLiveOrder` moves it.
function useArrivals(games: readonly Game[]): readonly Game[] {
  const came = useRef<readonly string[]>([]);
  const keys = games.map(keyOf);
  came.current = [...came.current.filter(key => keys.includes(key)), ...keys.filter(key => !came.current.includes(key))];
  return came.current.map(key => games[keys.indexOf(key)]!);
}

export function MyGames() {
  const session = useSession();
  const {start} = words.value.app;
  const games = useLobbyWords()?.games;
  const [all, setAll] = useState(false);
  const {low, rows: shown} = useLowWindow();
  const [forgetting, setForgetting] = useState<Game | null>(null);
  const list = useGames();
  const rows = list.slice(0, all ? list.length : shown);
  const arrivals = useArrivals(rows);
  const element = useRef<HTMLUListElement>(null);
  useLiveOrder(element, rows.map(keyOf));
  const spectates = session.location.value?.seat === null ? session.location.value.room : null;
  const forget = (game: Game) => {
    void forgetGame(session, game);
    setForgetting(null);
  };
  if (!games || (!list.length && !spectates)) return null;
  return (
    <section class="panel kept" data-low={low ? '' : undefined} aria-labelledby="kept-title">
      <div class="kept-head">
        <h2 id="kept-title">{games.title}</h2>
        {!all && list.length > shown && <Button look="quiet" onClick={() => setAll(true)}>{games.all(list.length)}</Button>}
      </div>
      <ul class="rows" ref={element}>
        {spectates && (
          <li class="game-row">
            <span class="folk-sign"><Icon name="watch" /></span>
            <p class="game-words">{games.watching(spectates)}</p>
            <Link to={`/watch/${spectates}`} look="plain" aria-label={`${games.back}: ${games.room(spectates)}`}>{games.back}</Link>
          </li>
        )}
        {arrivals.map(game => (
          <Row games={games} key={keyOf(game)} game={game} onForget={() => (game.phase === 'match_over' ? forget(game) : setForgetting(game))} />
        ))}
      </ul>
      {forgetting && (
        <Question title={games.remove(titleOf(games, forgetting))} text={start.forgetText} yes={start.forget} no={start.keepSeat}
          onYes={() => forget(forgetting)} onNo={() => setForgetting(null)} />
      )}
    </section>
  );
}

// Only for a match that the player can go back to.
export function MatchStrip() {
  const session = useSession();
  const games = useLobbyWords()?.games;
  const at = route.value;
  const isHere = ({room}: Game) => at.page === 'room' && at.room === room; // its page leads back, if anything does
  const game = useGames().find(it => it.phase !== 'match_over' && !isHere(it));
  const spectates = session.location.value?.seat === null ? session.location.value.room : null;
  if (!games) return null;
  if (!game && !spectates) return null;
  const standing = game && standingOf(game);
  const opponent = game && opponentOf(game);
  return (
    <aside aria-label={games.title}>
      {game && standing && !spectates ? (
        <Link to={`/${game.room}`} class="match-strip">
          <Face game={game} />
          <span class="strip-words"><bdi>{opponent ? games.yours(playerName(opponent)) : games.room(game.room)}</bdi>, <strong data-standing={standing}>{situation(games, game, standing)}</strong></span>
          <span class="strip-go" aria-hidden="true">{standing === 'yours' ? games.play : games.back}</span>
        </Link>
      ) : (
        <Link to={`/watch/${spectates}`} class="match-strip">
          <Icon name="watch" /><span class="strip-words">{games.watching(spectates!)}</span><span class="strip-go" aria-hidden="true">{games.back}</span>
        </Link>
      )}
    </aside>
  );
}
