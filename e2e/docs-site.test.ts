import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listedFiles } from '../docs-site/navigation.ts';
import { documents } from '../server/test/project/documents.ts';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { readable } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

/** What a first visit may load, compressed: ten seconds on a slow phone connection. */
const MAX_FIRST_PAGE_BYTES = 200_000;

let takilya: Takilya;
let browser: Browser;
let page: Page;
const complaints: string[] = [];
const origins = new Set<string>();

beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
  page = await browser.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

const read = async (path: string) => {
  const answer = await fetch(new URL(path, takilya.url));
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
const attributes = (text: string, name: RegExp) => [...text.matchAll(name)].map(([, value = '']) => value);

test('every document is in the menu, which needs one line in docs-site/navigation.ts', () => {
  const shown = documents.filter((path) => /^(docs\/|docs\/api\/|docs\/security\/)?[^/]+\.md$/.test(path));
  expect(shown.length).toBeGreaterThan(40);
  expect(shown.filter((path) => !listedFiles.includes(path))).toEqual([]);
});

test('every link of every page leads to a page and a heading, and every operation is on a page', async () => {
  const pages = new Map<string, string>();
  const links: { from: string; path: string; anchor: string }[] = [];
  const other = new Set<string>();
  const found = ['/docs/'];
  for (const path of found) {
    const { status, type, text } = await read(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    if (!path.startsWith('/docs/') || !type?.startsWith('text/html')) continue;
    pages.set(path, text);
    for (const link of attributes(text, /(?:href|src|data-index)="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(link.replaceAll('&amp;', '&'), new URL(path, takilya.url));
      if (origin !== takilya.url) other.add(origin);
      else links.push({ from: path, path: pathname, anchor: hash.slice(1) });
      if (origin === takilya.url && !found.includes(pathname)) found.push(pathname);
    }
  }
  expect(pages.size).toBeGreaterThan(100);
  const anchors = new Map([...pages].map(([path, text]) => [path, new Set(attributes(text, / id="([^"]+)"/g))]));
  const lost = links.filter(({ path, anchor }) => anchor !== '' && !anchors.get(path)?.has(decodeURIComponent(anchor)));
  expect(lost).toEqual([]);

  const { paths } = JSON.parse((await read('/api/v1/openapi.json')).text);
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods as object));
  expect(operations.length).toBeGreaterThan(100);
  const described = new Set(
    [...anchors].flatMap(([path, ids]) => (path.startsWith('/docs/reference/') ? [...ids] : [])),
  );
  expect(operations.filter(({ operationId }) => !described.has(operationId))).toEqual([]);
});

test('the first page is light, and the search answers without the network once it is open', async () => {
  const loaded: Promise<number>[] = [];
  const count = (request: Request) =>
    loaded.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    );
  page.on('requestfinished', count);
  await page.goto(`${takilya.url}/docs/`, { waitUntil: 'networkidle' });
  page.off('requestfinished', count);
  const bytes = (await Promise.all(loaded)).reduce((sum, one) => sum + one, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(MAX_FIRST_PAGE_BYTES);

  const field = page.getByRole('searchbox', { name: 'Search the documents' });
  await field.focus();
  await page.locator('.results').waitFor({ state: 'attached' });
  await page.context().setOffline(true);
  await field.fill('rotate secret');
  const result = page.getByRole('link', { name: /^Change the secret/ }).first();
  await result.waitFor().finally(() => page.context().setOffline(false));
  await result.click();
  await page.getByRole('heading', { name: 'Change the secret' }).waitFor();
});

test('the pages are readable, and load nothing from elsewhere', async () => {
  for (const path of ['/docs/', '/docs/api/events/', '/docs/reference/', '/docs/reference/checkouts/']) {
    await page.goto(takilya.url + path);
    await readable(page);
  }
  expect(complaints).toEqual([]);
  expect([...origins]).toEqual([takilya.url]);
});

test('a newcomer tries an operation with the demo key, under any name of the server', async () => {
  // Not the name that openapi.json gives as the server's.
  await page.goto(`${takilya.url.replace('localhost', '127.0.0.1')}/api/v1/docs`);
  await page.getByRole('link', { name: 'GET /events', exact: true }).click();
  const operation = page.locator('section', { has: page.locator('#listEvents') });
  await operation.getByText('Try it').click();
  await operation.getByLabel('API key').fill(takilya.apiKey);
  await operation.getByLabel('per_page').fill('1');
  await operation.getByRole('button', { name: 'Send the request' }).click();
  await operation.getByText('200 OK').waitFor();
  await operation.getByText('"per_page": 1').waitFor();
  expect(complaints).toEqual([]);
});

test('samples are shown in the chosen language, and the next page remembers it where scripts run', async () => {
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled });
    context.setDefaultTimeout(PAGE_TIMEOUT_MS);
    const reader = await context.newPage();
    const sampleOf = (operation: string) =>
      reader.locator('section', { has: reader.locator(`#${operation}`) }).locator('.samples');
    const shown = async (operation: string) =>
      (await sampleOf(operation).locator('pre:visible').allInnerTexts()).join();

    await reader.goto(`${takilya.url}/docs/reference/tiers/`);
    expect(await shown('createTier')).toMatch(/^curl -X POST/);
    await sampleOf('createTier').getByRole('radio', { name: 'Python' }).check();
    expect(await shown('createTier')).toMatch(/^ticket_tier = takilya\.tiers\.create\(/);
    const others = javaScriptEnabled ? /^takilya\.tiers\.delete\(/ : /^curl -X DELETE/;
    expect(await shown('deleteTier')).toMatch(others);

    await reader.goto(`${takilya.url}/docs/reference/events/`);
    expect(await shown('getEvent')).toMatch(javaScriptEnabled ? /^event = takilya\.events\.get\(/ : /^curl /);
    await context.close();
  }
});
