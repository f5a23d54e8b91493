// The service worker that lets the page be installed, and shows it where there is no network.
interface Policies {
  createPolicy(name: string, rules: {createScriptURL(url: string): string}): {createScriptURL(url: string): unknown};
}

const script = '/sw.js';

// The page's policy takes no address of a script that did not come through this.
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
  if (!('serviceWorker' in navigator)) return; // as where the page came over plain http
  const register = () => {
    try {
      navigator.serviceWorker.register(scriptAddress()).catch(() => undefined);
    } catch {
      // The page works without.
    }
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register); // what is seen comes first
}
