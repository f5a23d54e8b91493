// How a session gets into rooms and back to its seats, and what it asks from outside. Requests for a seat are repeated
// until they are answered.
import type {Controls, SavedSeat, ServerKey, Outcome} from '../model';
import type {GamesRequest, OkGamesMessage, Seat} from '../protocol/messages';
import type {Admission} from './admission';
import type {AskedSeats} from './asked_seat';
import type {RequestBody} from './connection';
import type {Requests} from './requests';
import {SessionState} from './session_state';
import type {ShuffleParticipation} from './shuffle_participation';

const faceField = (trader: number | undefined) => (trader === undefined ? {} : {trader});
const gamesThere = (games: OkGamesMessage['games'], lacking: boolean) => ({games: games.flatMap(game => game ?? []), lacking});
const roomCode = (text: string) => text.trim().toUpperCase();

export abstract class EnteringSession extends SessionState {
  protected abstract readonly requests: Requests;
  protected abstract readonly participation: ShuffleParticipation;
  protected abstract readonly askedSeats: AskedSeats;
  protected abstract readonly admission: Admission;

  protected abstract enter(location: {room: string; seat: Seat | null}, satDown: boolean, fair: Parameters<SessionState['enterRoom']>[2]): void;

  enterServer(by: ServerKey): Promise<Outcome> {
    return this.admission.enter(by);
  }

  createRoom(name: string, options: Parameters<Controls['createRoom']>[1], trader?: number): Promise<Outcome<{room: string}>> {
    return this.takeSeat(name, {type: 'create_room', name, options, ...faceField(trader)});
  }

  async joinRoom(room: string, name: string, password?: string, trader?: number): Promise<Outcome<{room: string}>> {
    const code = roomCode(room);
    const saved = this.location.value ? null : this.seats.find(code);
    if (saved) { // better than a second seat
      const back = await this.resume(saved);
      if (back.ok || back.code !== 'bad_token') return back.ok ? {ok: true, room: code} : back;
    }
    return this.takeSeat(name, {type: 'join_room', room: code, name, ...(password ? {password} : {}), ...faceField(trader)});
  }

  quickMatch(name: string, clock?: Parameters<Controls['quickMatch']>[1], trader?: number): Promise<Outcome<{room: string}>> {
    return this.takeSeat(name, {type: 'quick_match', name, ...(clock === undefined ? {} : {clock}), ...faceField(trader)});
  }

  async spectate(room: string, name?: string, password?: string): Promise<Outcome<{room: string}>> {
    const body = {type: 'spectate' as const, room: roomCode(room), ...(name ? {name} : {}), ...(password ? {password} : {})};
    this.askedSeats.forget();
    return this.requests.enter(body, ok => {
      this.enter({room: ok.room, seat: null}, false, null);
      this.spectateRequest = body;
      return {room: ok.room};
    });
  }

  async resume(seat: SavedSeat): Promise<Outcome> {
    const record = this.seats.find(seat.room, seat.seat);
    if (!record) return {ok: false, code: 'bad_token'};
    const body = {type: 'resume' as const, room: record.room, token: record.token, chat_after: 0};
    this.askedSeats.forget();
    const outcome = await this.requests.enter(body, () => {
      const latest = this.seats.find(record.room, record.seat) ?? record; // another tab may have used the seat since
      this.enter({room: record.room, seat: record.seat}, false, latest.fair);
      this.occupySeat(latest);
      return {};
    });
    if (!outcome.ok && outcome.code === 'bad_token') this.forget(record);
    return outcome;
  }

  forget(seat: SavedSeat): void {
    this.seats.forget(seat);
    this.updateSavedSeats();
  }

  invitation(room: string, password?: string): ReturnType<Controls['invitation']> {
    const body = {type: 'invitation' as const, room: roomCode(room), ...(password ? {password} : {})};
    return this.requests.sendWhenOnline(body, ({owner, owner_trader, phase, free, options}) => ({invitation: {owner, owner_trader, phase, free, options}}));
  }

  async listGames(): ReturnType<Controls['listGames']> {
    const records = this.seats.list();
    if (!records.length) return {ok: true, games: [], lacking: false};
    const seats = records.map(({room, token}) => ({room, token})) as GamesRequest['seats']; // at most 20 are kept
    return this.requests.sendWhenOnline({type: 'games', seats}, ({games}) => {
      records.forEach((record, i) => games[i] ?? this.seats.forget(record));
      this.updateSavedSeats();
      return gamesThere(games, false);
    }, undefined, ({games}) => (games ? gamesThere(games, true) : null));
  }

  // The owner frees the seat of a player that they remove; the operator doesn't.
  protected async askWhoRemovedUs({room, seat}: {room: string; seat: Seat}): Promise<void> {
    const outcome = await this.listGames(); // forgets the seat if it is gone
    const isNews = this.removed.value?.room === room && this.removed.value.why === 'removed';
    const isKnown = outcome.ok && (!outcome.lacking || outcome.games.some(game => game.room === room && game.seat === seat));
    if (isKnown && isNews && this.seats.find(room, seat)) this.removed.value = {room, why: 'seat_kept'};
  }

  listRooms(after?: string): ReturnType<Controls['listRooms']> {
    return this.requests.sendWhenOnline({type: 'list_rooms', ...(after ? {after} : {})}, ok => {
      this.receiveNotice(ok.notice);
      return {rooms: ok.rooms, next: ok.next};
    });
  }

  pushKey(): ReturnType<Controls['pushKey']> {
    return this.requests.sendWhenOnline({type: 'push_key'}, ok => ({key: ok.push_key}));
  }

  // Our seat of another device, with its key. The token is saved before the server knows it.
  async takeOver(key: string): Promise<Outcome<{room: string}>> {
    const body = {type: 'take_over' as const, key};
    const token = this.askedSeats.ask(body, '');
    const outcome = await this.requests.enter({...body, token}, ok => {
      this.enter({room: ok.room, seat: ok.seat}, false, null);
      this.participation.commitAnew();
      this.occupySeat({room: ok.room, seat: ok.seat, token, name: ok.name, at: this.now(), fair: null});
      return {room: ok.room};
    });
    this.askedSeats.answered(token, outcome);
    return outcome;
  }

  private async takeSeat(name: string, body: RequestBody & {type: 'create_room' | 'join_room' | 'quick_match'}): Promise<Outcome<{room: string}>> {
    const token = this.askedSeats.ask(body, name);
    const outcome = await this.requests.enter({...body, token}, ok => {
      this.enter({room: ok.room, seat: ok.seat}, true, null);
      this.occupySeat({room: ok.room, seat: ok.seat, token, name: ok.name, at: this.now(), fair: null});
      return {room: ok.room};
    });
    this.askedSeats.answered(token, outcome);
    return outcome;
  }

  // The page was reloaded before it knew whether it had a seat.
  protected async returnToAskedSeat(): Promise<void> {
    const asked = this.askedSeats.load();
    if (!asked) return;
    const outcome = await this.requests.enter({type: 'resume', token: asked.token, chat_after: 0}, ok => {
      this.enter({room: ok.room, seat: ok.seat}, false, null);
      this.participation.commitAnew();
      this.occupySeat({room: ok.room, seat: ok.seat, ...asked, name: ok.name, at: this.now(), fair: null});
      return {};
    });
    this.askedSeats.answered(asked.token, outcome);
  }
}
