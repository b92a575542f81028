import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type MailOffice, openMailOffice } from '../fixtures/mail-office.ts';
import { attached } from '../fixtures/mail-server.ts';
import { openTestService, type TestService } from '../fixtures/test-service.ts';
import { openLine } from '../fixtures/waiting-line.ts';
import { readPdf } from '../readers/pdf-reader.ts';

const LOGO = 'https://cdn.example/logo.png?v=2&size="small"';

interface OrganizationData {
  id: string;
  name: string;
  time_zone: string;
  color: string | null;
  logo_url: string | null;
  contact_email: string | null;
  contact_phone: string | null;
  refund_policy: string | null;
  terms_url: string | null;
  embed_sites: string[];
  payment_method_order: string[];
  created_at: string;
}

describe('the organization', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService();
  });
  afterAll(() => service.close());

  const read = async () => (await service.ours.get<OrganizationData>('/organization')).body.data;
  const change = (body: unknown) => service.ours.put<OrganizationData>('/organization', body);

  test('is read as it was created', async () => {
    expect((await service.theirs.get('/organization')).body.data).toStrictEqual({
      id: service.theirs.organizationId,
      name: 'Isla Events',
      time_zone: 'Asia/Manila',
      color: null,
      logo_url: null,
      slug: 'isla-events',
      public_url: 'http://localhost:3000/shop/isla-events',
      contact_email: null,
      contact_phone: null,
      refund_policy: null,
      terms_url: null,
      embed_sites: [],
      payment_method_order: ['GCASH', 'MAYA', 'GRABPAY', 'QRPH', 'CARD', 'BANK_TRANSFER'],
      mode: 'live',
      test_of: null,
      two_factor_required: false,
      created_at: service.now().toISOString(),
    });
  });

  test('changes the fields that are sent, and no others', async () => {
    const before = await read();
    const first = await change({ color: '#C0FFEE', logo_url: LOGO });
    expect(first).toMatchObject({ status: 200, body: { data: { ...before, color: '#C0FFEE', logo_url: LOGO } } });
    const second = await change({ name: 'Lakbay & Co.', time_zone: 'America/New_York', unknown: 1 });
    const after = { ...before, name: 'Lakbay & Co.', time_zone: 'America/New_York', color: '#C0FFEE', logo_url: LOGO };
    expect(second.body.data).toStrictEqual(after);
    expect(await read()).toStrictEqual(after);
    expect((await change({})).body.data).toStrictEqual(after);
    expect((await change({ color: null, logo_url: null })).body.data).toMatchObject({ color: null, logo_url: null });
  });

  test('keeps contact, refund policy and terms as sent, and clears blank ones', async () => {
    const contact = {
      contact_email: 'help@lakbay.example',
      contact_phone: '0917 000 0000',
      refund_policy: 'Full refund until the day before.\nNo refunds at the door.',
      terms_url: 'https://lakbay.example/terms',
    };
    expect((await change(contact)).body.data).toMatchObject(contact);
    const blank = { contact_email: null, contact_phone: ' ', refund_policy: '\n', terms_url: null };
    const none = { contact_email: null, contact_phone: null, refund_policy: null, terms_url: null };
    expect((await change(blank)).body.data).toMatchObject(none);
  });

  test('keeps the websites that may show the shop, each once', async () => {
    const sites = ['https://www.lakbay.example', 'https://lakbay.example:8443', 'http://localhost:8000'];
    expect((await change({ embed_sites: [...sites, ...sites] })).body.data.embed_sites).toEqual(sites);
    const { body } = await service.ours.get<{ changes: object[] }>('/audit-log?limit=1');
    expect(JSON.stringify(body.data)).toContain('"embed_sites":["https://www.lakbay.example"');
    expect((await change({ embed_sites: [] })).body.data.embed_sites).toEqual([]);
  });

  test('keeps the ways to pay that come first, each once, and lets the others follow', async () => {
    const ordered = async (payment_method_order: string[]) =>
      (await change({ payment_method_order })).body.data.payment_method_order;
    expect(await ordered(['CARD', 'MAYA', 'CARD'])).toEqual([
      'CARD',
      'MAYA',
      'GCASH',
      'GRABPAY',
      'QRPH',
      'BANK_TRANSFER',
    ]);
    expect((await read()).payment_method_order[0]).toBe('CARD');
    expect(await ordered([])).toEqual(['GCASH', 'MAYA', 'GRABPAY', 'QRPH', 'CARD', 'BANK_TRANSFER']);
    for (const payment_method_order of [['CASH'], 'CARD'])
      expect(await change({ payment_method_order })).toMatchObject({ status: 400 });
  });

  test('goes back to the defaults of fields that always have a value with null', async () => {
    const lists = { embed_sites: ['https://lakbay.example'], payment_method_order: ['CARD'] };
    await change({ time_zone: 'Pacific/Honolulu', ...lists });
    const cleared = await change({ time_zone: null, embed_sites: null, payment_method_order: null });
    expect(cleared.body.data).toMatchObject({ time_zone: 'Asia/Manila', embed_sites: [] });
    expect(cleared.body.data.payment_method_order[0]).toBe('GCASH');
  });

  test('applies a new time zone to times without an offset from the next request', async () => {
    await change({ time_zone: 'Pacific/Honolulu' });
    const event = await service.draft({ start_datetime: '2027-05-01T20:00:00' });
    expect(event.start_datetime).toBe('2027-05-02T06:00:00.000Z');
    await change({ time_zone: 'Asia/Manila' });
  });

  test.each([
    [{ color: 'red' }, 'color must be a colour such as #0B57A4'],
    [{ color: '#fff' }, 'color must be'],
    [{ color: '#12345g' }, 'color must be'],
    [{ color: '#123456;background:url(//evil.example)' }, 'color must be'],
    [{ color: '' }, 'color must be'],
    [{ logo_url: 'http://cdn.example/logo.png' }, 'logo_url must be an https:// URL of at most 2,048 characters'],
    [{ logo_url: 'data:image/png;base64,AAAA' }, 'logo_url must be'],
    [{ logo_url: `https://x.example/${'a'.repeat(2_048)}` }, 'logo_url must be'],
    [{ time_zone: 'Manila' }, 'time_zone must be the name of a time zone such as Asia/Manila'],
    [{ time_zone: '+08:00' }, 'time_zone must be'],
    [{ time_zone: '' }, 'time_zone must be'],
    [{ name: ' ' }, 'name must be a string of 1 to 200 characters, not blank'],
    [{ name: null }, 'name must be'],
    [{ name: 'x'.repeat(201) }, 'name must be'],
    [{ contact_email: 'help' }, 'contact_email must be an e-mail address of at most 254 characters'],
    [{ contact_phone: '1'.repeat(33) }, 'contact_phone must be'],
    [{ refund_policy: 'x'.repeat(2_001) }, 'refund_policy must be a string of at most 2,000 characters'],
    [{ embed_sites: ['https://lakbay.example/'] }, 'embed_sites[0] must be a site such as https://www.example.com'],
    [{ embed_sites: ['https://a.example', 'http://b.example'] }, 'embed_sites[1] must be a site'],
    [{ embed_sites: ['https://*.example'] }, 'embed_sites[0] must be a site'],
    [{ embed_sites: ['*'] }, 'embed_sites[0] must be a site'],
    [{ embed_sites: ["https://a.example;script-src'"] }, 'embed_sites[0] must be a site'],
    [{ embed_sites: ['https://a.example https://b.example'] }, 'embed_sites[0] must be a site'],
    [{ embed_sites: ['https://me:secret@a.example'] }, 'embed_sites[0] must be a site'],
    [{ embed_sites: ['https://A.example'] }, 'embed_sites[0] must be a site'],
    [{ embed_sites: [null] }, 'embed_sites[0] must be a site'],
    [{ embed_sites: 'https://a.example' }, 'embed_sites must be an array of at most 10 items'],
    [{ embed_sites: Array.from({ length: 11 }, (_, n) => `https://s${n}.example`) }, 'embed_sites must be an array'],
    [{ terms_url: 'http://lakbay.example/' }, 'terms_url must be an https:// URL'],
    [[], 'The body must be a JSON object'],
  ])('refuses %j and changes nothing', async (body, message) => {
    const before = await read();
    const answer = await change(body);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { status: 400, message: expect.stringContaining(message) } },
    });
    expect(await read()).toStrictEqual(before);
  });
});

