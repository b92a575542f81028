import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width"><main><h1>Thank you</h1></main></html>`;

/**
 * The organizer's own site: another origin than Takilya's, so that the browser holds the way there against the checkout
 * page's policy.
 */
export async function openShop() {
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    successUrl: `${url}/thanks?from=takilya`,
    cancelUrl: `${url}/basket`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Leaves the sandbox for the page where a provider sends a buyer who has paid, before the provider knows of the
 * payment. `goBack` is the link's name.
 */
export async function comeBackTooSoon(page: Page, goBack: string) {
  const cancelUrl = await page.getByRole('link', { name: goBack }).getAttribute('href');
  await page.goto(String(cancelUrl).replace('?cancelled=1', ''));
}
