// Registers the service worker, which makes the page installable and available offline.
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

export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return; // for example over plain http
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
