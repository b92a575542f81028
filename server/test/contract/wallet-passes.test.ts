import { verify } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { purgeOldRows } from '../../src/purge-old-rows.ts';
import { ApplePush } from '../../src/tickets/wallet/apple-push.ts';
import { GoogleUpdates } from '../../src/tickets/wallet/google-updates.ts';
import { passPushing } from '../../src/tickets/wallet/push-changes.ts';
import { openPushServer } from '../fixtures/apple-push-server.ts';
import { CUSTOMER, useBoxOffice } from '../fixtures/box-office.ts';
import { openGoogleServer } from '../fixtures/google-wallet-server.ts';
import { seatIdsOf } from '../fixtures/hall.ts';
import { openNetwork } from '../fixtures/lossy-network.ts';
import { authority } from '../fixtures/receiver.ts';
import { openTwoSeats } from '../fixtures/two-seats.ts';
import { APPLE_SETTINGS, googleIssuer } from '../fixtures/wallet.ts';
import { filesAgainstManifest, hasOpenssl, readPass, verifySignature } from '../readers/pkpass-reader.ts';

interface TicketData {
  ticket_number: string;
  code: string;
  ticket_url: string;
}

const PUBLIC_URL = 'https://tickets.example';
const google = googleIssuer();
const googleServer = await openGoogleServer({ publicKey: google.publicKey, email: google.account.client_email });
afterAll(() => googleServer.close());
const office = await useBoxOffice({
  environment: {
    ...APPLE_SETTINGS,
    ...google.settings,
    ...googleServer.settings,
    PUBLIC_URL,
    ALLOW_SANDBOX_PAYMENTS: '1',
  },
});

type PassJson = ReturnType<typeof readPass>['json'];

const ticketOf = async (id: string) => (await office.call<TicketData>('GET', `/tickets/${id}`)).data;
const get = (url: string) => office.app.inject(url.replace(PUBLIC_URL, ''));
const passOf = async (url: string) => readPass((await get(`${url}/pass.pkpass`)).rawPayload);

async function bought(fields: Record<string, unknown> = {}, customer: object = CUSTOMER) {
  const event = await office.event({ price: 850, title: 'Gabi ng Musika', venue_name: 'Music Museum', ...fields });
  const order = await office.buy(event, { customer });
  return { event, ...order, ticket: await ticketOf(order.ticketId) };
}

