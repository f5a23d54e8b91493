// What the server's operator tells everybody, above the screen until the user closes it.
import {signal} from '@preact/signals';
import {words} from '../../i18n';
import {useAnnouncement} from '../announce/live_regions';
import {IconButton} from '../parts/button';
import {Icon} from '../parts/icons';
import {useSession} from '../state/session_context';

const closed = signal<readonly string[]>([]); // keys

// Each text with a key that is new if the operator says it again.
function useTexts(): {key: string; text: string}[] {
  const session = useSession();
  const {notice} = words.value.app;
  const told = session.notice.value;
  const room = session.room.value?.room;
  const all = [];
  if (told?.announcement) all.push({key: `announced ${told.announcement.at}`, text: notice.announced(told.announcement.text)});
  if (told?.restarting) all.push({key: `restart ${session.restarts.value}`, text: notice.restarting});
  if (room?.ended_by_operator !== undefined) all.push({key: `ended ${room.fair.match}`, text: notice.ended(room.ended_by_operator)});
  return all;
}

export function NoticeBanner() {
  const {app} = words.value;
  const texts = useTexts();
  useAnnouncement(texts.map(it => it.text).join(' '));
  const shown = texts.filter(it => !closed.value.includes(it.key));
  if (!shown.length) return null;
  return (
    <div class="banner operator" role="region" aria-label={app.notice.name}>
      <Icon name="warning" />
      <p>{shown.map(it => it.text).join(' ')}</p>
      <IconButton icon="close" label={app.common.close} onClick={() => { closed.value = [...closed.value, ...shown.map(it => it.key)]; }} />
    </div>
  );
}
