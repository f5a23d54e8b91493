// What a session wants of the browser around it; nothing of it is there in Node.

// Calls `wake` when the page comes back from sleep or gets another network, `stored` when another tab
// has written into the storage. Gives back what ends that.
export function watchBrowser(wake: () => void, stored: () => void): () => void {
  if (typeof window === 'undefined') return () => {};
  const wakeIfSeen = () => {
    if (document.visibilityState === 'visible') wake();
  };
  const listeners: [EventTarget, string, () => void][] = [
    [window, 'online', wakeIfSeen], [window, 'pageshow', wakeIfSeen], [document, 'visibilitychange', wakeIfSeen], [window, 'storage', stored],
  ];
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
  return () => {
    for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
  };
}

// Once there is nothing better to do.
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, {timeout: 5000});
  else setTimeout(work, 1500);
}
