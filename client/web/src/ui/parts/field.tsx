// Form fields: a label, a hint, and an error at the field.
import type {ComponentChildren, Ref} from 'preact';
import {useEffect, useId, useState} from 'preact/hooks';
import {words} from '../../i18n';
import {useSession} from '../state/session_context';
import {useOnChange} from './hooks';

// A form's error that no field is responsible for. That the connection was lost is out of date once it is back.
export function ErrorText({text}: {text: string | null}) {
  const {state} = useSession().connection.value;
  const [past, setPast] = useState(false);
  useEffect(() => setPast(false), [text]);
  useOnChange(state, () => { if (state === 'online' && text === words.peek().app.errors.offline) setPast(true); });
  return text && !past ? <p class="field-error" role="alert" data-error>{text}</p> : null;
}

interface FieldText {label: string; hint?: string | undefined; error?: string | null | undefined}

function Notes({id, hint, error}: {id: string; hint?: string | undefined; error?: string | null | undefined}) {
  return (
    <>
      {error && <p class="field-error" role="alert" data-error id={`${id}-error`}>{error}</p>}
      {hint && <p class="field-hint" id={`${id}-hint`}>{hint}</p>}
    </>
  );
}

const describedBy = (id: string, {hint, error}: FieldText) =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;

interface TextProps extends FieldText {
  value: string; onText: (text: string) => void; onDone?: (text: string) => void; // on each keystroke; on leaving the field
  input?: Ref<HTMLInputElement>; maxLength: number;
  type?: 'text' | 'password'; numeric?: boolean; capitals?: boolean; name?: string; autocomplete?: string; autofocus?: boolean;
}

export function Field({label, hint, error, value, onText, onDone, input, maxLength, type = 'text', numeric, capitals, name, autocomplete = 'off', autofocus}: TextProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} ref={input ?? null} type={type as 'text'} value={value} maxLength={maxLength} name={name} autocomplete={autocomplete} autofocus={autofocus}
        class={capitals ? 'code-input' : undefined} inputMode={numeric ? 'numeric' : undefined}
        autocapitalize={capitals ? 'characters' : 'off'} spellcheck={false} aria-invalid={error ? 'true' : undefined}
        aria-describedby={describedBy(id, {label, hint, error})} onInput={event => onText(event.currentTarget.value)} onChange={event => onDone?.(event.currentTarget.value)} />
      <Notes id={id} hint={hint} error={error} />
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
  return (
    <div class="field">
      <label for={id} class={hidden ? 'visually-hidden' : undefined}>{label}</label>
      <select id={id} value={value} aria-describedby={hint ? `${id}-hint` : explainedBy}
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
  return (
    <div class="field switch">
      <input type="checkbox" role="switch" id={id} checked={value} aria-describedby={describedBy(id, {label, hint, error})}
        onChange={event => onChange(event.currentTarget.checked)} />
      <label for={id}>{label}</label>
      <Notes id={id} hint={hint} error={error} />
      {children}
    </div>
  );
}
