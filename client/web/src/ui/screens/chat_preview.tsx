// A new message where the chat isn't on the screen: shown over the table for a while. A press opens the chat. Screen
// readers have heard it already.
import {useEffect} from 'preact/hooks';
import {words} from '../../i18n';
import {Icon} from '../parts/icons';
import {preview, sidePanel} from '../state/side_panel';

const shownFor = 7000; // ms

export function ChatPreview() {
  const chat = preview.value;
  useEffect(() => {
    if (!chat) return;
    const timer = setTimeout(() => { preview.value = null; }, shownFor);
    return () => clearTimeout(timer);
  }, [chat]);
  if (!chat) return null;
  const {common, match} = words.value.app;
  return (
    <button type="button" class="over-table chat-preview" onClick={() => { sidePanel.value = 'chat'; }}>
      <Icon name="chat" />
      <span class="visually-hidden">{match.chat}: </span>
      <span class="chat-words"><bdi class="person">{chat.name ?? common.spectator}</bdi> <bdi>{chat.text}</bdi></span>
    </button>
  );
}
