import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, CDPSession } from 'playwright-core';
import { launchBrowser } from '../e2e/browser.ts';
import { type Service, startService } from './processes.ts';

/**
 * Bytes and times of the pages that buyers and organizers see, on a phone with a slow processor and a slow network.
 * Names of other folders with a version of the service measure that version, too:
 *
 *   npm run bench:pages -- ../takilya-of-yesterday
 */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
const SLOWER_CPU = 4;
/** Slow 4G, as page audits define it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms to the server and back. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** Each in a new browser profile with an empty cache. The fastest counts: other work of the machine only adds to it. */
const LOADS = 7;
/** No page takes a tenth of this. */
const MOST_MS = 30_000;

/** A page, and what one presses there, or reads once it can be used. */
interface Asked {
  name: string;
  url: string;
  button: string;
  /** Session cookie of a member who is logged in. */
  session?: { name: string; value: string };
}

interface Measured {
  requests: number;
  bytes: number;
  firstViewMs: number;
  pressableMs: number;
}

/**
 * Runs in the page: the time of the first frame in which the button has a place and can be pressed. The page's thread
 * is free then, because this runs on it.
 */
const watchButton = (button: string) => `
  const look = () => {
    const found = document.querySelector(${JSON.stringify(button)});
    const { width, height } = found?.getBoundingClientRect() ?? { width: 0, height: 0 };
    if (found && !found.disabled && width > 0 && height > 0) window.pressableMs = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);`;

/** Runs in the page: resolves with both times once they are known. */
const readTimes = `new Promise((resolve) => {
  const look = () => {
    const [view] = performance.getEntriesByName('first-contentful-paint');
    if (!window.pressableMs || !view) return requestAnimationFrame(look);
    resolve({ pressableMs: window.pressableMs, firstViewMs: view.startTime });
  };
  look();
})`;

const { positionals: folders } = parseArgs({ allowPositionals: true });
const browser = await launchBrowser(['--js-flags=']);
try {
  const rows: object[] = [];
  for (const folder of ['.', ...folders]) rows.push(...(await measureVersion(browser, folder)));
  console.table(rows);
} finally {
  await browser.close();
}

async function measureVersion(on: Browser, folder: string): Promise<object[]> {
  const service = await startService(null, {}, folder);
  try {
    const rows: object[] = [];
    for (const asked of await pagesOf(service)) {
      const { requests, bytes, firstViewMs, pressableMs } = await measure(on, asked);
      const [view, press] = [Math.round(firstViewMs), Math.round(pressableMs)];
      rows.push({ folder, page: asked.name, requests, bytes, 'first view ms': view, 'button ms': press });
    }
    return rows;
  } finally {
    await service.stop();
  }
}

/** The pages that this version has. */
async function pagesOf(service: Service): Promise<Asked[]> {
  const { data } = await service.call('POST', '/events', {
    title: 'Gabi ng Musika',
    description: 'An evening of songs from Manila, with a band of nine and a choir.',
    start_datetime: '2027-05-01T20:00:00+08:00',
    venue_name: 'Music Museum',
    city: 'San Juan',
    capacity: 100,
    ticket_price: 850,
  });
  const { id } = data as { id: string };
  await service.call('POST', `/events/${id}/tiers`, { name: 'VIP', price: 1_500, quantity_total: 20 });
  const { data: event } = await service.call('PUT', `/events/${id}`, { status: 'active' });
  const { public_url: eventPage } = event as { public_url?: string };
  const order = { event_id: id, quantity: 2, customer: { name: 'Ana Cruz', email: 'ana@example.com' } };
  const { data: checkout } = await service.call('POST', '/checkouts', { ...order, success_url: 'http://localhost/' });
  const shop: Asked[] = eventPage
    ? [
        { name: 'shop', url: eventPage.slice(0, eventPage.lastIndexOf('/')), button: 'main a[href*="/shop/"]' },
        { name: 'event', url: eventPage, button: 'form#order button[type=submit]' },
      ]
    : [];
  return [
    ...shop,
    {
      name: 'checkout',
      url: (checkout as { checkout_url: string }).checkout_url,
      button: 'form[action$="/pay"] button:not(.plain)',
    },
    { name: 'order', url: await orderPage(service), button: 'main button, main a' },
    ...(await dashboardPages(service, id)),
  ];
}

/** Their heading comes with the data of the page. */
async function dashboardPages(service: Service, eventId: string): Promise<Asked[]> {
  const url = new URL('/dashboard/', service.url).href;
  const session = await logIn(service);
  const button = 'main h1';
  return [
    { name: 'log-in', url: `${url}log-in`, button: 'button[type=submit]' },
    { name: 'home', url, button, session },
    { name: 'an event', url: `${url}events/${eventId}`, button, session },
    { name: 'orders', url: `${url}orders`, button, session },
  ];
}

/** Logs in as the owner of the organization that sells. */
async function logIn({ url, apiKey, dataDir }: Service) {
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  const { dashboard } = demo.organizations.find((one: { api_key: string }) => one.api_key === apiKey);
  const answer = await fetch(new URL('/dashboard/api/log-in', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(dashboard),
  });
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? [];
  if (!answer.ok || value === '') throw new Error(`no log-in: ${answer.status} ${await answer.text()}`);
  return { name, value };
}

/** The page of a paid order: one of the demo's, with two tickets or more. */
async function orderPage(service: Service): Promise<string> {
  const { data } = await service.call('GET', '/orders?per_page=50');
  const { orders } = data as { orders: { id: string; quantity: number; status: string }[] };
  const order = orders.find(({ quantity, status }) => quantity === 2 && status === 'paid');
  const { data: whole } = await service.call('GET', `/orders/${order?.id}`);
  return (whole as { tickets_url: string }).tickets_url;
}

async function measure(on: Browser, asked: Asked): Promise<Measured> {
  const all: Measured[] = [];
  for (let load = 0; load < LOADS; load++) all.push(await withinTime(() => loadOnce(on, asked), asked));
  const least = (field: keyof Measured) => Math.min(...all.map((one) => one[field]));
  return {
    requests: least('requests'),
    bytes: least('bytes'),
    firstViewMs: least('firstViewMs'),
    pressableMs: least('pressableMs'),
  };
}

/** @throws Error instead of waiting for a page for ever */
async function withinTime<T>(work: () => Promise<T>, { name }: Asked): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`the page ${name} took more than ${MOST_MS} ms`)), MOST_MS);
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function loadOnce(on: Browser, { name, url, button, session: member }: Asked): Promise<Measured> {
  const context = await on.newContext(PHONE);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // Playwright would name the domain, which the prefix `__Host-` forbids.
    if (member) await session.send('Network.setCookie', { ...member, url, secure: true });
    const received = await count(session);
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
    await page.addInitScript(watchButton(button));
    await page.goto(url, { waitUntil: 'load', timeout: MOST_MS });
    const times = await page.evaluate<Pick<Measured, 'pressableMs' | 'firstViewMs'>>(readTimes);
    if (received.bytes === 0) throw new Error(`no bytes of the page ${name} were counted`);
    return { ...received, ...times };
  } finally {
    await context.close();
  }
}

/** Bytes as sent over the network, with headers. */
async function count(session: CDPSession): Promise<{ requests: number; bytes: number }> {
  const received = { requests: 0, bytes: 0 };
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received.requests++;
    received.bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return received;
}
