// Makes the page installable, and shows it where there is no network: it then says itself that the line
// is broken. The page comes from the network where that answers; files under /assets/ have names that
// change with what is in them, so a kept one is as good. Nothing else is kept, no replay and no secret.
// Where the storage is full or broken nothing is kept at all, and the page comes all the same. So it does
// where somebody else answers for the server, as a network does that wants to be logged in to.
const kept = 'jaipur-1';
const most = 60; // files: those of older pages go first

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
    // It is asked for again, then.
  }
}

// By the policy that our server gives its page.
const isOurs = answer =>
  answer.ok && !answer.redirected && (answer.headers.get('Content-Security-Policy') ?? '').includes('trusted-types jaipur');

// What the page that installs this has loaded already; later ones come through here.
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
    // The next visit, then.
  }
}

async function forgetOlder() {
  try {
    for (const name of await caches.keys()) if (name !== kept) await caches.delete(name);
  } catch {
    // They stay.
  }
}

async function page(event) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    return await find('/') ?? Response.error();
  }
  if (isOurs(answer)) event.waitUntil(keep('/', answer.clone()));
  return answer;
}

async function asset(event) {
  const found = await find(event.request);
  if (found) return found;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

// To the page that was used last, or to a new one.
async function comeBack() {
  const [open] = await self.clients.matchAll({type: 'window', includeUncontrolled: true});
  await (open ? open.focus() : self.clients.openWindow('/'));
}

self.addEventListener('install', event => {
  self.skipWaiting();
  event.waitUntil(keepFirst());
});

self.addEventListener('activate', event => event.waitUntil(forgetOlder().then(() => self.clients.claim())));

self.addEventListener('fetch', event => {
  const {pathname, origin} = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (event.request.mode === 'navigate' && pathname === '/') event.respondWith(page(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event));
});

self.addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(comeBack());
});
