// A modal dialog. The browser keeps the focus inside and returns it afterwards; it starts at the element with
// `autofocus`, or at the first button. `text`: the first paragraph.
import type {ComponentChildren} from 'preact';
import {signal} from '@preact/signals';
import {useId, useLayoutEffect, useRef} from 'preact/hooks';
import {words} from '../../i18n';
import {Button, IconButton} from './button';

export const dialogsOpened = signal(0); // how many so far

export function Dialog({title, text, children, onClose, closable = true, wide}: {
  title: string; text?: string; children: ComponentChildren; onClose: () => void; closable?: boolean; wide?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current!;
    const opener = document.activeElement;
    element.showModal();
    dialogsOpened.value++;
    // Screen readers announce the focused element, but not the text before it, and Orca with Firefox not even the title.
    if (element.contains(document.activeElement)) document.activeElement!.setAttribute('aria-describedby', text ? `${id}-text` : id);
    return () => {
      element.close(); // before it is removed, so that the browser returns the focus
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} class={`dialog${wide ? ' wide' : ''}`} aria-labelledby={id}
      onKeyDown={event => {
        // A key that is still held from opening the dialog must not answer it.
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
      onCancel={event => { event.preventDefault(); onClose(); }}
      onClick={event => { if (event.target === dialog.current) onClose(); }}>
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          {closable && <IconButton icon="close" label={words.value.app.common.close} onClick={onClose} />}
        </header>
        {text && <p id={`${id}-text`}>{text}</p>}
        {children}
      </div>
    </dialog>
  );
}

// Asks before something irreversible. The harmless answer has the focus.
export function Question({title, text, yes, no, onYes, onNo}: {
  title: string; text: string; yes: string; no: string; onYes: () => void; onNo: () => void;
}) {
  return (
    <Dialog title={title} text={text} closable={false} onClose={onNo}>
      <div class="actions">
        <Button look="danger" onClick={onYes}>{yes}</Button>
        <Button look="plain" autofocus onClick={onNo}>{no}</Button>
      </div>
    </Dialog>
  );
}