describe('the pass for Apple Wallet', () => {
  test('is linked from the pages of ticket and order, in their language', async () => {
    const { ticket, orderId } = await bought();
    const page = await office.browser.open(ticket.ticket_url);
    const path = `${new URL(ticket.ticket_url).pathname}/pass.pkpass`;
    expect(page.links.find(({ text }) => text === 'Add to Apple Wallet')?.href).toBe(path);
    const { tickets_url } = (await office.call('GET', `/orders/${orderId}`)).data;
    const order = await office.browser.open(`${tickets_url}?lang=fil`);
    const link = order.links.find(({ href }) => href === path);
    expect(link?.text.replace(' :', ':')).toBe(`Idagdag sa Apple Wallet: Ticket ${ticket.ticket_number}`);
  });

  test('says what Apple requires, and what the PDF says', async () => {
    const { ticket, orderId } = await bought({ start_datetime: '2027-03-05T20:00:00+08:00' });
    const { data: order } = await office.call('GET', `/orders/${orderId}`);
    const answer = await get(`${ticket.ticket_url}/pass.pkpass`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.apple.pkpass',
      'content-disposition': `inline; filename="ticket-${ticket.ticket_number}.pkpass"`,
      'cache-control': 'no-store',
    });
    const { json, files } = readPass(answer.rawPayload);
    expect(json).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: 'pass.example.takilya',
      teamIdentifier: 'TEAM123456',
      serialNumber: expect.stringMatching(/^[\w-]{43}\.1$/),
      organizationName: 'Lakbay Concerts',
      description: 'Ticket: Gabi ng Musika',
      relevantDate: '2027-03-05T12:00:00.000Z',
      webServiceURL: `${PUBLIC_URL}/wallet/apple`,
      authenticationToken: expect.stringMatching(/^[\w-]{43}$/),
      voided: false,
      backgroundColor: 'rgb(11, 87, 164)',
      foregroundColor: 'rgb(255, 255, 255)',
      barcodes: [{ format: 'PKBarcodeFormatQR', message: ticket.code, messageEncoding: 'iso-8859-1' }],
    });
    const { primaryFields, secondaryFields, auxiliaryFields, backFields } = json.eventTicket;
    const values = (fields: { key: string; value: string }[]) =>
      Object.fromEntries(fields.map(({ key, value }) => [key, value]));
    expect(values([...primaryFields, ...secondaryFields, ...auxiliaryFields])).toEqual({
      event: 'Gabi ng Musika',
      when: '2027-03-05T20:00:00+08:00',
      where: 'Music Museum',
      tier: 'General Admission',
    });
    expect(values(backFields)).toMatchObject({
      holder: 'Ana Reyes',
      number: ticket.ticket_number,
      order: order.order_number,
      time: 'Friday, March 5, 2027 at 8:00 PM Philippines Time',
    });
    const sizes = ['icon.png', 'icon@2x.png', 'icon@3x.png'].map((name) => files.get(name)?.readUInt32BE(16));
    expect(sizes).toEqual([29, 58, 87]);
  });

  test.skipIf(!hasOpenssl)('is signed, as OpenSSL finds with nothing but the root authority', async () => {
    const { ticket } = await bought();
    const pass = await passOf(ticket.ticket_url);
    expect(filesAgainstManifest(pass)).toEqual([]);
    expect(verifySignature(pass)).toMatchObject({ isValid: true });

    // Control: one byte of each.
    const json = pass.files.get('pass.json');
    json?.writeUInt8(json.readUInt8(20) ^ 1, 20);
    expect(filesAgainstManifest(pass)).toEqual(['pass.json']);
    const manifest = pass.files.get('manifest.json');
    manifest?.writeUInt8(manifest.readUInt8(20) ^ 1, 20);
    expect(verifySignature(pass)).toMatchObject({ isValid: false, said: expect.stringContaining('verify error') });
  });

  test('has the seat, the colour of the organizer, and the language of the page', async () => {
    const { event, sectionId } = await openTwoSeats(office);
    const { ticketId } = await office.buy(event, { section_id: sectionId });
    await office.callAsOwner('PUT', '/organization', { color: '#ffe600' });
    const { ticket_url } = await ticketOf(ticketId);
    const { json } = readPass((await get(`${ticket_url}/pass.pkpass?lang=fil`)).rawPayload);
    expect(json).toMatchObject({ backgroundColor: 'rgb(255, 230, 0)', foregroundColor: 'rgb(0, 0, 0)' });
    expect(json.eventTicket.auxiliaryFields.slice(1)).toEqual([
      { key: 'section', label: 'Section', value: 'Lower Box' },
      { key: 'row', label: 'Row', value: 'C' },
      { key: 'seat', label: 'Upuan', value: '13' },
    ]);
    await office.callAsOwner('PUT', '/organization', { color: null });
  });

  test('is void, without a code, after a refund and when the event is cancelled', async () => {
    const [refunded, cancelled] = [await bought(), await bought()];
    await office.call('POST', `/tickets/${refunded.ticketId}/refund`);
    await office.cancelEvent(cancelled.event);
    for (const { ticket } of [refunded, cancelled]) {
      const { json } = await passOf(ticket.ticket_url);
      expect(json.voided).toBe(true);
      expect(json.barcodes).toBeUndefined();
      expect((await office.browser.open(ticket.ticket_url)).html).not.toContain('pass.pkpass');
    }
  });

  test('belongs to the link of its ticket alone', async () => {
    const [one, other] = [await bought(), await bought()];
    const secretOf = ({ ticket }: typeof one) => new URL(ticket.ticket_url).pathname.replace('/t/', '');
    const [mine, theirs] = [secretOf(one), secretOf(other)];
    const bytes = Buffer.from(mine.slice(0, 43), 'base64url');
    bytes[5] = (bytes[5] ?? 0) ^ 1;
    const { tickets_url } = (await office.call('GET', `/orders/${one.orderId}`)).data;
    const order = new URL(String(tickets_url)).pathname.replace('/o/', '');
    // The proof of another ticket, another organization, the link of the order, and a ticket with a newer code.
    const wrong = [mine.slice(0, 43) + theirs.slice(43), bytes.toString('base64url') + mine.slice(43), order, 'x'];
    for (const secret of wrong) expect((await get(`/t/${secret}/pass.pkpass`)).statusCode).toBe(404);
    await office.call('POST', `/tickets/${one.ticketId}/reissue`);
    expect((await get(`/t/${mine}/pass.pkpass`)).statusCode).toBe(404);
    const renewed = await ticketOf(one.ticketId);
    expect((await passOf(renewed.ticket_url)).json).toMatchObject({
      serialNumber: expect.stringMatching(/\.2$/),
      barcodes: [{ message: renewed.code }],
    });
  });
});

