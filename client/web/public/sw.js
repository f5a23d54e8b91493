// Makes the page installable, and shows it where there is no network: it then says itself that the line
// is broken. The page comes from the network where that answers; files under /assets/ have names that
// change with what is in them, so a kept one is as good. Nothing else is kept, no replay and no secret.
const kept = 'jaipur-1';
const most = 60; // files: those of older pages go first

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== kept) await caches.delete(name);
    await self.clients.claim();
  })());
});

async function page(request) {
  const cache = await caches.open(kept);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put('/', answer.clone());
    return answer;
  } catch {
    return await cache.match('/') ?? Response.error();
  }
}

async function asset(request) {
  const cache = await caches.open(kept);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    const names = (await cache.keys()).filter(it => new URL(it.url).pathname !== '/');
    for (const old of names.slice(0, Math.max(0, names.length - most))) await cache.delete(old);
  }
  return answer;
}

self.addEventListener('fetch', event => {
  const {pathname, origin} = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (event.request.mode === 'navigate' && pathname === '/') event.respondWith(page(event.request));
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request));
});
