// The protocol's messages, generated from its JSON Schemas, and names for parts of them.
export type * from '../../generated/messages';

import type {
  ActRequest, ChatMessage, ChatRequest, ClaimWinRequest, CreateRoomRequest, EnterRequest, ErrorMessage, GamesRequest, InvitationRequest, JoinRoomRequest,
  LeaveRoomRequest, ListRoomsRequest, ListSpectatorsRequest, MoveSeatRequest, OkGamesMessage, OkInvitationMessage, OkKeyMessage, OkMessage,
  OkPingMessage, OkPushKeyMessage, OkResumedMessage, OkRoomsMessage, OkSeatedMessage, OkSpectatorsMessage, OkWatchingMessage, PingRequest, PushKeyRequest,
  PushSubscribeRequest, PushUnsubscribeRequest, QuickMatchRequest, ReadyRequest, RematchRequest,
  RemoveRequest, ResignRequest, ResumeRequest, RevealRequest, RoomMessage, SetChatRequest, SpectateRequest, TableMessage, TakeOverRequest, ViewMessage,
} from '../../generated/messages';

export type Request =
  | ActRequest | ChatRequest | ClaimWinRequest | CreateRoomRequest | EnterRequest | GamesRequest | InvitationRequest | JoinRoomRequest | LeaveRoomRequest
  | ListRoomsRequest | ListSpectatorsRequest | MoveSeatRequest | PingRequest | PushKeyRequest
  | PushSubscribeRequest | PushUnsubscribeRequest | QuickMatchRequest | ReadyRequest | RematchRequest
  | RemoveRequest | ResignRequest | ResumeRequest | RevealRequest | SetChatRequest | SpectateRequest | TakeOverRequest;
export type Ok =
  | OkGamesMessage | OkInvitationMessage | OkKeyMessage | OkMessage | OkPingMessage | OkPushKeyMessage | OkResumedMessage | OkRoomsMessage | OkSeatedMessage | OkSpectatorsMessage
  | OkWatchingMessage;
export type Reply = Ok | ErrorMessage;
export type Push = RoomMessage | TableMessage | ViewMessage | ChatMessage;

export type ErrorCode = ErrorMessage['code'];
export type Player = NonNullable<RoomMessage['players'][0]>;
export type Trader = ViewMessage['players'][0]; // a player's side of the table
export type Legal = NonNullable<ViewMessage['legal']>;
export type Result = NonNullable<ViewMessage['result']>;
export type CreateOptions = NonNullable<CreateRoomRequest['options']>;
export type Spectator = OkSpectatorsMessage['spectators'][number];
export type Invitation = Pick<OkInvitationMessage, 'owner' | 'owner_trader' | 'phase' | 'free' | 'options'>;
export type Game = NonNullable<OkGamesMessage['games'][number]>;
export type Notice = NonNullable<RoomMessage['notice']>;
export type ListedRoom = OkRoomsMessage['rooms'][number];
export type ClockOptions = NonNullable<RoomMessage['options']['clock']>;