describe('the link to Google Wallet', () => {
  /** The claims of the token behind the button, verified with the public key. */
  async function claimsOf(ticketUrl: string) {
    const { statusCode, headers } = await get(`${ticketUrl}/google-wallet`);
    expect(statusCode).toBe(302);
    const [, token = ''] = /^https:\/\/pay\.google\.com\/gp\/v\/save\/(.*)$/.exec(String(headers.location)) ?? [];
    expect(token.length).toBeLessThanOrEqual(1_800);
    const [header = '', claims = '', signature = ''] = token.split('.');
    const isSigned = (text: string) =>
      verify('RSA-SHA256', Buffer.from(text), google.publicKey, Buffer.from(signature, 'base64url'));
    expect(isSigned(`${header}.${claims}`)).toBe(true);
    expect(isSigned(`${header}.${claims.slice(1)}`)).toBe(false);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'RS256', typ: 'JWT' });
    return JSON.parse(Buffer.from(claims, 'base64url').toString());
  }

  test('has the event and the ticket, signed by the service account', async () => {
    const { ticket, event } = await bought({
      start_datetime: '2027-03-05T20:00:00+08:00',
      address: '12 Eisenhower Street',
      city: 'San Juan',
    });
    const path = `${new URL(ticket.ticket_url).pathname}/google-wallet`;
    for (const [language, text] of [
      ['en', 'Add to Google Wallet'],
      ['fil', 'Idagdag sa Google Wallet'],
    ]) {
      const page = await office.browser.open(`${ticket.ticket_url}?lang=${language}`);
      expect(page.links.find(({ href }) => href === path)?.text).toBe(text);
    }
    const claims = await claimsOf(ticket.ticket_url);
    expect(claims).toMatchObject({ iss: google.account.client_email, aud: 'google', typ: 'savetowallet' });
    const [eventClass] = claims.payload.eventTicketClasses;
    const [object] = claims.payload.eventTicketObjects;
    const text = (value: string) => ({ defaultValue: { language: 'en', value } });
    expect(eventClass).toEqual({
      id: expect.stringMatching(/^3388000000022123456\.[\w-]{16}$/),
      issuerName: 'Lakbay Concerts',
      reviewStatus: 'UNDER_REVIEW',
      eventName: text('Gabi ng Musika'),
      dateTime: { start: '2027-03-05T20:00:00+08:00' },
      hexBackgroundColor: '#0b57a4',
      venue: { name: text('Music Museum'), address: text('12 Eisenhower Street, San Juan') },
    });
    expect(object).toMatchObject({
      id: expect.stringMatching(/^3388000000022123456\.[\w-]{16}$/),
      classId: eventClass.id,
      state: 'ACTIVE',
      ticketHolderName: 'Ana Reyes',
      ticketType: text('General Admission'),
      ticketNumber: ticket.ticket_number,
      barcode: { type: 'QR_CODE', value: ticket.code },
    });
    // The object of the ticket is the one from before: Google keeps what it has under an id, and is sent changes.
    await office.call('PUT', `/events/${event.id}`, { title: 'Gabi ng Sayaw' });
    const later = (await claimsOf(ticket.ticket_url)).payload;
    expect(later.eventTicketClasses[0]).toEqual({ ...eventClass, eventName: text('Gabi ng Sayaw') });
    expect(later.eventTicketObjects).toEqual([object]);
  });

  test('stays short enough for browsers with the longest texts', async () => {
    const long = '🎶'.repeat(100);
    const event = await office.event({ title: long, venue_name: long, address: long, city: long });
    const plan = { sections: [{ label: long, tier_ids: [event.tierId], rows: [{ label: long, seats: [1] }] }] };
    await office.call('PUT', `/events/${event.id}/seating-plan`, plan);
    type Sections = { sections: { id: string }[] };
    const { sections } = (await office.call<Sections>('GET', `/events/${event.id}/sections`)).data;
    const customer = { name: long, email: 'ana@example.com' };
    const { ticketId } = await office.buy(event, { section_id: sections[0]?.id, customer });
    const ticket = await ticketOf(ticketId);
    const { payload } = await claimsOf(ticket.ticket_url);
    expect(payload.eventTicketClasses[0].eventName.defaultValue.value).toMatch(/^(🎶)+…$/u);
    expect(payload.eventTicketObjects[0].barcode.value).toBe(ticket.code);
  });

  test('is of valid tickets alone, and of the link of each', async () => {
    const { ticket, ticketId } = await bought();
    await office.call('POST', `/tickets/${ticketId}/refund`);
    expect((await get(`${ticket.ticket_url}/google-wallet`)).statusCode).toBe(409);
    expect((await get(`${ticket.ticket_url.slice(0, -1)}/google-wallet`)).statusCode).toBe(404);
  });
});

