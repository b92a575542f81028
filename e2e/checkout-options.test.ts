import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../server/src/values/language.ts';
import { launchBrowser, PAGE_TIMEOUT_MS } from './browser.ts';
import { picture } from './picture.ts';
import { readable } from './readable.ts';
import { openShop } from './shop.ts';
import { startTakilya, type Takilya } from './takilya.ts';

const WORDS = 'I have read the house rules at https://arena.example/rules.\nNo bottles, and no cameras with a lens.';

const QUESTIONS = [
  { asked_of: 'order', kind: 'text', label: 'Company', help: 'As on the invoice' },
  { asked_of: 'order', kind: 'checkbox', label: 'I am of age', required: true },
  { asked_of: 'ticket', kind: 'choice', label: 'Meal', options: ['Fish <b>& rice</b>', 'None'], required: true },
  { asked_of: 'ticket', kind: 'date', label: 'Date of birth' },
];

let takilya: Takilya;
let shop: Awaited<ReturnType<typeof openShop>>;
let browser: Browser;
beforeAll(async () => {
  [takilya, shop, browser] = await Promise.all([startTakilya(), openShop(), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), shop?.close(), takilya?.stop()]));

async function openCheckout(page: Page, options: object, quantity: number, questions: object[] = []) {
  const { id } = await takilya.api('POST', '/events', {
    title: 'Gabi ng Musika',
    start_datetime: '2099-12-31T20:00:00+08:00',
    venue_name: 'Music Museum',
    capacity: 200,
    ticket_price: 850,
    ...options,
  });
  await takilya.api('PUT', `/events/${id}`, { status: 'active' });
  for (const question of questions) await takilya.api('POST', `/events/${id}/questions`, question);
  await takilya.api('POST', '/promo-codes', {
    event_id: id,
    code: 'EARLY',
    discount_type: 'percentage',
    discount_amount: 10,
  });
  const checkout = await takilya.api('POST', '/checkouts', {
    event_id: id,
    quantity,
    customer: { name: 'Maria Santos', email: 'maria@example.com' },
    success_url: shop.successUrl,
  });
  await page.goto(String(checkout.checkout_url));
  return id;
}

