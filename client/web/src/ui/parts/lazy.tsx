// Parts of the page that come when they are wanted.
import type {ComponentType} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {words} from '../../i18n';
import {Button} from './button';

// A component whose code is loaded when it is first drawn, or by `preload()`.
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loading: Promise<void> | null = null;
  let Loaded: ComponentType<Props> | null = null;
  const preload = () => (loading ??= load().then(
    component => { Loaded = component; },
    (problem: unknown) => { loading = null; throw problem; }));
  function Lazy(props: Props) {
    const [state, setState] = useState<'loading' | 'there' | 'failed'>(Loaded ? 'there' : 'loading');
    useEffect(() => {
      if (state !== 'loading') return;
      let here = true;
      preload().then(() => here && setState('there'), () => here && setState('failed'));
      return () => { here = false; };
    }, [state]);
    if (Loaded) return <Loaded {...props} />;
    const {common} = words.value.app;
    return state === 'failed'
      ? <p class="notice" role="alert">{common.failedPart} <Button onClick={() => setState('loading')}>{common.again}</Button></p>
      : <p class="notice quiet-text">{common.loading}</p>;
  }
  return Object.assign(Lazy, {preload});
}

// Once the browser has nothing better to do.
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, {timeout: 5000});
  else setTimeout(work, 1500);
}