describe('a ticket in Google Wallet', () => {
  const { googleWallet } = office.config;
  if (!googleWallet) throw new Error('the issuer is set up');
  const logged: string[] = [];
  const warn = (about: object, text: string) => logged.push(`${text} ${JSON.stringify(about)} ${aboutError(about)}`);
  const aboutError = (about: { err?: unknown }) => String(about.err);
  const log = Object.assign(Object.create(office.app.log), { warn });
  const publicUrl = () => PUBLIC_URL;
  const service = new GoogleUpdates({ ...office, google: googleWallet, publicUrl });
  const pushing = passPushing({ ...office, service, log });
  const { stored, answers, tokens } = googleServer;

  /** Sends what is due. @returns what Google was asked to change, and its answers */
  async function pushes() {
    const before = googleServer.patches.length;
    while ((await pushing.begin()) > 0) await pushing.settled();
    // Patches of one claim are sent at the same time.
    const sent = googleServer.patches.slice(before).toSorted((a, b) => a.kind.localeCompare(b.kind));
    return sent.map(({ kind, id, status }) => [kind, id, status]);
  }

  // What earlier tests left.
  beforeEach(async () => {
    office.wait(300);
    await pushes();
  });

  const press = async (ticketUrl: string) => String((await get(`${ticketUrl}/google-wallet`)).headers.location);

  /** A ticket that its buyer saved. */
  async function saved(fields: Record<string, unknown> = {}, customer: object = CUSTOMER) {
    const order = await bought(fields, customer);
    const ids = googleServer.save(await press(order.ticket.ticket_url));
    office.wait(300);
    await pushes();
    return { ...order, ...ids };
  }

  const startOf = (classId: string) => stored.get(classId)?.dateTime.start;

  test('has the new time, title and place of its event, which are sent once for all tickets', async () => {
    const { event, classId, id, ticket } = await saved({ address: '12 Eisenhower Street', city: 'San Juan' });
    const other = await office.buy(event, { quantity: 2 });
    for (const ticketId of other.ticketIds) googleServer.save(await press((await ticketOf(ticketId)).ticket_url));
    office.wait(300);
    await pushes();
    const before = { ...stored.get(id) };
    await office.call('PUT', `/events/${event.id}`, { start_datetime: '2027-04-01T19:00:00+08:00' });
    await office.call('PUT', `/events/${event.id}`, { title: 'Gabi ng Sayaw', venue_name: null });
    await office.call('PUT', `/events/${event.id}`, { description: 'Nothing that a ticket shows' });
    expect(await pushes()).toEqual([]);
    expect(startOf(classId)).not.toBe('2027-04-01T19:00:00+08:00');
    office.wait(61);
    expect(await pushes()).toEqual([['eventTicketClass', classId, 200]]);
    expect(startOf(classId)).toBe('2027-04-01T19:00:00+08:00');
    expect(stored.get(classId)).toMatchObject({
      eventName: { defaultValue: { value: 'Gabi ng Sayaw' } },
      venue: null,
      notifyPreference: 'NOTIFY_ON_UPDATE',
    });
    expect(stored.get(id)).toEqual(before);
    expect(stored.get(id)?.barcode.value).toBe(ticket.code);
    office.wait(3_600);
    expect(await pushes()).toEqual([]);
  });

  test('is sent once after it was saved, with what the link had no room for', async () => {
    const long = 'Gabi ng Musika at Sayaw sa Dalampasigan '.repeat(4).trim();
    const order = await bought({ title: long, venue_name: long, address: long });
    const { classId, id } = googleServer.save(await press(order.ticket.ticket_url));
    const title = () => stored.get(classId)?.eventName.defaultValue.value;
    expect(title()).not.toBe(long);
    await office.callAsOwner('PUT', '/organization', { color: '#ffe600' });
    office.wait(300);
    expect(await pushes()).toEqual([
      ['eventTicketClass', classId, 200],
      ['eventTicketObject', id, 200],
    ]);
    expect(title()).toBe(long);
    expect(stored.get(classId)?.hexBackgroundColor).toBe('#ffe600');
    await office.callAsOwner('PUT', '/organization', { color: null });
  });

  test('has the new name and the new seat', async () => {
    const { event, sectionId } = await openTwoSeats(office);
    const { ticketId, orderId } = await office.buy(event, { section_id: sectionId });
    const { id } = googleServer.save(await press((await ticketOf(ticketId)).ticket_url));
    const { data: order } = await office.call('GET', `/orders/${orderId}`);
    const page = await office.browser.open(`${order.tickets_url}/tickets/${ticketId}`);
    await office.browser.submit(page, { press: 'Save', fields: { name: 'Ben Cruz', email: '' } });
    const ids = await seatIdsOf(office, event);
    const moved = await office.call('POST', `/orders/${orderId}/changes`, {
      tickets: [{ ticket_id: ticketId, seat_id: ids('C-14')[0] }],
    });
    expect(moved.status).toBe(201);
    office.wait(61);
    expect(await pushes()).toEqual([['eventTicketObject', id, 200]]);
    expect(stored.get(id)).toMatchObject({
      ticketHolderName: 'Ben Cruz',
      seatInfo: { seat: { defaultValue: { language: 'en', value: 'Lower Box · Row C · Seat 14' } } },
    });
  });

  test('has the new name of its tier, and the tickets of other tiers are not sent', async () => {
    const { event, id } = await saved();
    const { ticketId } = await office.buy(event, { tier_id: await office.tier(event) });
    googleServer.save(await press((await ticketOf(ticketId)).ticket_url));
    office.wait(300);
    await pushes();
    await office.call('PUT', `/tiers/${event.tierId}`, { name: 'Standing, gate 3' });
    office.wait(61);
    expect(await pushes()).toEqual([['eventTicketObject', id, 200]]);
    expect(stored.get(id)?.ticketType.defaultValue.value).toBe('Standing, gate 3');
  });

  test('is over after a refund, with a cancelled event, and with a new code, which it is not told', async () => {
    const [refunded, cancelled, renewed] = [await saved(), await saved(), await saved()];
    await office.call('POST', `/tickets/${refunded.ticketId}/refund`);
    await office.cancelEvent(cancelled.event);
    await office.call('POST', `/tickets/${renewed.ticketId}/reissue`);
    for (const { id } of [refunded, cancelled, renewed]) expect(stored.get(id)?.state).toBe('ACTIVE');
    office.wait(61);
    await pushes();
    for (const { id } of [refunded, cancelled, renewed]) expect(stored.get(id)?.state).toBe('INACTIVE');
    expect(stored.get(renewed.id)?.barcode.value).toBe(renewed.ticket.code);
    const { code, ticket_url } = await ticketOf(renewed.ticketId);
    const again = googleServer.save(await press(ticket_url));
    expect(again).toEqual({ classId: renewed.classId, id: expect.not.stringMatching(renewed.id) });
    expect(stored.get(again.id)).toMatchObject({ state: 'ACTIVE', barcode: { value: code } });
  });

  test('is not looked for when its button was not pressed, and not again when it was not saved', async () => {
    const { event, ticket, ticketId } = await bought();
    const rename = (title: string) => office.call('PUT', `/events/${event.id}`, { title });
    await office.buy(event, { quantity: 3 });
    await rename('Gabi ng Sayaw');
    office.wait(61);
    expect(await pushes()).toEqual([]);
    await press(ticket.ticket_url);
    await office.call('POST', `/tickets/${ticketId}/refund`);
    await rename('Gabi');
    logged.length = 0;
    office.wait(61);
    expect((await pushes()).map(([, , status]) => status)).toEqual([404, 404]);
    office.wait(86_400);
    expect(await pushes()).toEqual([]);
    expect(logged).toEqual([]);
  });

  test('is sent with a new access token when Google refuses one or it ends, and with the same until then', async () => {
    const { ticketId, event, id } = await saved();
    const issued = tokens.issued;
    tokens.valid = 'another';
    const title = async (text: string) => {
      await office.call('PUT', `/events/${event.id}`, { title: text });
      office.wait(61);
      return (await pushes()).map(([, , status]) => status);
    };
    expect(await title('Gabi 1')).toEqual([401, 200]);
    expect(await title('Gabi 2')).toEqual([200]);
    expect(tokens.issued).toBe(issued + 1);
    office.wait(3_500);
    expect(await title('Gabi 3')).toEqual([200]);
    expect(tokens.issued).toBe(issued + 2);
    // A token that Google refuses again is not asked for a third time.
    await office.call('POST', `/tickets/${ticketId}/refund`);
    answers.set(id, 401);
    office.wait(61);
    expect((await pushes()).map(([, , status]) => status)).toEqual([401, 401]);
    answers.clear();
    office.wait(31);
    expect(await pushes()).toEqual([['eventTicketObject', id, 200]]);
  });

  test('is sent again when Google is down or has too much to do, and not when it refuses', async () => {
    const { ticketId, id } = await saved();
    await office.call('POST', `/tickets/${ticketId}/refund`);
    office.wait(61);
    for (const [status, wait] of [
      [503, 31],
      [429, 61],
    ] as const) {
      answers.set(id, status);
      expect(await pushes()).toEqual([['eventTicketObject', id, status]]);
      expect(await pushes()).toEqual([]);
      office.wait(wait);
    }
    answers.clear();
    tokens.isDown = true;
    tokens.valid = 'another';
    expect(await pushes()).toEqual([['eventTicketObject', id, 401]]);
    tokens.isDown = false;
    office.wait(121);
    expect(await pushes()).toEqual([['eventTicketObject', id, 200]]);
    expect(stored.get(id)?.state).toBe('INACTIVE');

    const refused = await saved();
    await office.call('POST', `/tickets/${refused.ticketId}/refund`);
    answers.set(refused.id, 400);
    logged.length = 0;
    office.wait(61);
    expect(await pushes()).toEqual([['eventTicketObject', refused.id, 400]]);
    office.wait(86_400);
    expect(await pushes()).toEqual([]);
    answers.clear();
    expect(logged).toEqual([expect.stringMatching(/^push to a wallet was given up .* with 400 SAID_BY_GOOGLE$/)]);
    expect(logged.join()).not.toMatch(/ya29|Ana Reyes|eyJ/);
  });

  test('that missed a change has it after another press', async () => {
    const { event, classId, ticket } = await saved();
    answers.set(classId, 403);
    await office.call('PUT', `/events/${event.id}`, { start_datetime: '2027-04-01T19:00:00+08:00' });
    office.wait(61);
    expect(await pushes()).toEqual([['eventTicketClass', classId, 403]]);
    answers.clear();
    googleServer.save(await press(ticket.ticket_url));
    expect(startOf(classId)).not.toBe('2027-04-01T19:00:00+08:00');
    office.wait(300);
    await pushes();
    expect(startOf(classId)).toBe('2027-04-01T19:00:00+08:00');
  });

  test('does not wait for Apple, nor Apple for it: each wallet is told its own', async () => {
    const { event, classId } = await saved();
    const { applePasses: signing } = office.config;
    if (!signing) throw new Error('the passes are set up');
    const nowhere = new ApplePush({ url: 'https://localhost:9', signing });
    const toApple = passPushing({ ...office, service: nowhere, log: office.app.log });
    await office.call('PUT', `/events/${event.id}`, { title: 'Gabi ng Sayaw' });
    office.wait(61);
    expect(await toApple.begin()).toBe(0);
    expect(await pushes()).toEqual([['eventTicketClass', classId, 200]]);
  });

  test('of a buyer whose data are erased is forgotten, and so is every one a month after the event', async () => {
    const email = 'celia@example.com';
    const mine = await saved({}, { name: 'Celia Ramos', email });
    const kept = async () =>
      (
        await office.db.query({
          text: 'select ticket_id from wallet_registrations where event_id = $1 order by ticket_id',
          values: [mine.event.id],
        })
      ).map((row) => row);
    expect(await kept()).toEqual([{ ticketId: mine.ticketId }, { ticketId: null }]);
    office.wait(32 * 86_400);
    expect((await office.callAsOwner('POST', '/buyers/erase', { email })).status).toBe(200);
    expect(await kept()).toEqual([{ ticketId: null }]);
    office.wait(59 * 86_400);
    await purgeOldRows(office.db, office.config, office.now());
    expect(await kept()).toEqual([]);
  });
});