const CONTACT = {
  contact_email: 'help+tickets@lakbay.example',
  contact_phone: '+63 (917) 000-0000',
  refund_policy: 'Full refund until <the> day before.\nNone at the door.',
  terms_url: 'https://lakbay.example/terms?a=1&b=2',
};

describe('what buyers see of the organization', () => {
  let office: MailOffice;
  beforeAll(async () => {
    office = await openMailOffice();
    const fields = { name: 'Ñandú <b>Concerts</b>', color: '#FFE600', logo_url: LOGO, ...CONTACT };
    expect((await office.call('PUT', '/organization', fields)).status).toBe(200);
  });
  afterEach(() => office.expectConsistency());
  afterAll(() => office.closeAll());

  /** The parts of the contact, as HTML. */
  const CONTACT_PARTS = [
    'href="mailto:help%2Btickets@lakbay.example">help+tickets@lakbay.example</a>',
    'href="tel:+639170000000">+63 (917) 000-0000</a>',
    'Full refund until &lt;the&gt; day before.\nNone at the door.',
    'href="https://lakbay.example/terms?a=1&amp;b=2"',
  ];

  /** Black is readable on yellow, white is not. */
  const COLORS = /--fill:#FFE600;--on-fill:#000000;--strong:#[0-9a-f]{6}/;
  const MARK =
    '<img src="https://cdn.example/logo.png?v=2&amp;size=&quot;small&quot;" alt=""><span>Ñandú &lt;b&gt;Concerts&lt;/b&gt;</span>';

  test('is on the checkout page in every state, and on the pages of tickets and orders', async () => {
    const event = await office.event();
    const checkout = await office.checkout(event);
    const open = await office.browser.open(checkout.checkout_url);
    const { ticketId, orderId } = await office.buy(event);
    const ticket = (await office.call<{ ticket_url: string }>('GET', `/tickets/${ticketId}`)).data;
    const order = (await office.call<{ tickets_url: string }>('GET', `/orders/${orderId}`)).data;
    await office.call('POST', `/checkouts/${checkout.checkout_id}/expire`);
    const pages = [
      open,
      await office.browser.open(checkout.checkout_url),
      await office.browser.open(ticket.ticket_url),
      await office.browser.open(order.tickets_url),
    ];
    const [ticketPage] = pages.splice(2, 1);
    expect(ticketPage?.html).toContain(MARK);
    for (const { html, headers } of pages) {
      for (const part of CONTACT_PARTS) expect(html).toContain(part);
      expect(html).toContain(MARK);
      expect(html).toMatch(COLORS);
      expect(headers['content-security-policy']).toContain("img-src 'self' https: data:;");
      // The style sheets, each by its hash: that of all pages, that of the brand, and the page's own.
      expect(headers['content-security-policy']).toMatch(/style-src 'sha256-[^']+'( 'sha256-[^']+')+;/);
    }
  });

  test('gets replies to an offer of the waiting list, and the mail says so', async () => {
    const line = openLine(office);
    const event = await line.soldOut(1);
    await line.join(event);
    await line.refund([event.ticketId]);
    await office.offerPlaces();
    const offer = (await office.sendMails()).find(({ mail }) => mail.subject?.startsWith('It is your turn'));
    expect(offer?.mail.replyTo).toMatchObject([{ address: CONTACT.contact_email }]);
    expect(offer?.mail.text).toContain('Replies go to Ñandú <b>Concerts</b>.');
  });

  test('is in the e-mail and the PDF', async () => {
    await office.sendMails();
    await office.buy(await office.event());
    const [received] = await office.sendMails();
    const { html = '', text = '', from, replyTo } = received?.mail ?? {};
    expect(replyTo).toMatchObject([{ address: CONTACT.contact_email, name: 'Ñandú <b>Concerts</b>' }]);
    for (const part of Object.values(CONTACT)) expect(text).toContain(part);
    expect(text).toContain('Replies go to Ñandú <b>Concerts</b>.');
    expect(from?.name).toBe('Ñandú <b>Concerts</b>');
    expect(html).toContain(
      '<img src="https://cdn.example/logo.png?v=2&amp;size=&quot;small&quot;" alt="Ñandú &lt;b&gt;',
    );
    expect(html).toContain('background:#FFE600;color:#000000');
    expect(html).toContain('Full refund until &lt;the&gt; day before.<br>\nNone at the door.');
    const [page] = await readPdf(attached(received?.mail as never, 'tickets.pdf'));
    expect(page?.text).toContain('Ñandú <b>Concerts</b>');
  });
});
