import type { Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { press } from './dashboard.ts';
import { answers, goOffline, LINE_IS_BACK, openDoors, openLink, SCANS_KEPT, type } from './door-phone.ts';

let doors: Awaited<ReturnType<typeof openDoors>>;
beforeAll(async () => {
  doors = await openDoors();
});
afterAll(() => doors?.stop());

test('check-ins at one list wait for a door of that list, and are neither counted elsewhere nor given up', async () => {
  const eventId = await doors.newEvent('Gabi ng Dalawang Lista');
  const [loungeId, stageId] = [await doors.newList(eventId, 'Lounge'), await doors.newList(eventId, 'Stage')];
  const [[ana], [ben]] = [await doors.buy(eventId, 'Ana Reyes'), await doors.buy(eventId, 'Ben Cruz')];
  const gate = await doors.newLink(eventId, 'Gate A');
  const lounge = await doors.newLink(eventId, 'Lounge door', loungeId);
  const { page, context } = await doors.openPhone(gate, 'Gate A');
  const admitOffline = async (code: string) => {
    await goOffline(page, context);
    await type(page, code);
    await answers(page, 'Admitted');
    // With the network back, the page would send it at once.
    await page.goto('about:blank');
    await context.setOffline(false);
  };
  await admitOffline(ana.code);
  // The volunteer goes to the lounge, and then to the stage.
  await openLink(page, lounge, 'Lounge door');
  await admitOffline(ben.code);
  await openLink(page, await doors.newLink(eventId, 'Stage door', stageId), 'Stage door');
  await page.getByText('Check-ins waiting to be sent: 2').waitFor();
  // It has sent what it sends: a scan of its own.
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await openLink(page, lounge, 'Lounge door');
  await page.getByText('Check-ins waiting to be sent: 1').waitFor();
  await openLink(page, gate, 'Gate A');
  await page.getByText('Check-ins waiting to be sent').waitFor({ state: 'detached' });
  const passed = async (ticket: typeof ana) => (await doors.passagesOf(ticket)).map(({ list }) => list?.name);
  expect([await passed(ana), await passed(ben)]).toEqual([['Stage'], ['Lounge']]);
  expect([(await doors.ticketNow(ana)).status, (await doors.ticketNow(ben)).status]).toEqual(['used', 'valid']);
  await context.close();
});

test('undoing an old answer does not undo what another door checked in since, and says so', async () => {
  const eventId = await doors.newEvent('Gabi ng Lumang Sagot');
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const a = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await type(a.page, ana.code);
  await answers(a.page, 'Admitted');
  await doors.takilya.api('POST', `/tickets/${ana.id}/undo-check-in`);
  const b = await doors.openPhone(await doors.newLink(eventId, 'Gate B'), 'Gate B');
  await type(b.page, ana.code);
  await answers(b.page, 'Admitted');
  await press(a.page, 'Undo check-in');
  await answers(a.page, /^Another scan checked this ticket in: .+\. That check-in stays\.$/);
  expect((await doors.ticketNow(ana)).status).toBe('used');
  // Its own is undone as before.
  await press(b.page, 'Undo check-in');
  await answers(b.page, 'Check-in undone: Ana Reyes');
  expect((await doors.ticketNow(ana)).status).toBe('valid');
  await Promise.all([a.context.close(), b.context.close()]);
});

test('a party is undone as a whole, also when the network failed in the middle', async () => {
  const eventId = await doors.newEvent('Gabi ng Pamilya');
  const party = await doors.buy(eventId, 'Ben Cruz', 3);
  const statuses = async () => (await Promise.all(party.map(doors.ticketNow))).map(({ status }) => status);
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await type(page, party[0].code);
  await press(page, /^Admit all 2 too/);
  await answers(page, '3 people');
  expect(await statuses()).toEqual(['used', 'used', 'used']);
  let sent = 0;
  await page.route('**/undo-check-in*', async (route) => {
    sent++;
    if (sent === 1) return route.continue();
    // The answer to the second is lost, and the server cannot be reached any more.
    if (sent === 2) await route.fetch();
    return route.abort();
  });
  await press(page, 'Undo check-in');
  await answers(page, 'That did not work');
  expect([sent, await statuses()]).toEqual([2, ['valid', 'valid', 'used']]);
  await page.unroute('**/undo-check-in*');
  await press(page, 'Undo check-in');
  await answers(page, 'Check-in undone: Ben Cruz');
  expect(await statuses()).toEqual(['valid', 'valid', 'valid']);
  await context.close();
});

test('a ticket is scanned in the direction that was chosen when it was scanned, and its answer keeps it', async () => {
  const eventId = await doors.newEvent('Gabi ng Pila', { re_entry: true });
  const party = await doors.buy(eventId, 'Ana Reyes', 2);
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/tickets/check-in', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await type(page, party[0].code);
  await asked.promise;
  await type(page, String(party[1]?.code));
  await page.getByText('Out', { exact: true }).click();
  answered.resolve();
  await page.getByText('2 inside · 2 of 2 checked in').waitFor();
  await press(page, 'Undo check-in');
  await answers(page, 'Check-in undone: Ana Reyes');
  expect((await Promise.all(party.map(doors.ticketNow))).map(({ status }) => status)).toEqual(['used', 'valid']);
  await context.close();
});

test('a ticket that is newer than the list gets in when it is scanned again, although an answer was lost', async () => {
  const eventId = await doors.newEvent('Gabi ng Bagong Ticket');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  // The list is read every ten seconds; on a slow network it takes longer.
  await page.route('**/door?*', () => {});
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/tickets/check-in', loseAnswer, { times: 1 });
  await type(page, ana.code);
  await answers(page, 'Not on the list');
  expect((await doors.ticketNow(ana)).status).toBe('used');
  await page.unroute('**/door?*');
  await page.getByText('1 of 1 checked in').waitFor(LINE_IS_BACK);
  await type(page, ana.code);
  await answers(page, 'Admitted');
  // The ticket whose answer was lost is admitted once: the next person with it is another guest.
  await type(page, ana.code);
  await answers(page, 'Already used');
  await context.close();
});

test('an exit stays after its entry when the clock of the phone is put right between them', async () => {
  const eventId = await doors.newEvent('Gabi ng Orasan', { re_entry: true });
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await goOffline(page, context);
  await page.evaluate(`{
    globalThis.fastMs = 4 * 60_000;
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...parts) { super(...(parts.length > 0 ? parts : [Right.now() + globalThis.fastMs])); }
      static now() { return Right.now() + globalThis.fastMs; }
    };
  }`);
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await page.evaluate('globalThis.fastMs = 0');
  await page.getByText('Out', { exact: true }).click();
  await type(page, ana.code);
  await answers(page, 'Left');
  await page.getByText('Check-ins waiting to be sent: 2').waitFor();
  await context.setOffline(false);
  await page.getByText('Check-ins waiting to be sent').waitFor({ state: 'detached', ...LINE_IS_BACK });
  expect((await doors.passagesOf(ana)).map(({ direction }) => direction)).toEqual(['out']);
  expect((await doors.ticketNow(ana)).status).toBe('used');
  await context.close();
});

test('a phone that scanned exits scans entries again when the organizer ends re-entry', async () => {
  const eventId = await doors.newEvent('Gabi ng Huling Labas', { re_entry: true });
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await page.getByText('Out', { exact: true }).click();
  await doors.takilya.api('PUT', `/events/${eventId}`, { re_entry: false });
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByText('Out', { exact: true }).waitFor({ state: 'detached' });
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await context.close();
});

test('of two tabs of one device each learns what the other has sent, and that it was refused', async () => {
  const eventId = await doors.newEvent('Gabi ng Dalawang Tab');
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  const other = await context.newPage();
  await other.goto(`${doors.takilya.url}/door`);
  await other.getByText('Online').waitFor();
  await goOffline(page, context);
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await page.getByText('Check-ins waiting to be sent: 1').waitFor();
  await doors.takilya.api('POST', `/tickets/${ana.id}/check-in`);
  // The other tab comes first: this one is held up for a moment.
  await page.route('**/api/v1/**', (route) => route.abort());
  await context.setOffline(false);
  const states = async () => ((await other.evaluate(SCANS_KEPT)) as { state: string }[]).map(({ state }) => state);
  await expect.poll(states).toEqual(['refused']);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByText('Check-ins waiting to be sent: 1').waitFor({ state: 'detached', ...LINE_IS_BACK });
  await page.getByRole('alert').filter({ hasText: 'Admitted twice' }).waitFor();
  await context.close();
});

test('a proxy that answers for a server that is away stops no door', async () => {
  const eventId = await doors.newEvent('Gabi ng Proxy');
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  // As Traefik does while it knows no server of that name.
  const away = { status: 404, contentType: 'text/plain; charset=utf-8', body: '404 page not found\n' };
  await page.route('**/api/v1/**', (route) => route.fulfill(away));
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate("dispatchEvent(new Event('online'))");
  await expect.poll(async () => (await doors.ticketNow(ana)).status).toBe('used');
  await context.close();
});

test('a party is admitted once when Enter is pressed twice, and undone as a whole', async () => {
  const eventId = await doors.newEvent('Gabi ng Dobleng Pindot');
  const party = await doors.buy(eventId, 'Ben Cruz', 3);
  const statuses = async () => (await Promise.all(party.map(doors.ticketNow))).map(({ status }) => status);
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await type(page, party[0].code);
  await answers(page, 'Admitted');
  const answered = Promise.withResolvers<void>();
  await page.route('**/tickets/check-in', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Admit all 2 too/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Checking …').waitFor();
  await page.keyboard.press('Enter');
  answered.resolve();
  await answers(page, '3 people');
  expect(await statuses()).toEqual(['used', 'used', 'used']);
  await press(page, 'Undo check-in');
  await answers(page, 'Check-in undone: Ben Cruz');
  expect(await statuses()).toEqual(['valid', 'valid', 'valid']);
  await context.close();
});

test('an exit that is undone is called an exit, and the guest stays checked in', async () => {
  const eventId = await doors.newEvent('Gabi ng Labasan', { re_entry: true });
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await page.getByText('Out', { exact: true }).click();
  await type(page, ana.code);
  await answers(page, 'Left');
  await press(page, 'Undo exit');
  await answers(page, 'Exit undone: Ana Reyes');
  expect((await doors.ticketNow(ana)).status).toBe('used');
  await context.close();
});

test('a door in Filipino says in Filipino why nothing was undone', async () => {
  const eventId = await doors.newEvent('Gabi ng Wika');
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await press(page, 'Menu');
  await page.getByLabel('Language').selectOption('Filipino');
  await page.keyboard.press('Escape');
  await page.route('**/undo-check-in*', (route) => route.abort());
  await press(page, 'I-undo ang check-in');
  await answers(page, 'Hindi maabot ang server. Subukan ulit kapag online ka na.');
  await context.close();
});

test('a name that is typed and sent at once finds the guest, and is no ticket number', async () => {
  const eventId = await doors.newEvent('Gabi ng Mabilis na Daliri');
  const [ben] = await doors.buy(eventId, 'Ben Cruz');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await page.getByText('0 of 1 checked in').waitFor();
  await press(page, /^Search$/);
  // Before the page has drawn what it finds.
  await page.evaluate(`{
    const input = document.getElementById('typed');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, 'Ben Cruz');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.form.requestSubmit();
  }`);
  await page.getByRole('button', { name: `Admit Ben Cruz, ${ben.ticket_number}` }).waitFor();
  expect(await page.getByText('Invalid ticket').count()).toBe(0);
  await context.close();
});

test('an entry at a list is undone by pressing again when the first answer was lost', async () => {
  const eventId = await doors.newEvent('Gabi ng Nawalang Sagot');
  const listId = await doors.newList(eventId, 'Lounge');
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Lounge', listId), 'Lounge');
  await type(page, ana.code);
  await answers(page, 'Admitted');
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/passages/*/undo', loseAnswer, { times: 1 });
  await press(page, 'Undo check-in');
  await answers(page, 'That did not work');
  await press(page, 'Undo check-in');
  await answers(page, 'Check-in undone: Ana Reyes');
  await context.close();
});
