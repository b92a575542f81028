import { afterEach, describe, expect, test } from 'vitest';
import { shopTexts } from '../../src/shop/pages/texts.ts';
import { PUBLIC_URL, useBoxOffice } from '../fixtures/box-office.ts';
import type { Page } from '../readers/browser.ts';

const office = await useBoxOffice();
const SITES = ['https://www.lakbay.example', 'http://localhost:8000'];
const MAX_SCRIPT_BYTES = 5_000;

let events = 0;
async function shopEvent(fields: Record<string, unknown> = {}) {
  events += 1;
  const slug = `framed-${events}`;
  const event = await office.event({ slug, ...fields });
  return { ...event, url: `${PUBLIC_URL}/shop/lakbay-concerts/${slug}` };
}
const letIn = async (sites: string[]) =>
  expect((await office.call('PUT', '/organization', { embed_sites: sites })).status).toBe(200);
afterEach(() => letIn([]));

/** The sites that may show the page in a frame. */
const ancestorsOf = ({ headers }: Page) =>
  /frame-ancestors ([^;]*)/.exec(headers['content-security-policy'] ?? '')?.[1];

const order = async (event: { url: string; tierId: string }) =>
  office.browser.submit(await office.browser.open(event.url), {
    press: shopTexts.en.continue,
    fields: { [`q_${event.tierId}`]: '1', name: 'Ana Reyes', email: `ana${events}@example.com` },
  });

/** All pages that buyers of the shop pass, and how each is called. */
async function pagesOfShop(event: { id: string; url: string; tierId: string }): Promise<[string, Page][]> {
  const checkout = await order(event);
  const bought = await office.buy(event);
  const { data } = await office.call<{ tickets_url: string }>('GET', `/orders/${bought.orderId}`);
  return [
    ['shop', await office.browser.open(`${PUBLIC_URL}/shop/lakbay-concerts`)],
    ['event', await office.browser.open(event.url)],
    ['form with errors', await office.browser.submit(await office.browser.open(event.url))],
    ['thanks', await office.browser.open(`${event.url}/thanks?checkout_id=${bought.checkoutId}`)],
    ['checkout', checkout],
    ['order', await office.browser.open(data.tickets_url)],
  ];
}

describe('pages of the shop in a frame', () => {
  test('are for nobody while the organization lists no site', async () => {
    for (const [name, page] of await pagesOfShop(await shopEvent())) {
      expect([name, ancestorsOf(page)]).toEqual([name, "'none'"]);
      expect([name, page.headers['x-frame-options']]).toEqual([name, 'DENY']);
      expect(page.html).not.toContain('data-sites');
    }
  });

  test('are for the listed sites and for no others, with a script that tells only them the height', async () => {
    await letIn(SITES);
    for (const [name, page] of await pagesOfShop(await shopEvent())) {
      expect([name, ancestorsOf(page)]).toEqual([name, SITES.join(' ')]);
      expect(page.headers).not.toHaveProperty('x-frame-options');
      expect(page.html).toContain(`<body data-sites="${SITES.join(' ')}"`);
      expect(page.headers['content-security-policy']).toMatch(/script-src ('sha256-[^']+' ?)+;/);
    }
  });

  test('leave all other pages to nobody: tickets, the sandbox, errors, the dashboard, other organizations', async () => {
    await letIn(SITES);
    const event = await shopEvent({ price: 100 });
    const bought = await office.buy(event);
    const { data } = await office.call<{ ticket_url: string }>('GET', `/tickets/${bought.ticketId}`);
    const paying = await office.browser.submit(await order(event), { fields: { payment_method: 'GCASH' } });
    expect(paying.url).toContain('/sandbox/');
    const others = [
      data.ticket_url,
      paying.url,
      `${event.url}-unknown`,
      '/c/x',
      '/o/x',
      '/dashboard/',
      '/shop/isla-events',
    ];
    for (const url of others) expect([url, ancestorsOf(await office.browser.open(url))]).toEqual([url, "'none'"]);
  });

  test('send the payment to the top window, and stay for everything else', async () => {
    const paid = await order(await shopEvent({ price: 100 }));
    expect(paid.html).toMatch(/<form [^>]*action="\/c\/[^"]+\/pay" target="_top"/);
    const free = await order(await shopEvent({ price: 0 }));
    expect(free.html).not.toContain('_top');
    const asking = await order(await shopEvent({ price: 100, attendee_details: 'required' }));
    const [form] = /<form [^>]*target="_top"[\s\S]*<\/form>/.exec(asking.html) ?? [];
    expect(form).toBeDefined();
    expect(asking.html.match(/formaction=/g)).toHaveLength(asking.html.match(/formtarget="_self"/g)?.length ?? 0);
  });

  test('need no cookie for the language: the form carries it', async () => {
    const event = await shopEvent();
    const page = await office.browser.open(`${event.url}?lang=fil`);
    const checkout = await office.browser.submit(page, {
      press: shopTexts.fil.continue,
      fields: { [`q_${event.tierId}`]: '1', name: 'Ana Reyes', email: 'ana@example.com' },
    });
    expect(checkout.html).toContain('<html lang="fil">');
  });

  test.each([
    ['iframe', 'https', '__Host-frame_lang', 'Secure; HttpOnly; SameSite=None; Partitioned'],
    ['iframe', 'http', 'frame_lang', 'Secure; HttpOnly; SameSite=None; Partitioned'],
    ['document', 'https', '__Host-lang', 'Secure; HttpOnly; SameSite=Lax'],
    // Browsers keep no Secure cookie of a site without TLS.
    ['document', 'http', 'lang', 'HttpOnly; SameSite=Lax'],
  ])('keep the proof of a buyer and the language for a %s over %s', async (destination, protocol, language, rules) => {
    const event = await shopEvent();
    const page = await office.browser.open(event.url);
    const token = page.forms[0]?.fields.find(({ name }) => name === 'token')?.value ?? '';
    const { status, headers } = await office.service.request({
      method: 'POST',
      url: new URL(event.url).pathname,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-dest': destination,
        'x-forwarded-proto': protocol,
      },
      payload: String(
        new URLSearchParams({
          token,
          [`q_${event.tierId}`]: '1',
          name: 'Ana',
          email: `${destination}-${protocol}@example.com`,
        }),
      ),
    });
    expect(status).toBe(303);
    const cookies = String(headers['set-cookie']);
    expect(cookies).toMatch(new RegExp(`buyer_[^;]+; Path=/; ${rules};`));
    expect(cookies).toContain(`${language}=en; Path=/; ${rules};`);
  });
});

test('the script for websites is small, plain and cached', async () => {
  const script = await office.service.request({ method: 'GET', url: '/embed.js' });
  expect(script).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
  expect(script.text.length).toBeLessThan(MAX_SCRIPT_BYTES);
  expect(script.text).toContain("customElements.define('takilya-event'");
});
