import { openDatabase } from './database.ts';
import { countWaiting } from './kept-scans.ts';
import { Store } from './store.ts';

/** How often a page that stays open asks whether there is a new version. */
const ASK_EVERY_MS = 30 * 60_000;

/** A worker that does not take over in this time does not keep the door closed. */
const TAKE_OVER_MS = 5_000;

/** isReady: the page opens without a network. isNew: a newer version waits on this device. */
export const version = new Store({ isReady: false, isNew: false });

/**
 * Keeps the page and its code on this device. A newer version that waits is taken before the page shows anything, if
 * nothing is unsent and the server answers; then the page is loaded anew. While the page is open nothing is replaced.
 */
export async function keepPage() {
  // The files of a development server change all the time.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const found = await navigator.serviceWorker.getRegistration('/door');
  if (found?.waiting && (await takeNewVersion())) return new Promise<never>(() => {});
  // Not awaited: the first time it waits for every file, and without a network it fails.
  navigator.serviceWorker.register('/door/worker.js', { scope: '/door' }).then(followUpdates, () => {});
}

async function followUpdates(registration: ServiceWorkerRegistration) {
  const show = () => version.set({ ...version.get(), isNew: registration.waiting !== null });
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', show));
  show();
  setInterval(() => {
    if (navigator.onLine) registration.update().catch(() => {});
  }, ASK_EVERY_MS);
  await navigator.serviceWorker.ready;
  version.set({ ...version.get(), isReady: true });
}

/**
 * Loads the page anew with the version that waits. Not without a network, where a page that fails to load would close
 * the door, and not while check-ins wait to be sent. @returns whether the page is being loaded
 */
export async function takeNewVersion(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration('/door');
  const unsent = await countWaiting(await openDatabase());
  if (!registration?.waiting || unsent.size > 0 || !(await isServerReached())) return false;
  const changed = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true }),
  );
  registration.waiting.postMessage('take over');
  const isTaken = await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, TAKE_OVER_MS, false))]);
  if (isTaken) location.reload();
  return isTaken === true;
}

/** The worker answers only when this page is opened, so this request goes to the server. */
const isServerReached = () =>
  fetch('/door', { cache: 'no-store', signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