describe('the web service for Apple Wallet', async () => {
  const apple = await openPushServer();
  const { applePasses: signing } = office.config;
  if (!signing) throw new Error('the passes are set up');
  const service = new ApplePush({ url: apple.url, signing, ca: authority });
  const pushing = passPushing({ ...office, service, log: office.app.log });
  afterAll(async () => {
    service.close();
    await apple.close();
  });

  /** Sends what is due. @returns the tokens that Apple was sent */
  async function pushes(): Promise<string[]> {
    const before = apple.received.length;
    while ((await pushing.begin()) > 0) await pushing.settled();
    return apple.received.slice(before).map(({ path }) => path.replace('/3/device/', ''));
  }

  const SERVICE = '/wallet/apple/v1';
  let phones = 0;

  /** A buyer with the pass in a phone, which may register. */
  async function phone(customer: object = CUSTOMER) {
    const order = await bought({}, customer);
    const { json } = await passOf(order.ticket.ticket_url);
    const { serialNumber: serial, authenticationToken, passTypeIdentifier: type } = json;
    const device = `device-${++phones}`;
    const token = `ab${phones}`;
    const registrations = `${SERVICE}/devices/${device}/registrations/${type}`;
    const headers = { authorization: `ApplePass ${authenticationToken}` };
    const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, more: object = {}) =>
      office.app.inject({ method, url, headers, ...more });
    return {
      ...order,
      serial,
      token,
      register: (more: object = {}) =>
        ask('POST', `${registrations}/${serial}`, { payload: { pushToken: token }, ...more }),
      unregister: () => ask('DELETE', `${registrations}/${serial}`),
      list: (tag = '') => ask('GET', registrations + (tag && `?passesUpdatedSince=${tag}`), { headers: {} }),
      pass: (since?: string, more: object = {}) =>
        ask('GET', `${SERVICE}/passes/${type}/${serial}`, {
          headers: { ...headers, ...(since ? { 'if-modified-since': since } : {}) },
          ...more,
        }),
    };
  }

  test('refuses every phone without the token of the pass', async () => {
    const [one, other] = [await phone(), await phone()];
    const foreign = { authorization: `ApplePass ${(await passOf(other.ticket.ticket_url)).json.authenticationToken}` };
    for (const headers of [
      {},
      foreign,
      { authorization: 'ApplePass x' },
      { authorization: `Bearer ${office.apiKey}` },
    ]) {
      for (const answer of [await one.register({ headers }), await one.pass(undefined, { headers })])
        expect(answer.statusCode).toBe(401);
    }
    expect((await one.list()).statusCode).toBe(204);
    expect((await get(`${SERVICE}/passes/pass.example.other/${one.serial}`)).statusCode).toBe(401);
    expect((await one.register({ payload: { pushToken: '../x' } })).statusCode).toBe(404);
    expect((await get('/wallet/apple/v1/devices/x/registrations/pass.example.other')).statusCode).toBe(404);
  });

  test('tells a phone that the event changed, once for several changes, and gives it the new pass', async () => {
    const mine = await phone();
    expect((await mine.register()).statusCode).toBe(201);
    expect((await mine.register()).statusCode).toBe(200);
    office.wait(120);
    const { serialNumbers, lastUpdated } = (await mine.list()).json();
    expect(serialNumbers).toEqual([mine.serial]);
    const known = String((await mine.pass()).headers['last-modified']);
    expect((await mine.pass(known)).statusCode).toBe(304);
    expect((await mine.list(lastUpdated)).statusCode).toBe(204);

    await office.call('PUT', `/events/${mine.event.id}`, { start_datetime: '2027-04-01T19:00:00+08:00' });
    await office.call('PUT', `/events/${mine.event.id}`, { title: 'Gabi ng Sayaw' });
    await office.call('PUT', `/events/${mine.event.id}`, { description: 'Nothing that a pass shows' });
    expect(await pushes()).toEqual([]);
    office.wait(61);
    expect(await pushes()).toEqual([mine.token]);
    expect(apple.received.at(-1)).toMatchObject({
      topic: 'pass.example.takilya',
      body: '{}',
      client: 'pass.example.takilya',
    });
    expect((await mine.list(lastUpdated)).json().serialNumbers).toEqual([mine.serial]);
    const { json } = readPass((await mine.pass(known)).rawPayload);
    expect(json).toMatchObject({ relevantDate: '2027-04-01T11:00:00.000Z', description: 'Ticket: Gabi ng Sayaw' });
    office.wait(60);
    expect(await pushes()).toEqual([]);
  });

  test('tells a phone that the tier has another name, and gives it the new pass', async () => {
    const mine = await phone();
    await mine.register();
    office.wait(120);
    const { lastUpdated } = (await mine.list()).json();
    const known = String((await mine.pass()).headers['last-modified']);
    await office.call('PUT', `/tiers/${mine.event.tierId}`, { name: 'Standing, gate 3' });
    office.wait(61);
    expect(await pushes()).toEqual([mine.token]);
    expect((await mine.list(lastUpdated)).json().serialNumbers).toEqual([mine.serial]);
    const { json } = readPass((await mine.pass(known)).rawPayload);
    expect(json.eventTicket.auxiliaryFields).toMatchObject([{ key: 'tier', value: 'Standing, gate 3' }]);
  });

  test('lets a phone that asks within a minute of a change ask for it again', async () => {
    const mine = await phone();
    await mine.register();
    const { lastUpdated } = (await mine.list()).json();
    expect((await mine.list(lastUpdated)).json().serialNumbers).toEqual([mine.serial]);
    const known = String((await mine.pass()).headers['last-modified']);
    expect((await mine.pass(known)).statusCode).toBe(200);
  });

  test('voids the pass of a refunded ticket, and the old pass of one with a new code', async () => {
    const [refunded, renewed] = [await phone(), await phone()];
    for (const one of [refunded, renewed]) await one.register();
    await office.call('POST', `/tickets/${refunded.ticketId}/refund`);
    await office.call('POST', `/tickets/${renewed.ticketId}/reissue`);
    office.wait(61);
    expect((await pushes()).toSorted()).toEqual([refunded.token, renewed.token].toSorted());
    const old = readPass((await renewed.pass()).rawPayload);
    for (const { json } of [readPass((await refunded.pass()).rawPayload), old]) {
      expect(json.voided).toBe(true);
      expect(json.barcodes).toBeUndefined();
    }
    const { code, ticket_number } = await ticketOf(renewed.ticketId);
    for (const word of [code, ticket_number, CUSTOMER.name]) expect(JSON.stringify(old.json)).not.toContain(word);
  });

  test('repeats a push that failed, and forgets a phone that removed the pass', async () => {
    const [first, gone] = [await phone(), await phone()];
    for (const one of [first, gone]) {
      await one.register();
      await office.call('PUT', `/events/${one.event.id}`, { venue_name: 'Araneta Coliseum' });
    }
    office.wait(61);
    apple.answers.set(first.token, { status: 503, reason: 'ServiceUnavailable' });
    apple.answers.set(gone.token, { status: 410, reason: 'Unregistered' });
    expect((await pushes()).toSorted()).toEqual([first.token, gone.token].toSorted());
    expect((await gone.list()).statusCode).toBe(204);
    apple.answers.clear();
    office.wait(120);
    expect(await pushes()).toEqual([first.token]);

    expect((await first.unregister()).statusCode).toBe(200);
    await office.call('PUT', `/events/${first.event.id}`, { venue_name: 'Music Museum' });
    office.wait(61);
    expect(await pushes()).toEqual([]);
  });

  test('reaches Apple anew after a push without an answer', async () => {
    const network = await openNetwork(apple.url);
    const service = new ApplePush({ url: network.url, signing, ca: authority, timeoutMs: 1_000 });
    onTestFinished(() => service.close());
    const push = (pushToken: string) => service.push({ pushToken });
    expect(await push('before')).toBe(true);
    network.lose();
    await expect(push('lost')).rejects.toThrow('did not answer in time');
    expect(await push('after')).toBe(true);
  });

  test('forgets the phones of a buyer whose data are erased', async () => {
    const email = 'ben@example.com';
    const mine = await phone({ name: 'Ben Cruz', email });
    await mine.register();
    office.wait(32 * 86_400);
    expect((await mine.list()).statusCode).toBe(200);
    expect((await office.callAsOwner('POST', '/buyers/erase', { email })).status).toBe(200);
    expect((await mine.list()).statusCode).toBe(204);
  });

  /** Another phone, with the same name as its token. */
  async function registerWith({ serialNumber, authenticationToken }: PassJson, name: string) {
    const answer = await office.app.inject({
      method: 'POST',
      url: `${SERVICE}/devices/${name}/registrations/pass.example.takilya/${serialNumber}`,
      headers: { authorization: `ApplePass ${authenticationToken}` },
      payload: { pushToken: name },
    });
    expect(answer.statusCode).toBe(201);
  }

  test('keeps the phones of the others of an order when the data of a guest are erased', async () => {
    const guest = { name: 'Carla Dizon', email: 'carla.guest@example.com' };
    const event = await office.event({ price: 850, venue_name: 'Music Museum' });
    const { ticketIds } = await office.buy(event, { quantity: 2, attendees: [guest] });
    const [guests = '', other = ''] = ticketIds;
    for (const [id, phone] of [
      [guests, 'guests'],
      [other, 'others'],
    ] as const)
      await registerWith((await passOf((await ticketOf(id)).ticket_url)).json, phone);
    expect(await office.call('POST', `/tickets/${guests}/refund`)).toMatchObject({ status: 200 });
    await office.sendRefunds();
    expect(await office.callAsOwner('POST', '/buyers/erase', { email: guest.email })).toMatchObject({ status: 200 });
    await office.call('PUT', `/events/${event.id}`, { venue_name: 'Araneta Coliseum' });
    office.wait(61);
    expect(await pushes()).toEqual(['others']);
  });

  test('puts no phone of the present holder off for those of a former one', async () => {
    const { ticketId, ticket, event } = await bought();
    const former = (await passOf(ticket.ticket_url)).json;
    await office.call('POST', `/tickets/${ticketId}/reissue`);
    await registerWith((await passOf((await ticketOf(ticketId)).ticket_url)).json, 'present');
    office.wait(1);
    for (let device = 0; device < 11; device++) await registerWith(former, `former${device}`);
    await office.call('PUT', `/events/${event.id}`, { title: 'Gabi' });
    office.wait(61);
    expect(await pushes()).toContain('present');
  });

  test('keeps few phones for a pass, and none a month after the event', async () => {
    const mine = await phone();
    const { json } = await passOf(mine.ticket.ticket_url);
    const kept = () =>
      office.db.query({ text: "select 1 from wallet_registrations where device_id like 'many%'", values: [] });
    for (let device = 0; device < 11; device++) await registerWith(json, `many${device}`);
    await office.call('PUT', `/events/${mine.event.id}`, { title: 'Gabi' });
    office.wait(61);
    expect((await pushes()).filter((token) => token.startsWith('many'))).toHaveLength(10);
    office.wait(59 * 86_400);
    await purgeOldRows(office.db, office.config, office.now());
    expect(await kept()).not.toEqual([]);
    office.wait(2 * 86_400);
    await purgeOldRows(office.db, office.config, office.now());
    expect(await kept()).toEqual([]);
  });
});
