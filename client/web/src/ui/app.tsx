// The page: the screen for the current address, in the frame that all screens share.
import {useEffect, useErrorBoundary} from 'preact/hooks';
import {computed, effect} from '@preact/signals';
import type {Session} from '../model';
import {words} from '../i18n';
import {pageTitle} from './announce/attention';
import {sidePanel} from './state/side_panel';
import {Button, Link} from './parts/button';
import {loadDisplayFace} from './parts/display_face';
import {focusHeading, nothingHasFocus} from './parts/focus';
import {useOnChange} from './parts/hooks';
import {whenIdle} from '../browser/events';
import {LiveRegions} from './announce/live_regions';
import {Overlays, overlay} from './screens/overlays';
import {closePasswordDialog, isGated, useAccess} from './state/access';
import {go, route, type Route} from './state/route';
import {SessionContext} from './state/session_context';
import {ConnectionBanner} from './screens/connection_banner';
import {AtTable, EnterServer, Gate, Help, InvitationPage, MatchStrip, NewRoom, Replay, Rooms, Settings, WatchPage, preloadScreens} from './screens/lazy_screens';
import {NoticeBanner} from './screens/notice_banner';
import {Room} from './screens/room';
import {Start} from './screens/start';
import {NoticePage} from './parts/notice_page';
import {TopBar} from './parts/top_bar';

// A link to a room leads to an invitation, and then to a table; one to a private server, to the same bundle.
const first = route.peek().page;
if (first === 'room' || first === 'watch' || first === 'enter') void InvitationPage.preload().catch(() => undefined);
if (first === 'room' || first === 'watch') void AtTable.preload().catch(() => undefined);

function Lost() {
  const {common} = words.value.app;
  return (
    <NoticePage title={common.notFound} text={common.notFoundWhy}>
      <div class="actions"><Link to="/" look="first" icon="home">{common.toStart}</Link></div>
    </NoticePage>
  );
}

function Screen({at}: {at: Route}) {
  switch (at.page) {
    case 'start': return <Start />;
    case 'new': return <NewRoom key={String(at.bot)} bot={at.bot} />;
    case 'rooms': return <Rooms />;
    case 'room': return <Room key={at.room} room={at.room} seatKey={at.key} />;
    case 'enter': return <EnterServer key={at.invitation} invitation={at.invitation} />;
    case 'watch': return <WatchPage key={at.room} room={at.room} />;
    case 'replay': return <Replay match={at.match} ply={at.ply} />;
    case 'settings': return <Settings />;
    case 'help': return <Help />;
    case 'lost': return <Lost />;
  }
}

function titleOf(at: Route): string {
  const {app} = words.value;
  switch (at.page) {
    case 'start': case 'enter': return '';
    case 'new': return app.room.title;
    case 'rooms': return app.rooms.title;
    case 'room': return app.enter.title(at.room);
    case 'watch': return at.room ? `${app.match.watching}: ${app.enter.title(at.room)}` : app.enter.watchTitle;
    case 'replay': return at.match ? app.replay.title : app.replay.openTitle;
    case 'settings': return app.settings.title;
    case 'help': return app.start.help;
    case 'lost': return app.common.notFound;
  }
}

effect(() => { pageTitle.value = titleOf(route.value); });

// Identifies the screen, whatever moment of a replay it shows.
const screenNow = computed(() => {
  const at = route.value;
  return `${at.page} ${at.page === 'room' || at.page === 'watch' ? at.room : at.page === 'replay' ? at.match : ''}`;
});

// Dialogs and the side panel close when the screen changes.
effect(() => {
  void screenNow.value;
  overlay.value = null;
  closePasswordDialog(false);
  sidePanel.value = null;
});

// Shown when rendering has failed, because of the page itself or of what a server or file said.
function Broken({again}: {again: () => void}) {
  const {common, line} = words.value.app;
  return (
    <section class="page narrow">
      <h1 tabIndex={-1}>{common.broken}</h1>
      <div class="actions">
        <Button look="first" onClick={again}>{common.again}</Button>
        <Button look="plain" onClick={() => location.reload()}>{line.reload}</Button>
        <Button look="plain" icon="home" onClick={() => { go('/'); again(); }}>{common.toStart}</Button>
      </div>
    </section>
  );
}

export function App({session}: {session: Session}) {
  const at = route.value;
  const [problem, forget] = useErrorBoundary(error => console.error(error));
  useOnChange(screenNow.value, () => {
    window.scrollTo(0, 0);
    focusHeading();
  });
  const gated = isGated(session);
  useAccess(session, at.page === 'start' || at.page === 'enter');
  useOnChange(gated, () => { if (nothingHasFocus()) focusHeading(); });
  useEffect(() => { if (problem) forget(); }, [at]); // another screen may work
  useEffect(() => whenIdle(() => {
    preloadScreens();
    void loadDisplayFace().catch(() => undefined); // without it, headings have the system's
  }), []);
  const location = session.location.value;
  const atTable = at.page === 'room' || at.page === 'watch' ? location?.room === at.room && (at.page === 'watch' || location?.seat !== null)
    : at.page === 'replay' && at.match !== null;
  return (
    <SessionContext.Provider value={session}>
      <a class="skip" href="#main" onClick={event => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}>{words.value.app.common.skip}</a>
      <ConnectionBanner />
      <NoticeBanner />
      {at.page !== 'start' && !atTable && <TopBar />}
      {at.page !== 'start' && !atTable && (location || session.savedSeats.value.length > 0) && <MatchStrip />}
      <main id="main" tabIndex={-1} data-page={at.page}>
        {gated && <Gate />}
        <div class="screen" hidden={gated}>{problem ? <Broken again={forget} /> : <Screen at={at} />}</div>
      </main>
      <Overlays />
      <LiveRegions />
    </SessionContext.Provider>
  );
}
