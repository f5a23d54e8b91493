// A dialog over the page. The browser keeps the focus inside and gives it back afterwards. It begins at what has
// `autofocus`, else at the first button.
import type {ComponentChildren} from 'preact';
import {useId, useLayoutEffect, useRef} from 'preact/hooks';
import {words} from '../../i18n';
import {Button, IconButton} from './button';

export function Dialog({title, children, onClose, closable = true, wide}: {
  title: string; children: ComponentChildren; onClose: () => void; closable?: boolean; wide?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current!;
    const opener = document.activeElement;
    element.showModal();
    // Some screen readers (Orca with Firefox) name what has the focus now, and not the dialog that it is in.
    if (element.contains(document.activeElement)) document.activeElement!.setAttribute('aria-describedby', id);
    return () => {
      element.close(); // before it goes: what is behind it takes the focus again
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} class={`dialog${wide ? ' wide' : ''}`} aria-labelledby={id}
      onKeyDown={event => {
        // Who still holds the key that opened it has not answered its question.
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
      onCancel={event => { event.preventDefault(); onClose(); }}
      onClick={event => { if (event.target === dialog.current) onClose(); }}>
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          {closable && <IconButton icon="close" label={words.value.app.common.close} onClick={onClose} />}
        </header>
        {children}
      </div>
    </dialog>
  );
}

// Before something is done that cannot be taken back. What does no harm has the focus.
export function Question({title, text, yes, no, onYes, onNo}: {
  title: string; text: string; yes: string; no: string; onYes: () => void; onNo: () => void;
}) {
  return (
    <Dialog title={title} closable={false} onClose={onNo}>
      <p>{text}</p>
      <div class="actions">
        <Button look="danger" onClick={onYes}>{yes}</Button>
        <Button look="plain" autofocus onClick={onNo}>{no}</Button>
      </div>
    </Dialog>
  );
}
