// The visitor's face: one of six, kept like the name.
import {useId} from 'preact/hooks';
import {words} from '../../i18n';
import {settleFace} from '../state/faces';
import {settings} from '../state/settings';
import {TraderFace} from './trader';

// `brief`: where the label would only take space. `taken`: the opponent's face.
export function FacePicker({brief = false, taken = null}: {brief?: boolean; taken?: number | null}) {
  settleFace(taken);
  const {faces} = words.value.app;
  const id = useId();
  const now = Number(settings.face.value);
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
