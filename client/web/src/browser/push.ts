// Web Push: this browser's subscription, and what the service worker (public/sw.js) needs to know.
// In a secure page (https, or this machine) of a browser that can.
export const canPush = (): boolean => isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), char => char.charCodeAt(0));

const sameBytes = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && one.byteLength === other.length && new Uint8Array(one).every((byte, i) => byte === other[i]);

// This browser's subscription with the server's key, a new one if necessary. Call it when notifications are allowed;
// throws if the browser or its push service can't.
export async function subscribe(key: string): Promise<{endpoint: string; p256dh: string; auth: string}> {
  const {pushManager} = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(key);
  let subscription = await pushManager.getSubscription();
  if (subscription && !sameBytes(subscription.options.applicationServerKey, applicationServerKey)) {
    await subscription.unsubscribe(); // made for another key: the server has lost its data
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({userVisibleOnly: true, applicationServerKey});
  const {endpoint, keys} = subscription.toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error('an incomplete subscription');
  return {endpoint, p256dh: keys['p256dh'], auth: keys['auth']};
}

// Texts for notifications; the service worker has no others in the visitor's language.
export async function keepTexts(texts: Readonly<Record<string, string>>): Promise<void> {
  const cache = await caches.open('jaipur-texts');
  await cache.put('/push-texts', new Response(JSON.stringify(texts)));
}

// Those about this room are no longer needed.
export async function closePushed(room: string): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration();
  const notes = await worker?.getNotifications({tag: `jaipur-${room}`});
  notes?.forEach(note => note.close());
}
