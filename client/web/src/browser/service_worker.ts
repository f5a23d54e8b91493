// Registers the service worker, which makes the page installable and available offline, and tells which room the visitor
// wants to see.
interface Policies {
  createPolicy(name: string, rules: {createScriptURL(url: string): string}): {createScriptURL(url: string): unknown};
}

const script = '/sw.js';

// The page's policy only accepts script addresses that come from here.
function scriptAddress(): string {
  const policies = (window as unknown as {trustedTypes?: Policies}).trustedTypes;
  if (!policies) return script;
  const policy = policies.createPolicy('jaipur', {
    createScriptURL(url) {
      if (url !== script) throw new TypeError('not a script of this page');
      return url;
    },
  });
  return policy.createScriptURL(script) as string;
}

// `onRoom`: a notification about this room was pressed.
export function registerServiceWorker(onRoom: (room: string) => void): void {
  if (!('serviceWorker' in navigator)) return; // for example over plain http
  navigator.serviceWorker.addEventListener('message', ({data}: MessageEvent<{room?: unknown} | null>) => {
    if (typeof data?.room === 'string') onRoom(data.room);
  });
  const register = () => {
    try {
      navigator.serviceWorker.register(scriptAddress()).catch(() => undefined);
    } catch {
      // The page works without it.
    }
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register); // the visible page comes first
}