/** axe needs its script; everything else is done with and without. */
describe.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])('with %o', ({ javaScriptEnabled }) => {
  let context: BrowserContext;
  let page: Page;
  const refused: string[] = [];
  beforeAll(async () => {
    context = await browser.newContext({ javaScriptEnabled, viewport: { width: 320, height: 640 } });
    context.setDefaultTimeout(PAGE_TIMEOUT_MS);
    page = await context.newPage();
    page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
  });
  afterAll(async () => {
    expect(refused).toStrictEqual([]);
    await context.close();
  });
  const expectReadable = (language: Language = 'en') => (javaScriptEnabled ? readable(page, language) : undefined);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const ticket = (number: number) => page.getByRole('group', { name: `Ticket ${number}`, exact: true });

  test('a buyer names everybody, mends what is wrong, enters a code, agrees and pays', async () => {
    const eventId = await openCheckout(page, { attendee_details: 'required', consent_text: WORDS }, 2);
    expect(await ticket(1).getByLabel('Full name').inputValue()).toBe('Maria Santos');
    await expectReadable();
    await ticket(2).getByLabel('Full name').fill('Benito Cruz');
    await ticket(2).getByLabel('E-mail address').fill('benito@example');
    await page.getByLabel('Maya').check();
    await press(/^Pay ₱1,700/);

    await page.getByRole('heading', { name: 'Please check what you entered' }).waitFor();
    await expectReadable();
    await page.getByRole('link', { name: /^Ticket 2: please enter an e-mail address/ }).click();
    await page.waitForURL(/#attendee_2_email$/);
    const email = ticket(2).getByLabel('E-mail address');
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    expect(await email.inputValue()).toBe('benito@example');
    expect(await page.getByLabel('Maya').isChecked()).toBe(true);
    await email.fill('benito@example.com');

    await press('Filipino');
    await page.getByRole('heading', { name: 'Para kanino ang mga ticket?' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Email address' }).last().inputValue()).toBe('benito@example.com');
    await expectReadable('fil');
    await press('English');

    await page.getByLabel('Promo code').fill('EARLY');
    await page.getByLabel('Promo code').press('Enter');
    await page.getByText('Discount (EARLY)').waitFor();
    expect(await ticket(2).getByLabel('E-mail address').inputValue()).toBe('benito@example.com');
    expect(await page.getByLabel('Maya').isChecked()).toBe(true);

    await page.getByRole('checkbox', { name: /^I have read the house rules/ }).check();
    await press(/^Pay ₱1,530/);
    await press('Let the payment fail');
    await page.getByRole('heading', { name: 'Your payment did not go through' }).waitFor();
    expect(await page.getByRole('checkbox').isChecked()).toBe(true);
    await press(/^Pay ₱1,530/);
    await press('Authorize the payment');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const orderId = new URL(page.url()).searchParams.get('order_id');
    const order = await takilya.api('GET', `/orders/${orderId}`);
    expect(order).toMatchObject({ consent: { text: WORDS }, customer: { name: 'Maria Santos' } });
    const { attendees } = await takilya.api('GET', `/events/${eventId}/attendees`);
    expect(attendees).toMatchObject([
      { attendee: { name: 'Maria Santos', email: 'maria@example.com' } },
      { attendee: { name: 'Benito Cruz', email: 'benito@example.com' } },
    ]);
  });

  test('the organizer asks: a buyer answers, mends what is wrong in the other language, and pays', async () => {
    await openCheckout(page, {}, 2, QUESTIONS);
    await expectReadable();
    await page.getByLabel('Company').fill('Likha, Inc.');
    await ticket(1).getByLabel('Meal').selectOption('Fish <b>& rice</b>');
    await ticket(1).getByLabel('Date of birth').fill('2001-02-28');
    await press(/^Pay ₱1,700/);
    await page.getByRole('heading', { name: 'Please check what you entered' }).waitFor();
    await expectReadable();
    await press('Filipino');
    await page.getByRole('heading', { name: /^Mga tanong ng / }).waitFor();
    await expectReadable('fil');
    await press(/^Magbayad/);
    await page.getByRole('link', { name: 'Ticket 2: sagutin ang “Meal”.' }).click();
    await press('English');
    expect(await page.getByLabel('Company').inputValue()).toBe('Likha, Inc.');
    expect(await ticket(1).getByLabel('Date of birth').inputValue()).toBe('2001-02-28');
    await ticket(2).getByLabel('Meal').selectOption('None');
    await page.getByRole('checkbox', { name: /^I am of age/ }).check();
    await press(/^Pay ₱1,700/);
    await press('Authorize the payment');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const order = await takilya.api('GET', `/orders/${new URL(page.url()).searchParams.get('order_id')}`);
    expect(order).toMatchObject({
      answers: [{ value: 'Likha, Inc.' }, { value: 'true' }],
      tickets: [
        { answers: [{ value: 'Fish <b>& rice</b>' }, { value: '2001-02-28' }] },
        { answers: [{ value: 'None' }] },
      ],
    });
    await page.goto(String(order.tickets_url));
    await page.getByRole('heading', { name: 'Your answers' }).waitFor();
    await expectReadable();
  });

  test('many tickets: groups that open, and the way to pay stays near', async () => {
    await openCheckout(page, { attendee_details: 'required' }, 60);
    expect(
      await page
        .locator('summary')
        .filter({ hasText: /^Tickets/ })
        .allInnerTexts(),
    ).toHaveLength(6);
    await expectReadable();
    const pay = page.getByRole('button', { name: /^Pay/ });
    await page.getByText('Tickets 1 to 10').click();
    const { y = Infinity } = (await pay.boundingBox()) ?? {};
    expect(y, 'with every group closed').toBeLessThan(3 * 640);
    await page.getByText('Tickets 51 to 60').click();
    await ticket(60).getByLabel('Full name').fill('The last one');
    await pay.click();
    await page.getByText('and 112 more').waitFor();
    expect(await ticket(60).getByLabel('Full name').inputValue()).toBe('The last one');
    await expectReadable();
  });

  test('who is asked, and need not answer, is not held up', async () => {
    await openCheckout(page, { attendee_details: 'optional', ticket_price: 0 }, 3);
    expect(await ticket(1).isVisible()).toBe(false);
    await page.getByText('Add names').click();
    expect(await ticket(3).isVisible()).toBe(true);
    await expectReadable();
    await press('Get my tickets');
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  });
});

/** `npm run screenshots` */
test.runIf(process.env.SCREENSHOTS)('a picture of the page', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme: 'light' });
  await openCheckout(page, { attendee_details: 'required', consent_text: WORDS }, 2);
  await page.getByRole('group', { name: 'Ticket 2' }).getByLabel('Full name').fill('Benito Cruz');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await picture(page, 'asked-phone', { fullPage: true });
});
