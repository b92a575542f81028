import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let takilya: Takilya;
let browser: Browser;
beforeAll(async () => {
  [takilya, browser] = await Promise.all([startTakilya(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop()]));

async function openCheckout(javaScriptEnabled: boolean) {
  const { id } = await takilya.api('POST', '/events', {
    title: 'Gabi ng Musika',
    start_datetime: '2099-12-31T20:00:00+08:00',
    capacity: 10,
    ticket_price: 100,
  });
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  const checkout = await takilya.api('POST', '/checkouts', {
    event_id: id,
    quantity: 1,
    customer: { name: 'Maria Santos', email: 'maria@gmial.example' },
    success_url: 'https://shop.example/thanks',
  });
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 390, height: 844 } });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const page = await context.newPage();
  await page.goto(String(checkout.checkout_url));
  return { context, page };
}

describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])('with %o', ({ javaScriptEnabled }) => {
  test.each(['Pay', 'Enter'])('%s makes the correction of an address first, then Pay pays', async (key) => {
    const { context, page } = await openCheckout(javaScriptEnabled);
    await page.getByLabel('Maya').check();
    await page.getByText('Change name or e-mail').click();
    await page.locator('#customer_email').fill('maria@gmail.example');
    if (key === 'Enter') await page.locator('#customer_email').press('Enter');
    else await page.locator('button.pay').click();
    await page.getByText('For Maria Santos, maria@gmail.example').waitFor();
    expect(await page.getByLabel('Maya').isChecked()).toBe(true);
    await page.locator('button.pay').click();
    await page.getByRole('heading', { name: 'Maya' }).waitFor();
    await context.close();
  });
});
