// The rules in four pictures, for newcomers: below the ways into a game, and beside the first table.
import {Button} from '../parts/button';
import {useLobbyWords} from '../parts/late_words';
import {settings} from '../state/settings';
import {RulePictures} from './rule_pictures';

export function NewcomerRules({class: look = 'panel'}: {class?: string}) {
  const text = useLobbyWords()?.meanwhile;
  if (!text) return null;
  return (
    <section class={`newcomer-rules ${look}`} aria-labelledby="newcomer-title">
      <div class="newcomer-head">
        <h2 id="newcomer-title">{text.rules}</h2>
        <Button look="quiet" onClick={() => { settings.rulesSeen.value = 'yes'; }}>{text.gotIt}</Button>
      </div>
      <RulePictures text={text} />
    </section>
  );
}
