// Makes the page installable and available offline, where it reports the lost connection itself. The page comes from the
// network if that answers; names under /assets/ contain a hash, so cached files are never stale. Nothing else is cached,
// neither replays nor secrets. If the storage is full or broken, nothing is cached, and the page still loads. The same
// holds if something else answers instead of the server, such as a network's login page.
const kept = 'jaipur-1';
const texts = 'jaipur-texts'; // for notifications, in the visitor's language: browser/push.ts
const most = 60; // cached files; the oldest are removed first

async function find(what) {
  try {
    return await (await caches.open(kept)).match(what);
  } catch {
    return undefined;
  }
}

async function keep(what, answer) {
  try {
    const cache = await caches.open(kept);
    await cache.put(what, answer);
    const files = (await cache.keys()).filter(it => new URL(it.url).pathname !== '/');
    for (const old of files.slice(0, Math.max(0, files.length - most))) await cache.delete(old);
  } catch {
    // Fetched again next time.
  }
}

// Recognised by the policy that our server sends.
const isOurs = answer =>
  answer.ok && !answer.redirected && (answer.headers.get('Content-Security-Policy') ?? '').includes('trusted-types jaipur');

// Caches what the page that installs this worker has already loaded; later files are cached as they are fetched.
async function keepFirst() {
  try {
    const answer = await fetch('/');
    if (!isOurs(answer)) return;
    const files = (await answer.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
    await keep('/', answer);
    for (const file of files) {
      const loaded = await fetch(file);
      if (loaded.ok) await keep(file, loaded);
    }
  } catch {
    // The next visit tries again.
  }
}

async function forgetOlder() {
  try {
    for (const name of await caches.keys()) if (name !== kept && name !== texts) await caches.delete(name);
  } catch {
    // The old files stay.
  }
}

const isDocument = answer => (answer.headers.get('Content-Type') ?? '').startsWith('text/html');

// A browser gets the same document for every address of the page.
async function page(event) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    return await find('/') ?? Response.error();
  }
  if (isOurs(answer) && isDocument(answer)) event.waitUntil(keep('/', answer.clone()));
  return answer;
}

async function asset(event) {
  const found = await find(event.request);
  if (found) return found;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

// An old link has the path after `#` until the page has read it.
function shows(url, room) {
  const {pathname, hash} = new URL(url);
  return [pathname, hash.slice(1)].some(path => path.toUpperCase() === `/${room}`);
}

// To the page that shows this room. If none does, the one that was used last goes there: a second page would take the
// seat from one that plays elsewhere. If none is open, a new one.
async function comeBack(room) {
  const open = await self.clients.matchAll({type: 'window', includeUncontrolled: true});
  const there = open.find(it => !room || shows(it.url, room));
  const page = there ?? open.find(it => !/^\/replays\/|\.\w+$/.test(new URL(it.url).pathname)); // those are files
  if (!page) return void await self.clients.openWindow(`/${room ?? ''}`);
  if (!there) page.postMessage({room});
  await page.focus();
}

// The server's message says which room and what happened there: {"room":"K7QX2M","what":"turn"}. Whatever it is, the
// browser requires a notification.
async function showPushed(data) {
  let room = '', what = 'turn', words = {};
  try {
    ({room, what} = data.json());
    words = await (await (await caches.open(texts)).match('/push-texts')).json();
  } catch {
    // English then.
  }
  const known = /^[2-9A-HJ-NP-Z]{6}$/.test(room) ? room : '';
  const body = words[what] ?? words.turn ?? 'It is your turn.';
  await self.registration.showNotification('Jaipur', {
    body: known ? `${body} ${words.room ?? 'Room'} ${known}` : body,
    tag: `jaipur-${known}`, renotify: true, icon: '/icon-192.png', data: {room: known},
  });
}

self.addEventListener('install', event => {
  self.skipWaiting();
  event.waitUntil(keepFirst());
});

self.addEventListener('activate', event => event.waitUntil(forgetOlder().then(() => self.clients.claim())));

self.addEventListener('fetch', event => {
  const {pathname, origin} = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (event.request.mode === 'navigate' && !pathname.startsWith('/replays/')) event.respondWith(page(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event));
});

self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(comeBack(event.notification.data?.room));
});

self.addEventListener('push', event => event.waitUntil(showPushed(event.data)));
