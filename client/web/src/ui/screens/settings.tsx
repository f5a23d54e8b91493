// The settings; every change takes effect at once.
import {useState} from 'preact/hooks';
import {languageNames, words, type Language} from '../../i18n';
import {askForNotifications, mayAsk} from '../announce/attention';
import {nameProblem} from './enter_room';
import {FacePicker} from '../parts/face_picker';
import {Choices, NameField, Select, Switch} from '../parts/field';
import {settings, type Motion, type Theme} from '../state/settings';
import {PushSwitch} from '../announce/lazy_push';
import {canVibrate, playSound} from '../announce/sounds';

function Notify() {
  const text = words.value.app.settings;
  const [denied, setDenied] = useState(!mayAsk());
  const change = async (on: boolean) => {
    if (!on) {
      settings.notify.value = 'off';
      return;
    }
    const allowed = await askForNotifications();
    settings.notify.value = allowed ? 'on' : 'off';
    setDenied(!allowed);
  };
  return <Switch label={text.notify} hint={denied ? text.notifyDenied : text.notifyHint} value={settings.notify.value === 'on'} onChange={on => void change(on)} />;
}

export function SettingsBody() {
  const text = words.value.app.settings;
  const [name, setName] = useState(settings.name.value);
  return (
    <div class="fields">
      <NameField label={text.name} value={name} error={name ? nameProblem(name) : null}
        onText={it => {
          setName(it);
          if (!nameProblem(it)) settings.name.value = it.trim();
        }} />
      <FacePicker />
      <Select<Language | 'auto'> label={text.language} value={settings.language.value} onChoice={code => { settings.language.value = code; }}
        choices={[{value: 'auto', label: text.automatic}, ...languageNames.map(it => ({value: it.code, label: it.name}))]} />
      <Choices<Theme> label={text.theme} value={settings.theme.value} onChoice={theme => { settings.theme.value = theme; }}
        choices={[{value: 'auto', label: text.automatic}, {value: 'light', label: text.light}, {value: 'dark', label: text.dark}]} />
      <Choices<Motion> label={text.motion} value={settings.motion.value} onChoice={motion => { settings.motion.value = motion; }}
        choices={[{value: 'auto', label: text.automatic}, {value: 'off', label: text.motionOff}]} />
      <Switch label={text.sound} hint={text.soundHint} value={settings.sound.value === 'on'} onChange={on => {
        settings.sound.value = on ? 'on' : 'off';
        if (on) playSound('turn');
      }} />
      {canVibrate() && <Switch label={text.vibrate} value={settings.vibrate.value === 'on'} onChange={on => { settings.vibrate.value = on ? 'on' : 'off'; }} />}
      <Notify />
      <PushSwitch />
      <Switch label={text.shortcuts} hint={text.shortcutsHint} value={settings.shortcuts.value === 'on'} onChange={on => { settings.shortcuts.value = on ? 'on' : 'off'; }} />
      <p class="quiet-text">{text.kept}</p>
    </div>
  );
}

export function Settings() {
  return (
    <section class="page narrow">
      <h1 tabIndex={-1}>{words.value.app.settings.title}</h1>
      <div class="panel"><SettingsBody /></div>
    </section>
  );
}
