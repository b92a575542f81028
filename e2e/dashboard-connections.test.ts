import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorityFile, openReceiver } from '../server/test/fixtures/receiver.ts';
import { openPaymongoStandIn, PAYMONGO_KEYS, type PaymongoStandIn } from '../server/test/payments/paymongo-stand-in.ts';
import { launchBrowser } from './browser.ts';
import { heading, newPage, openHome, press, type Watched } from './dashboard.ts';
import { picture } from './picture.ts';
import { readable } from './readable.ts';
import { startTakilya, type Takilya } from './takilya.ts';

let takilya: Takilya;
let browser: Browser;
let organizer: Watched;
let paymongo: PaymongoStandIn;
let receiver: Awaited<ReturnType<typeof openReceiver>>;

beforeAll(async () => {
  [paymongo, receiver] = await Promise.all([openPaymongoStandIn(), openReceiver()]);
  [takilya, browser] = await Promise.all([
    startTakilya({
      SECRETS_KEY: Buffer.alloc(32, 9).toString('base64'),
      PAYMONGO_URL: paymongo.url,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: '1',
      NODE_EXTRA_CA_CERTS: authorityFile,
    }),
    launchBrowser(),
  ]);
  organizer = await newPage(browser);
  await openHome(organizer.page, takilya);
});
afterAll(() => Promise.all([browser?.close(), takilya?.stop(), paymongo?.close(), receiver?.close()]));

const dialog = (page: Page) => page.getByRole('dialog');
const visit = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();

test('a webhook gets a test, and gets it again', async () => {
  const { page, problems } = organizer;
  const url = `https://localhost:${receiver.port}/hook`;
  receiver.behave('/hook', (response) => response.writeHead(202).end('thank you'));
  const heard = () => receiver.at('/hook').length;
  await visit(page, 'Webhooks');
  await press(page, 'Create webhook');
  await dialog(page).getByLabel('URL').fill(url);
  await dialog(page).getByLabel('Ticket refunded').check();
  await dialog(page).getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText(/^whsec_/).waitFor();
  await page.getByRole('link', { name: url }).click();
  await heading(page, url);
  await press(page, 'Send test');
  await expect.poll(heard).toBe(1);
  await page.reload();
  await page.getByRole('row').getByText('202', { exact: true }).click();
  await page.getByText('thank you').waitFor();
  await page.getByText('"type": "webhook.test"').waitFor();
  await press(page, /^Resend$/);
  await expect.poll(heard).toBe(2);
  await page
    .getByRole('checkbox', { name: /^Choose webhook.test of/ })
    .first()
    .check();
  await picture(page, 'dashboard/deliveries');
  await press(page, 'Resend chosen: 1');
  await page.getByText('On their way: 1').waitFor();
  await expect.poll(heard).toBe(3);
  // Nothing failed.
  await press(page, 'Resend all failed');
  await dialog(page).getByRole('button', { name: 'Resend all failed' }).click();
  await page.getByText('On their way: 0').waitFor();
  await page.getByLabel('Status').selectOption('failed');
  await page.getByText('No results').waitFor();
  await readable(page);
  await press(page, 'Replace secret');
  await dialog(page).getByRole('button', { name: 'Replace secret' }).click();
  await page.getByText(/^whsec_/).waitFor();
  await visit(page, 'Webhooks');
  await page.getByRole('link', { name: 'All deliveries' }).click();
  await heading(page, 'Deliveries');
  await page.getByLabel('URL').selectOption({ label: url });
  await page.waitForURL(/webhook_id=/);
  await page.getByLabel('Notification').selectOption('webhook.test');
  await expect.poll(() => page.getByRole('row').count()).toBe(4);
  await readable(page);
  await picture(page, 'dashboard/all-deliveries');
  expect(problems).toStrictEqual([]);
});

test('deliveries that were chosen on another page are not resent from this one', async () => {
  const { page } = organizer;
  receiver.behave('/many', (response) => response.writeHead(200).end());
  const url = `https://localhost:${receiver.port}/many`;
  const hook = await takilya.api('POST', '/webhooks', { url, events: ['event.updated'] });
  const fields = { title: 'Gabi', start_datetime: '2099-12-31T20:00:00+08:00', capacity: 10, ticket_price: 0 };
  const { id } = await takilya.api('POST', '/events', fields);
  for (let count = 1; count <= 21; count += 1) await takilya.api('PUT', `/events/${id}`, { title: `Gabi ${count}` });
  await page.goto(`${takilya.url}/dashboard/webhooks/${hook.id}`);
  await press(page, 'Next page');
  await page.waitForURL(/page=2/);
  const boxes = page.getByRole('checkbox', { name: /^Choose event.updated of/ });
  await expect.poll(() => boxes.count()).toBe(1);
  await boxes.check();
  await page.getByRole('button', { name: 'Resend chosen: 1', disabled: false }).waitFor();
  await page.goBack();
  await expect.poll(() => boxes.count()).toBe(20);
  await page.getByRole('button', { name: 'Resend chosen: 0', disabled: true }).waitFor();
});

