// The visitor's face: one of six, kept like the name. Until one is chosen, it follows the name.
import {useId} from 'preact/hooks';
import {words} from '../../i18n';
import {faceOfName} from '../state/faces';
import {settings} from '../state/settings';
import {TraderFace} from './trader';

// `brief`: where the label would only take space.
export function FacePicker({name, brief = false}: {name: string; brief?: boolean}) {
  const {faces} = words.value.app;
  const id = useId();
  const now = settings.face.value === 'auto' ? faceOfName(name.trim()) : Number(settings.face.value);
  return (
    <fieldset class="field faces">
      <legend class={brief ? 'visually-hidden' : undefined}>{faces.label}<span aria-hidden="true">: {faces.names[now]}</span></legend>
      <div class="faces-row">
        {faces.names.map((label, face) => (
          <label key={face} class="face-choice" title={label}>
            <input type="radio" name={id} aria-label={label} checked={face === now} onClick={() => { settings.face.value = `${face}`; }} />
            <TraderFace face={face} seat={0} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
