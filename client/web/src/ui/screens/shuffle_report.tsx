// What is known about the shuffle, in words.
import type {Seat} from '../../protocol/messages';
import {words} from '../../i18n';
import {Button} from '../parts/button';
import {Icon} from '../parts/icons';
import {useSession} from '../state/session_context';

export function ShuffleReport({you}: {you: Seat | null}) {
  const session = useSession();
  const {results} = words.value.app;
  const shuffle = session.shuffle.value;
  const aborted = session.room.value?.room.fair.aborted ?? 0;
  // Only participants can be told that it was fair.
  const complete = shuffle.state === 'verified' && shuffle.whole && shuffle.own;
  return (
    <section class="panel shuffle" data-shuffle={shuffle.state} aria-labelledby="shuffle-title">
      <h2 id="shuffle-title">{results.shuffle}</h2>
      <p class="shuffle-words" role={shuffle.state === 'mismatch' ? 'alert' : undefined}>
        <Icon name={shuffle.state === 'verified' ? 'check' : shuffle.state === 'mismatch' ? 'warning' : 'lock'} />
        <span>
          {shuffle.state === 'verified' ? (complete ? results.fair : results.fits)
          : shuffle.state === 'mismatch' ? <><strong>{results.unfair}</strong> {results.mismatch(shuffle.what)}</>
          : shuffle.state === 'unchecked' ? results.unchecked
          : shuffle.state === 'committed' ? results.committed : results.unknown}
        </span>
      </p>
      {aborted > 0 && <p class="quiet-text">{results.aborted(aborted)}</p>}
      {shuffle.state === 'unchecked' && <div class="actions"><Button look="plain" onClick={() => location.reload()}>{words.value.app.common.reload}</Button></div>}
      {shuffle.state === 'verified' && (
        <details class="more">
          <summary>{results.checked}</summary>
          <ul class="points">{results.points(shuffle, you).map(point => <li key={point}>{point}</li>)}</ul>
        </details>
      )}
    </section>
  );
}
