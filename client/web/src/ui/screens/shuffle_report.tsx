// What is known about the shuffle, in words: one line, unless something is wrong.
import type {Seat} from '../../protocol/messages';
import {words} from '../../i18n';
import {Button} from '../parts/button';
import {Icon} from '../parts/icons';
import {useSession} from '../state/session_context';

// Something is wrong with the shuffle, or couldn't be checked.
export function ShuffleTrouble() {
  const session = useSession();
  const {results} = words.value.app;
  const shuffle = session.shuffle.value;
  if (shuffle.state !== 'mismatch' && shuffle.state !== 'unchecked') return null;
  const unfair = shuffle.state === 'mismatch';
  return (
    <section class="panel shuffle" data-shuffle={shuffle.state} aria-labelledby="shuffle-title">
      <h2 id="shuffle-title">{results.shuffle}</h2>
      <p class="shuffle-words" role={unfair ? 'alert' : undefined}>
        <Icon name={unfair ? 'warning' : 'lock'} />
        <span>{unfair ? <><strong>{results.unfair}</strong> {results.mismatch(shuffle.what)}</> : results.unchecked}</span>
      </p>
      {!unfair && <div class="actions"><Button look="plain" onClick={() => location.reload()}>{words.value.app.common.reload}</Button></div>}
    </section>
  );
}

export function ShuffleLine({you}: {you: Seat | null}) {
  const session = useSession();
  const {results} = words.value.app;
  const shuffle = session.shuffle.value;
  const aborted = session.room.value?.room.fair.aborted ?? 0;
  if (shuffle.state === 'mismatch' || shuffle.state === 'unchecked') return null;
  const verified = shuffle.state === 'verified';
  const text = !verified ? (shuffle.state === 'committed' ? results.committed : results.unknown)
    : shuffle.whole && shuffle.own ? results.fair : results.fits; // only participants can be told that it was fair
  const line = <><Icon name={verified ? 'check' : 'lock'} /> <span>{text}</span></>;
  return (
    <section class="shuffle-line" data-shuffle={shuffle.state} aria-label={results.shuffle}>
      {verified
        ? <details class="more" onToggle={event => { if (event.currentTarget.open) event.currentTarget.scrollIntoView({block: 'nearest'}); }}><summary>{line}</summary><ul class="points" aria-label={results.checked}>{results.points(shuffle, you).map(point => <li key={point}>{point}</li>)}</ul></details>
        : <p>{line}</p>}
      {aborted > 0 && <p class="quiet-text">{results.aborted(aborted)}</p>}
    </section>
  );
}
