// Components that are loaded on demand.
import type {ComponentType} from 'preact';
import {useEffect, useRef, useState} from 'preact/hooks';
import {whenBack} from '../../browser/events';
import {words} from '../../i18n';
import {Button} from './button';

declare const LATE_STYLES: string; // the address of `late.css`; build.mjs fills it in

let styles: Promise<void> | null = null;
const loadStyles = (): Promise<void> => (styles ??= new Promise((resolve, reject) => {
  const link = Object.assign(document.createElement('link'), {rel: 'stylesheet', href: LATE_STYLES});
  link.onload = () => resolve();
  link.onerror = () => {
    link.remove();
    styles = null;
    reject(new Error(LATE_STYLES));
  };
  document.head.append(link);
}));

// A component whose code is loaded when it is first rendered, or by `preload()`. `meanwhile`: null shows nothing until
// then; if it fails, it tries again by itself once the network or the visitor is back.
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile?: null) {
  let loading: Promise<void> | null = null;
  let Loaded: ComponentType<Props> | null = null;
  const preload = () => (loading ??= Promise.all([load(), loadStyles()]).then(
    ([component]) => { Loaded = component; },
    (problem: unknown) => { loading = null; throw problem; }));
  function Lazy(props: Props) {
    const [state, setState] = useState<'loading' | 'there' | 'failed'>(Loaded ? 'there' : 'loading');
    const failures = useRef(0);
    useEffect(() => {
      if (state === 'failed' && meanwhile === null) return whenBack(() => setState('loading'));
      if (state !== 'loading') return;
      let here = true;
      preload().then(() => here && setState('there'), () => {
        failures.current++;
        if (here) setState('failed');
      });
      return () => { here = false; };
    }, [state]);
    if (Loaded) return <Loaded {...props} />;
    if (meanwhile === null) return null;
    const {common} = words.value.app;
    // If the server was replaced, its files have other names, and only a reload helps.
    const button = failures.current < 2
      ? <Button onClick={() => setState('loading')}>{common.again}</Button>
      : <Button onClick={() => location.reload()}>{common.reload}</Button>;
    return state === 'failed'
      ? <p class="notice" role="alert">{common.failedPart} {button}</p>
      : <p class="notice quiet-text">{common.loading}</p>;
  }
  return Object.assign(Lazy, {preload});
}
