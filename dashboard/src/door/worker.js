/**
 * Keeps the page of the door and its files on the device, so that it opens without a network. It touches nothing else:
 * data is the page's own, in IndexedDB. vite.config.ts writes the names of the files.
 */
const FILES = 'DOOR_FILES';
const VERSION = 'DOOR_VERSION';
const PAGE = '/door';
const CACHE = `takilya-door-${VERSION}`;

// All files or none: a version that is not whole is not installed.
self.addEventListener('install', (event) => {
  const load = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll([PAGE, ...FILES].map((file) => new Request(file, { cache: 'reload' })));
  };
  event.waitUntil(load());
});

// A first version takes the page that installed it. A later one waits until the page says so.
self.addEventListener('activate', (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('takilya-door-') && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('message', ({ data }) => {
  if (data === 'take over') self.skipWaiting();
});

// The page and its files always come from the same version. Everything else goes to the server, or fails.
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isPage = event.request.mode === 'navigate' && pathname === PAGE;
  if (origin !== location.origin || !(isPage || FILES.includes(pathname))) return;
  const answer = async () =>
    (await caches.match(isPage ? PAGE : pathname, { cacheName: CACHE })) ?? fetch(event.request);
  event.respondWith(answer());
});
