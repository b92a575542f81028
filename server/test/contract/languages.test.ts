import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HOLD_SECONDS, PUBLIC_URL } from '../fixtures/box-office.ts';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { attached, type Received } from '../fixtures/mail-server.ts';
import { readPdf } from '../readers/pdf-reader.ts';

const FILIPINO = { 'accept-language': 'fil-PH,fil;q=0.9,en;q=0.8' };

describe('English and Filipino', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
  });
  afterEach(async () => {
    office.failing.clear();
    await office.expectConsistency();
  });
  afterAll(() => office.closeAll());

  type Headers = Record<string, string>;
  const get = (url: string, headers: Headers = {}) => office.app.inject({ url: url.replace(PUBLIC_URL, ''), headers });
  const post = (url: string, payload: string, headers: Headers = {}) =>
    office.app.inject({
      method: 'POST',
      url: url.replace(PUBLIC_URL, ''),
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const langOf = ({ body }: { body: string }) => /<html lang="(\w+)">/.exec(body)?.[1];

  test('a page uses the language of its address, the cookie, the checkout or the browser, in this order, else English', async () => {
    const event = await office.event();
    const plain = await office.checkout(event);
    const told = await office.checkout(event, { language: 'fil' });
    const cookie = (lang: string) => ({ cookie: `a=b; lang=${lang}; c=d` });
    expect(langOf(await get(plain.checkout_url))).toBe('en');
    expect(langOf(await get(plain.checkout_url, FILIPINO))).toBe('fil');
    expect(langOf(await get(plain.checkout_url, { 'accept-language': 'de, ja;q=0.5' }))).toBe('en');
    expect(langOf(await get(told.checkout_url))).toBe('fil');
    expect(langOf(await get(told.checkout_url, { 'accept-language': 'en' }))).toBe('fil');
    expect(langOf(await get(told.checkout_url, cookie('en')))).toBe('en');
    expect(langOf(await get(plain.checkout_url, { ...cookie('en'), ...FILIPINO }))).toBe('en');
    expect(langOf(await get(plain.checkout_url, cookie('<script>')))).toBe('en');
    expect(langOf(await get(plain.checkout_url, { cookie: 'frame_lang=fil' }))).toBe('fil');
    // A frame within one site has both; the language chosen last on any page is in the other one.
    expect(langOf(await get(plain.checkout_url, { cookie: 'frame_lang=fil; lang=en' }))).toBe('en');
    expect(langOf(await get(`${plain.checkout_url}?lang=xx`, FILIPINO))).toBe('fil');
    // Last, because the checkout stores this choice.
    expect(langOf(await get(`${plain.checkout_url}?lang=fil`, cookie('en')))).toBe('fil');
    expect(langOf(await get(plain.checkout_url))).toBe('fil');
  });

  test('a refusal on the pages of an order is in the language of the order', async () => {
    const { orderId } = await office.buy(await office.event(), { language: 'fil' });
    const { tickets_url: url } = (await office.call<{ tickets_url: string }>('GET', `/orders/${orderId}`)).data;
    // Its event gives no refunds.
    const refused = await get(`${url}/refund`, { 'accept-language': 'en-PH' });
    expect([refused.statusCode, langOf(refused)]).toEqual([409, 'fil']);
    await office.sendMails();
  });

  test('the switch opens the same page and stores the choice in this browser', async () => {
    const { checkout_url } = await office.checkout(await office.event());
    const page = await get(checkout_url);
    const [, href = ''] = /<a href="([^"]+)" lang="fil" hreflang="fil">Filipino<\/a>/.exec(page.body) ?? [];
    expect(page.headers['set-cookie']).toBeUndefined();
    const other = await get(new URL(href, checkout_url).href);
    expect(other.headers['set-cookie']).toBe('lang=fil; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000');
    expect(other.headers['content-language']).toBe('fil');
    expect(other.body).toContain('<span aria-current="true">Filipino</span>');
    expect(other.body).toContain('?lang=en" lang="en" hreflang="en">English</a>');
    const elsewhere = await get('/o/nothing?page=2&lang=fil&x="%3E');
    expect(elsewhere.body).toContain('<a href="?page=2&amp;lang=en&amp;x=%22%3E" lang="en"');
  });

  test('the API refuses an unsupported language', async () => {
    const event = await office.event();
    const body = {
      event_id: event.id,
      quantity: 1,
      customer: { name: 'A', email: 'a@b.example' },
      success_url: 'https://a.example',
    };
    expect(await office.call('POST', '/checkouts', { ...body, language: 'tl' })).toMatchObject({
      status: 400,
      code: 'invalid_field',
      message: 'language must be one of en, fil',
    });
    expect((await office.call('POST', '/checkouts', { ...body, language: null })).status).toBe(201);
  });

  test('the page is completely in Filipino, with Filipino dates and amounts', async () => {
    const event = await office.event({ price: 1250.5, start_datetime: '2027-05-01T20:00:00+08:00' });
    const { checkout_url } = await office.checkout(event, { quantity: 2, cancel_url: 'https://shop.example/' });
    const { text } = await office.browser.open(`${checkout_url}?lang=fil`);
    for (const words of [
      'Sabado, Mayo 1, 2027 nang 8:00 PM Oras sa Pilipinas',
      'Ang order mo',
      '₱1,250.50 bawat isa',
      'Kabuuan ₱2,501.00',
      'Naka-reserve para sa iyo ang 2 ticket mo hanggang',
      '15 minuto na lang',
      'Paano mo gustong magbayad?',
      'Credit o debit card',
      'Magbayad ng ₱2,501.00',
      'Promo code Gamitin',
      'Kanselahin ang order na ito',
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/\b(your|pay|held|total|order is)\b/i);
  });

  test('reasons of failed payments and refused codes are in the language of the page', async () => {
    const event = await office.event();
    const checkout = await office.checkout(event, { language: 'fil' });
    const sandbox = await office.pay(checkout, 'CARD');
    const failed = await office.browser.submit(sandbox, { press: 'fail' });
    expect(failed.text).toMatch(
      'Hindi natuloy ang bayad mo Credit o debit card: hindi tinanggap ang bayad. Walang nabawas',
    );
    office.failing.add('createSession');
    expect((await office.pay(checkout, 'MAYA')).text).toContain('Hindi sumagot ang payment service.');
    office.failing.clear();
    const refused = await post(`${checkout.checkout_url}/promo`, 'promo_code=wala');
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('Walang promo code na WALA para sa event na ito');
    // The link to the other language belongs to the page, not to the submitted form.
    expect(refused.body).toMatch(/<a href="\/c\/cs_[\w-]{43}\?lang=en"/);
    const nothing = await post(`${checkout.checkout_url}/pay`, '');
    expect(nothing.statusCode).toBe(400);
    expect(nothing.body).toContain('Pumili ng paraan ng pagbabayad.');
  });

  test('error pages and the sandbox use the browser’s language', async () => {
    expect((await get('/c/nothing', FILIPINO)).body).toContain('Hindi mahanap ang page');
    expect((await get('/t/nothing?lang=fil')).body).toContain('Hindi mahanap ang page');
    const { url } = await office.pay(await office.checkout(await office.event()), 'GCASH');
    expect((await get(url, FILIPINO)).body).toContain('Sandbox ito: walang totoong perang gagalaw.');
    const wrong = await post(url, 'outcome=win', FILIPINO);
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain('Hindi ito natuloy');
    expect(wrong.body).not.toContain('outcome must be');
  });

  describe('e-mails and tickets', () => {
    const ticketLinkIn = ({ mail }: Received) => /https?:\/\/\S+\/t\/\S+/.exec(mail.text ?? '')?.[0] ?? '';

    test('use the language in which Pay was pressed, not the one the shop sent', async () => {
      const event = await office.event({ title: 'Gabi ng Musika', price: 0 });
      const { checkout_url } = await office.checkout(event, { quantity: 2, language: 'en' });
      const answer = await post(`${checkout_url}/pay`, '', { cookie: 'lang=fil' });
      expect(answer.statusCode).toBe(303);
      const [received] = await office.sendMails();
      const { mail } = received ?? {};
      expect(mail?.subject).toBe('Ang mga ticket mo para sa Gabi ng Musika');
      expect(mail?.html).toContain('<html lang="fil">');
      expect(mail?.text).toContain('Oras sa Pilipinas');
      expect(mail?.text).toMatch(/Ipakita ang code sa entrance/);
      const [page] = await readPdf(attached(mail as never, 'tickets.pdf'));
      expect(page?.text).toContainEqual(expect.stringMatching('Ang unang magpakita ng code na ito'));
      const calendar = attached(mail as never, 'event.ics').toString();
      expect(calendar.replaceAll(/\r?\n /g, '')).toContain('Dalhin ang ticket mo');
      const link = received ? ticketLinkIn(received) : '';
      expect(langOf(await get(link))).toBe('fil');
      expect(langOf(await get(`${link}?lang=en`))).toBe('en');
    });

    test('also use it after a payment at a provider, and in all later e-mails about the order', async () => {
      const event = await office.event({ title: 'Fiesta', price: 850 });
      const { checkout_url, checkout_id } = await office.checkout(event, { quantity: 2 });
      // Only Pay sends the language: there is no choice on the page and no cookie.
      const { headers } = await post(`${checkout_url}/pay`, 'payment_method=CARD', FILIPINO);
      const sandbox = await office.browser.open(String(headers.location));
      await office.browser.submit(sandbox, { press: 'authorize' });
      const [first] = (await office.stateOf(checkout_id)).ticket_ids;
      const letters: Received[] = await office.sendMails();
      const then = async (change: () => Promise<unknown>, seconds = 1) => {
        await change();
        office.wait(seconds);
        letters.push(...(await office.sendMails()));
      };
      await then(() => office.call('POST', `/tickets/${first}/reissue`));
      await then(() => office.call('POST', `/tickets/${first}/refund`));
      await then(() => office.call('PUT', `/events/${event.id}`, { venue_name: 'Music Museum' }), 600);
      await then(() => office.cancelEvent(event));
      expect(letters.map(({ mail }) => mail.subject)).toEqual([
        'Ang mga ticket mo para sa Fiesta',
        'Bagong ticket para sa Fiesta',
        'Refund: Fiesta',
        'May nagbago: Fiesta',
        'Kinansela: Fiesta',
      ]);
      const [, , refund, changed] = letters.map(({ mail }) => mail.text);
      expect(refund).toContain(
        'Ibinabalik na sa iyo ang ₱850.00, sa paraang ginamit mo sa pagbabayad (Credit o debit card)',
      );
      expect(changed).toContain('Saan: Music Museum (dati: hindi tiyak)');
    });

    test('give the reason of a refund of late money, on the page, too', async () => {
      const event = await office.event({ capacity: 1, title: 'Huling Upuan' });
      const checkout = await office.checkout(event, { language: 'fil' });
      const sandbox = await office.pay(checkout, 'GCASH');
      office.failing.add('closeSession');
      office.wait(HOLD_SECONDS + 600);
      await office.sweep();
      office.failing.clear();
      await office.buy(event);
      const page = await office.browser.submit(sandbox, { press: 'authorize' });
      expect(page.status).toBe(410);
      expect(page.text).toContain('naibenta na sa iba ang mga ticket. Ibinabalik sa iyo nang buo ang ibinayad mo.');
      await office.sendMails();
      const letter = office.server.received.find(
        ({ mail }) => mail.subject === 'Ibinabalik na ang bayad mo para sa Huling Upuan',
      );
      expect(letter?.mail.text).toContain('naibenta na sa iba ang mga ticket.');
      expect(letter?.mail.text).not.toContain('The payment arrived');
    });
  });
});
