// Screens whose code is loaded later.
import {lazy} from '../parts/lazy';

export const AtTable = lazy(() => import('./lazy_bundle').then(it => it.AtTable));
export const EnterServer = lazy(() => import('./guest_bundle').then(it => it.EnterServer));
export const Gate = lazy(() => import('./guest_bundle').then(it => it.Gate));
export const Help = lazy(() => import('./lazy_bundle').then(it => it.Help));
export const HelpBody = lazy(() => import('./lazy_bundle').then(it => it.HelpBody));
export const InvitationPage = lazy(() => import('./guest_bundle').then(it => it.InvitationPage));
export const MatchStrip = lazy(() => import('./lazy_bundle').then(it => it.MatchStrip), null);
export const MoveSeat = lazy(() => import('./lazy_bundle').then(it => it.MoveSeat));
export const MyGames = lazy(() => import('./lazy_bundle').then(it => it.MyGames), null);
export const PasswordDialog = lazy(() => import('./guest_bundle').then(it => it.PasswordDialog), null);
export const StartGate = lazy(() => import('./guest_bundle').then(it => it.StartGate), null);
export const WatchPage = lazy(() => import('./guest_bundle').then(it => it.WatchPage));
export const NewcomerRules = lazy(() => import('./lazy_bundle').then(it => it.NewcomerRules), null);
export const NewRoom = lazy(() => import('./lazy_bundle').then(it => it.NewRoom));
export const Replay = lazy(() => import('./replay').then(it => it.Replay));
export const Rooms = lazy(() => import('./lazy_bundle').then(it => it.Rooms));
export const Settings = lazy(() => import('./lazy_bundle').then(it => it.Settings));
export const SettingsBody = lazy(() => import('./lazy_bundle').then(it => it.SettingsBody));

export function preloadScreens(): void {
  for (const screen of [AtTable, Help, HelpBody, InvitationPage, WatchPage, NewRoom, Rooms, Settings, SettingsBody, Replay, Gate]) void screen.preload().catch(() => undefined);
}
