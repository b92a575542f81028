import type { Page } from 'playwright-core';
import { openWebsite } from './websites.ts';

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<meta name="viewport" content="width=device-width"><main><h1>Thank you</h1></main></html>`;

/**
 * The organizer's own site: another origin than Takilya's, so that the browser holds the way there against the checkout
 * page's policy.
 */
export async function openShop() {
  const { origin, close } = await openWebsite('127.0.0.1', () => page);
  return { successUrl: `${origin}/thanks?from=takilya`, cancelUrl: `${origin}/basket`, close };
}

/**
 * Leaves the sandbox for the page where a provider sends a buyer who has paid, before the provider knows of the
 * payment. `goBack` is the link's name.
 */
export async function comeBackTooSoon(page: Page, goBack: string) {
  const cancelUrl = await page.getByRole('link', { name: goBack }).getAttribute('href');
  await page.goto(String(cancelUrl).replace('?cancelled=1', ''));
}
