// Form fields: a label, a hint, and an error at the field.
import type {ComponentChildren, Ref} from 'preact';
import {useEffect, useId, useReducer, useRef, useState} from 'preact/hooks';
import {words} from '../../i18n';
import {useSession} from '../state/session_context';
import {useOnChange} from './hooks';
import {inFrame} from './later';

// A form's error that no field is responsible for. That the connection was lost is out of date once it is back.
export function ErrorText({text}: {text: string | null}) {
  const {state} = useSession().connection.value;
  const [past, setPast] = useState(false);
  useEffect(() => setPast(false), [text]);
  useOnChange(state, () => { if (state === 'online' && text === words.peek().app.errors.offline) setPast(true); });
  return text && !past ? <p class="field-error" role="alert" data-error>{text}</p> : null;
}

const patience = 200; // ms

// One event, one sentence: screen readers would read an error as an alert, as the new description of the field that has the
// focus, and once more when the focus comes. So it is an alert if the field has the focus, or if the focus goes to no wrong
// field; otherwise it describes the field.
function useError(id: string, error: string | null | undefined): {alert: boolean; onBlur: () => void} {
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const last = useRef({error, alert: false});
  if (last.current.error !== error) last.current = {error, alert: Boolean(error) && document.activeElement?.id === id};
  const become = (alert: boolean) => {
    last.current.alert = alert;
    redraw(0);
  };
  useEffect(() => {
    if (!error || last.current.alert) return;
    const timer = setTimeout(() => { if (!document.activeElement?.matches('[aria-invalid=true]')) become(true); }, patience);
    return () => clearTimeout(timer);
  }, [error]);
  return {alert: last.current.alert, onBlur: () => { if (last.current.alert) become(false); }};
}

interface FieldText {label: string; hint?: string | undefined; error?: string | null | undefined}

function Notes({id, hint, error, alert}: {id: string; hint?: string | undefined; error?: string | null | undefined; alert?: boolean}) {
  return (
    <>
      {error && <p key={alert} class="field-error" role={alert ? 'alert' : undefined} data-error id={`${id}-error`}>{error}</p>}
      {hint && <p class="field-hint" id={`${id}-hint`}>{hint}</p>}
    </>
  );
}

const describedBy = (id: string, {hint, error}: FieldText, alert: boolean) =>
  [error && !alert && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;

interface TextProps extends FieldText {
  value: string; onText: (text: string) => void; onDone?: (text: string) => void; // on each keystroke; on leaving the field
  input?: Ref<HTMLInputElement>; maxLength: number;
  type?: 'text' | 'password'; numeric?: boolean; capitals?: boolean; name?: string; autocomplete?: string; autofocus?: boolean;
}

export function Field({label, hint, error, value, onText, onDone, input, maxLength, type = 'text', numeric, capitals, name, autocomplete = 'off', autofocus}: TextProps) {
  const id = useId();
  const {alert, onBlur} = useError(id, error);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} ref={input ?? null} type={type as 'text'} value={value} maxLength={maxLength} name={name} autocomplete={autocomplete} autofocus={autofocus}
        class={capitals ? 'code-input' : undefined} inputMode={numeric ? 'numeric' : undefined}
        autocapitalize={capitals ? 'characters' : 'off'} spellcheck={false} aria-invalid={error ? 'true' : undefined}
        aria-describedby={describedBy(id, {label, hint, error}, alert)} onBlur={onBlur} onInput={event => onText(event.currentTarget.value)} onChange={event => onDone?.(event.currentTarget.value)} />
      <Notes id={id} hint={hint} error={error} alert={alert} />
    </div>
  );
}

// The player's own name.
export const NameField = (props: Omit<TextProps, 'maxLength' | 'name' | 'autocomplete'>) =>
  <Field {...props} maxLength={40} name="name" autocomplete="nickname" />;

// `spoken` explains a label made of symbols. It is read after the label, so that voice control still matches the visible
// text.
export interface Choice<T> {value: T; label: string; spoken?: string}

// Radio buttons in a row.
export function Choices<T extends string>({label, hint, choices, value, onChoice}: FieldText & {
  choices: readonly Choice<T>[]; value: T; onChoice: (value: T) => void;
}) {
  const id = useId();
  return (
    <fieldset class="field choices" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend>{label}</legend>
      <div class="choices-row">
        {choices.map(choice => (
          <label key={choice.value} class="choice">
            <input type="radio" name={id} checked={choice.value === value} onChange={() => onChoice(choice.value)} />
            <span>{choice.label}{choice.spoken && <span class="visually-hidden"> ({choice.spoken})</span>}</span>
          </label>
        ))}
      </div>
      <Notes id={id} hint={hint} />
    </fieldset>
  );
}

// `hidden`: the label is for screen readers only. `explainedBy`: the ID of an element that explains the choice, if no hint
// does.
export function Select<T extends string>({label, hint, choices, value, onChoice, hidden, explainedBy}: FieldText & {
  choices: readonly Choice<T>[]; value: T; onChoice: (value: T) => void; hidden?: boolean; explainedBy?: string;
}) {
  const id = useId();
  // When a select appears, Chromium reports that an option was selected, and Orca 43 reads it and moves there. An
  // inert select isn't reported.
  const [inert, setInert] = useState(true);
  useEffect(() => inFrame(2, () => setInert(false)), []);
  return (
    <div class="field">
      <label for={id} class={hidden ? 'visually-hidden' : undefined}>{label}</label>
      <select id={id} value={value} inert={inert} aria-describedby={hint ? `${id}-hint` : explainedBy}
        onChange={event => onChoice(event.currentTarget.value as T)}>
        {choices.map(choice => <option key={choice.value} value={choice.value}>{choice.label}</option>)}
      </select>
      <Notes id={id} hint={hint} />
    </div>
  );
}

// A checkbox that looks like a switch.
export function Switch({label, hint, error, value, onChange, children}: FieldText & {value: boolean; onChange: (on: boolean) => void; children?: ComponentChildren}) {
  const id = useId();
  const {alert, onBlur} = useError(id, error);
  return (
    <div class="field switch">
      <input type="checkbox" role="switch" id={id} checked={value} aria-describedby={describedBy(id, {label, hint, error}, alert)} onBlur={onBlur}
        onChange={event => onChange(event.currentTarget.checked)} />
      <label for={id}>{label}</label>
      <Notes id={id} hint={hint} error={error} alert={alert} />
      {children}
    </div>
  );
}
