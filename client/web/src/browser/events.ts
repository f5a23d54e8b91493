// Browser events that a session needs; under Node there are none.

interface BrowserEvents {
  wake(): void;   // the page wakes up, or the network is back
  lost(): void;   // the network is gone
  stored(): void; // another tab wrote to the storage
}

// Returns a function that stops it.
export function watchBrowser({wake, lost, stored}: BrowserEvents): () => void {
  if (typeof window === 'undefined') return () => {};
  const wakeIfSeen = () => {
    if (document.visibilityState === 'visible') wake();
  };
  const listeners: [EventTarget, string, () => void][] = [
    [window, 'online', wakeIfSeen], [window, 'offline', lost], [window, 'pageshow', wakeIfSeen], [document, 'visibilitychange', wakeIfSeen], [window, 'storage', stored],
  ];
  for (const [target, type, listener] of listeners) target.addEventListener(type, listener);
  return () => {
    for (const [target, type, listener] of listeners) target.removeEventListener(type, listener);
  };
}

// The next time that a failed download may succeed: the network is back, or the visitor. Returns a function that stops it.
export function whenBack(work: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') work();
  };
  addEventListener('online', seen);
  document.addEventListener('visibilitychange', seen);
  return () => {
    removeEventListener('online', seen);
    document.removeEventListener('visibilitychange', seen);
  };
}

// When the browser has nothing better to do.
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, {timeout: 5000});
  else setTimeout(work, 1500);
}
