// What a session asks for in a room, apart from the match itself.
import type {Controls, Outcome, PushSubscriber, Removable, Removed} from '../model';
import type {ChatFrom} from '../protocol/messages';
import type {RequestBody} from './connection';
import {EnteringSession} from './entering_session';

export abstract class RoomSession extends EnteringSession {
  protected joined = false; // in the room, on this connection

  protected abstract removeFromRoom(why: Removed['why']): void;

  resign = (): Promise<Outcome> => this.requestInRoom({type: 'resign'});
  claimWin = (): Promise<Outcome> => this.requestInRoom({type: 'claim_win'});
  say = (text: string): Promise<Outcome> => this.requestInRoom({type: 'chat', text});
  remove = (target: Removable): Promise<Outcome> => this.requestInRoom({type: 'remove', ...target});
  setChat = (from: ChatFrom): Promise<Outcome> => this.requestInRoom({type: 'set_chat', from});
  pushSubscribe = (to: PushSubscriber): Promise<Outcome> => this.requestInRoom({type: 'push_subscribe', ...to});
  pushUnsubscribe = (): Promise<Outcome> => this.requestInRoom({type: 'push_unsubscribe'});

  async listSpectators(): ReturnType<Controls['listSpectators']> {
    if (!this.joined) return {ok: false, code: 'not_in_room'};
    return this.requests.sendWhenOnline({type: 'list_spectators'}, ok => ({spectators: ok.spectators}));
  }

  protected async requestInRoom(body: RequestBody): Promise<Outcome> {
    if (!this.location.value) return {ok: false, code: 'not_in_room'};
    if (!this.joined) return {ok: false, code: 'offline'};
    const outcome = await this.requests.send(body);
    if (!outcome.ok && outcome.code === 'not_in_room' && this.joined) this.removeFromRoom('room_closed');
    return outcome;
  }
}
