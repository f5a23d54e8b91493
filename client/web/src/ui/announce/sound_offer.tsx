// Offers sound once: while the player waits for the first match, or after its first round. No answer means no.
import {useEffect} from 'preact/hooks';
import {words} from '../../i18n';
import {Button} from '../parts/button';
import {settings} from '../state/settings';
import {canVibrate, playSound} from './sounds';

// `last`: it isn't offered again, and another button comes first.
export function SoundOffer({last = false}: {last?: boolean}) {
  const {settings: text} = words.value.app;
  useEffect(() => () => { if (last) settings.soundOffered.value = 'yes'; }, []);
  if (settings.soundOffered.value === 'yes' || settings.sound.value === 'on') return null;
  const answer = (on: boolean) => {
    settings.soundOffered.value = 'yes';
    if (!on) return;
    settings.sound.value = 'on';
    if (canVibrate()) settings.vibrate.value = 'on';
    playSound('turn');
  };
  return (
    <div class="panel sound-offer" role="group" aria-label={text.sound}>
      <p>{text.soundOffer}</p>
      <Button look={last ? 'plain' : 'first'} onClick={() => answer(true)}>{text.soundYes}</Button>
      <Button look="quiet" onClick={() => answer(false)}>{text.soundNo}</Button>
    </div>
  );
}