test('secrets that were typed for one payment provider are not in the form of another', async () => {
  const { page } = organizer;
  await visit(page, 'Payments');
  await press(page, 'Connect account');
  const secrets = [dialog(page).getByLabel('Secret key'), dialog(page).getByLabel('Webhook secret')];
  for (const secret of secrets) await secret.fill('sk_live_of_paymongo');
  await dialog(page).getByLabel('Provider').selectOption('xendit');
  const kept = await Promise.all(secrets.map((secret) => secret.inputValue()));
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  expect(kept).toEqual(['', '']);
});

test('an account at PayMongo is checked there when it is connected, and can be disconnected', async () => {
  const { page, problems } = organizer;
  await visit(page, 'Payments');
  await press(page, 'Connect account');
  // It has to be entered at the provider, which then shows the webhook secret.
  const ofPaymongo = await dialog(page).getByLabel('Webhook URL').inputValue();
  expect(ofPaymongo).toMatch(/\/payments\/paymongo\/[0-9a-f-]{36}\/webhooks$/);
  const { secretKey, webhookSecret } = PAYMONGO_KEYS.live;
  await dialog(page).getByLabel('Secret key').fill('sk_live_wrong');
  // As both are pasted, with a space that cannot be seen.
  await dialog(page).getByLabel('Webhook secret').fill(`${webhookSecret} `);
  await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog(page).getByRole('alert').waitFor();
  await dialog(page).getByLabel('Secret key').fill(`${secretKey} `);
  await dialog(page).getByLabel('GCash').check();
  await dialog(page).getByRole('button', { name: 'Connect', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'PayMongo' });
  await row.getByText('Active', { exact: true }).waitFor();
  await row.getByText('GCash').waitFor();
  await row.getByText(ofPaymongo).waitFor();
  expect(await page.getByText(secretKey).count()).toBe(0);
  // An owner who connects another account there learns what the first still needs.
  await press(page, 'Connect account');
  const replaces = dialog(page).getByText('This replaces the account at PayMongo.', { exact: false });
  await replaces.waitFor();
  // Another key does not open other methods.
  expect(await dialog(page).getByLabel('GCash').isChecked()).toBe(true);
  await readable(page);
  await dialog(page).getByLabel('Provider').selectOption('Xendit');
  await replaces.waitFor({ state: 'detached' });
  expect(await dialog(page).getByLabel('GCash').isChecked()).toBe(false);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Disconnect' }).click();
  await dialog(page).getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No account connected.', { exact: false }).waitFor();
  expect(problems).toStrictEqual([]);
});

test('a request that needs the password again waits for it in a dialog', async () => {
  const { page, problems } = await newPage(browser);
  await openHome(page, takilya);
  // What the server answers half an hour after the log-in; everything else is real.
  const late = { error: { code: 'password_needed', message: 'Give your password again', status: 403 } };
  let isLate = false;
  await page.route('**/api/v1/api-keys', (route) => {
    // The page may read the list again at any moment: that is no answer to the button.
    if (!isLate || route.request().method() !== 'POST') return route.fallback();
    isLate = false;
    return route.fulfill({ status: 403, json: late });
  });
  await visit(page, 'API keys');
  await page.getByRole('button', { name: 'Create API key' }).first().waitFor();
  const create = async (name: string) => {
    await page.getByRole('button', { name: 'Create API key' }).first().click();
    await page.getByLabel('Name', { exact: false }).fill(name);
    isLate = true;
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).last().click();
    await page.getByRole('heading', { name: 'Confirm your password' }).waitFor();
  };
  await create('Refused');
  await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel' }).click();
  // The keyboard goes on from the reason.
  await page.getByText('Enter your password again to do this.').waitFor();
  await expect.poll(() => page.locator('[role=alert]:focus').count()).toBe(1);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await create('Reports');
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel('Password', { exact: false }).first().fill('a wrong guess');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Wrong password').waitFor();
  await dialog.getByLabel('Password', { exact: false }).first().fill(takilya.owner.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('status').filter({ hasText: 'Your new API key' }).waitFor();
  expect(problems).toStrictEqual([]);
});
