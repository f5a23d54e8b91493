// Shows the table in every recorded state: #STATE, or #STATE/LANGUAGE. For development only.
import '../ui/theme.css';
import '../ui/late.css';
import {render} from 'preact';
import {signal} from '@preact/signals';
import type {Action, Seat, ViewMessage} from '../protocol/messages';
import {speak, type Language} from '../i18n';
import {Sprite} from '../ui/table/pictures';
import {Table, type SeatInfo} from '../ui/table/table';
import recorded from '../../../../tests/web/fixtures/views.json';

const {sequence, ...states} = recorded as unknown as Record<string, ViewMessage> & {sequence: ViewMessage[]};
const shown = signal<{view: ViewMessage; at: number; name: string}>({view: states.start!, at: performance.now(), name: 'start'});
const acting = signal<Action | null>(null);

const seat = (name: string, you: boolean): SeatInfo => ({name, face: you ? 1 : 4, you, connected: true, lag: 21, bot: null, claimIn: null, patience: 600, longClock: false});
function seats(name: string): [SeatInfo, SeatInfo] {
  if (name === 'clock') return [seat('𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎𝕎', true), {...seat('鹿鹿鹿鹿鹿鹿鹿鹿鹿鹿鹿鹿鹿鹿鹿鹿鹿鹿鹿鹿', false), connected: false, claimIn: 95000}];
  if (name === 'herd') return [seat('Asha', true), {...seat('شهرزاد بنت الوزير ١٢', false)}];
  if (name === 'start') return [seat('Asha', true), {...seat('Ravi', false), bot: 'easy', lag: null}];
  return [seat('Asha', !/spectator/.test(name)), seat('Ravi', false)];
}

async function show() {
  const [name = 'start', language = 'en'] = location.hash.slice(1).split('/');
  await speak(language as Language);
  acting.value = null;
  const step = /^sequence-(\d+)$/.exec(name);
  const view = step ? sequence[Number(step[1])] : states[name];
  if (view) shown.value = {view, at: performance.now(), name};
}

function Gallery() {
  const {view, at, name} = shown.value;
  return (
    <main style={{display: 'grid', gridTemplateRows: 'auto 1fr', minHeight: '100dvh'}}>
      <h1 style={{font: '600 12px/1.4 var(--font-plain)', margin: '2px 8px'}}>{name}</h1>
      <Sprite />
      <Table
        view={view} at={at} seats={seats(name)} bottom={(view.you ?? 0) as Seat} acting={acting.value}
        {...(view.you === null ? {} : {onAct: (action: Action) => { acting.value = action; document.title = JSON.stringify(action); }})}
      />
    </main>
  );
}

addEventListener('hashchange', () => void show());
await show();
render(<Gallery />, document.getElementById('app')!);
