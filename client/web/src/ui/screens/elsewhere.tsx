// For visitors who can't get into a room: what else to do.
import {useState} from 'preact/hooks';
import {words} from '../../i18n';
import {enter, errorText, nameAgainstBot} from './enter_room';
import {Button} from '../parts/button';
import {ErrorText} from '../parts/field';
import {go} from '../state/route';
import {useSession} from '../state/session_context';
import {settings} from '../state/settings';

export function Elsewhere() {
  const session = useSession();
  const {enter: text, start} = words.value.app;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const playBot = async () => {
    setBusy(true);
    const outcome = await enter.bot(session, nameAgainstBot(settings.name.peek()), {});
    setBusy(false);
    if (!outcome.ok) setRefused(errorText(outcome));
  };
  return (
    <section class="elsewhere" aria-labelledby="elsewhere-title">
      <h2 id="elsewhere-title">{text.instead}</h2>
      <div class="actions">
        <Button icon="friend" onClick={() => go('/new')}>{text.ownRoom}</Button>
        <Button icon="bot" busy={busy} onClick={() => void playBot()}>{start.bot}</Button>
      </div>
      <ErrorText text={refused} />
    </section>
  );
}
