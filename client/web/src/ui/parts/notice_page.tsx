// A screen with a single message, for example while loading.
import type {ComponentChildren} from 'preact';

export function NoticePage({title, text, children}: {title: string; text: string; children?: ComponentChildren}) {
  return (
    <section class="page narrow">
      <h1 tabIndex={-1}>{title}</h1>
      <p class="quiet-text">{text}</p>
      {children}
    </section>
  );
}
