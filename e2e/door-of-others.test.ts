import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSession, logIn, newPage, openHome, press } from './dashboard.ts';
import { answers, goOffline, LINE_IS_BACK, openDoors, openLink, PHONE, type } from './door-phone.ts';
import { fakeCamera } from './fake-camera.ts';
import { makePatient } from './patient-device.ts';

/** The page asks for the list every ten seconds. */
const HAS_ASKED_MS = 12_000;

let doors: Awaited<ReturnType<typeof openDoors>>;
beforeAll(async () => {
  doors = await openDoors();
});
afterAll(() => doors?.stop());

const time = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The clock of the phone is this much behind, negative: ahead, until `globalThis.behindMs` is set. */
const clockBehind = (hours: number) => `{
  const Right = Date;
  globalThis.behindMs = ${hours} * 3_600_000;
  globalThis.Date = class extends Right {
    constructor(...parts) { parts.length > 0 ? super(...parts) : super(Right.now() - globalThis.behindMs); }
    static now() { return Right.now() - globalThis.behindMs; }
  };
}`;

test('whoever logs in next on a device sees no guests of another organization', async () => {
  const { takilya, browser } = doors;
  const eventId = await doors.newEvent('Gabi ng Ibang Samahan');
  await doors.buy(eventId, 'Ana Reyes');
  const { page } = await newPage(browser, PHONE);
  await makePatient(page.context());
  await logIn(page, takilya);
  await page.goto(`${takilya.url}/door?event=${eventId}`);
  await page.getByText('0 of 1 checked in').waitFor();
  // The session ends while the page is closed, such as by a new password; then another person logs in.
  await endSession(page);
  await logIn(page, { ...takilya, owner: takilya.stranger });
  await page.goto(`${takilya.url}/door`);
  await page.locator('.dot.refused, .closed, .choices').first().waitFor();
  await time(HAS_ASKED_MS);
  const search = page.getByRole('button', { name: 'Search', exact: true });
  if ((await search.count()) > 0) {
    await search.click();
    await page.getByLabel('Name or ticket number').fill('Ana');
  }
  expect(await page.getByText('Ana Reyes').count()).toBe(0);
  await page.context().close();
});

test('a door stays online while the person looks at test mode in another tab', async () => {
  const { takilya, browser } = doors;
  const eventId = await doors.newEvent('Gabi ng Dalawang Tab');
  const [[ana], [ben]] = [await doors.buy(eventId, 'Ana Reyes'), await doors.buy(eventId, 'Ben Cruz')];
  const { page } = await newPage(browser, PHONE);
  await makePatient(page.context());
  await openHome(page, takilya);
  const other = await page.context().newPage();
  await other.goto(`${takilya.url}/dashboard/`);
  const testMode = other.getByRole('switch', { name: 'Test mode' });
  await press(other, 'Open menu');
  await testMode.click();
  await other.getByText('Test mode: no money is taken', { exact: false }).waitFor();
  // Also when it is opened only now.
  await page.goto(`${takilya.url}/dashboard/check-in?event_id=${eventId}`);
  await page.getByRole('link', { name: /Open the door/ }).click();
  await page.getByText('0 of 2 checked in').waitFor();
  await page.bringToFront();
  await type(page, ana.code);
  await answers(page, 'Ana Reyes');
  expect((await doors.ticketNow(ana)).status).toBe('used');
  // What another door admits comes, too.
  await takilya.api('POST', '/tickets/check-in', { code: ben.code, event_id: eventId });
  await page.getByText('2 of 2 checked in').waitFor(LINE_IS_BACK);
  await page.getByText('Online').waitFor();
  await page.reload();
  await page.getByText('2 of 2 checked in').waitFor();
  await page.getByText('Online').waitFor();
  await page.context().close();
});

test('the screen stays on while the camera runs, also after another app was looked at', async () => {
  const eventId = await doors.newEvent('Gabi ng Ilaw');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await fakeCamera(page);
  // As browsers do it: a page that is hidden loses its lock.
  await page.addInitScript(`
    globalThis.locks = 0;
    const request = async () => {
      globalThis.locks += 1;
      let released = false;
      const release = async () => {
        if (!released) globalThis.locks -= 1;
        released = true;
      };
      document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && release());
      return { release };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    globalThis.look = (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    };
  `);
  await page.reload();
  await page.getByText('Online').waitFor();
  await press(page, 'Start camera');
  await expect.poll(() => page.evaluate('globalThis.locks')).toBe(1);
  await page.evaluate(`look('hidden')`);
  expect(await page.evaluate('globalThis.locks')).toBe(0);
  await page.evaluate(`look('visible')`);
  await expect.poll(() => page.evaluate('globalThis.locks')).toBe(1);
  await context.close();
});

test('a phone whose clock is of another zone works without a network while its link works', async () => {
  const eventId = await doors.newEvent('Gabi ng Maling Oras');
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const { page } = await newPage(doors.browser, PHONE);
  await makePatient(page.context());
  // Later than the end of the link.
  await page.addInitScript(clockBehind(-5));
  await openLink(page, await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await page.getByText('0 of 1 checked in').waitFor();
  await goOffline(page, page.context());
  await time(HAS_ASKED_MS);
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await page.context().close();
});

test('the door of another list reads all anew: what the list before did not tell it', async () => {
  const eventId = await doors.newEvent('Gabi ng Ibang Lista');
  const [loungeId, stageId] = [await doors.newList(eventId, 'Lounge'), await doors.newList(eventId, 'Stage')];
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  await doors.takilya.api('POST', '/tickets/check-in', { code: ana.code, event_id: eventId, list_id: stageId });
  const lounge = await doors.newLink(eventId, 'Lounge door', loungeId);
  const { page, context } = await doors.openPhone(lounge, 'Lounge door');
  const stage = await doors.newLink(eventId, 'Stage door', stageId);
  await page.goto('about:blank');
  const asked = page.waitForRequest((request) => request.url().includes(`/events/${eventId}/door?`));
  await openLink(page, stage, 'Stage door');
  expect((await asked).url()).not.toContain('since');
  await goOffline(page, context);
  await type(page, ana.code);
  await answers(page, 'Already used');
  await context.close();
});

test('a phone whose storage is full says that it does not keep the list, and keeps all of it once there is room', async () => {
  const eventId = await doors.newEvent('Gabi ng Punong Phone');
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await page.evaluate(`{
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...parts) {
      if (globalThis.isFull && this.name === 'lists') throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, parts);
    };
    globalThis.isFull = true;
  }`);
  // As when it is full for minutes: the changes of the last ones are sent twice.
  await page.route('**/door?*', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({ response, json: { data: { ...data, next_since: data.read_at } } });
  });
  await doors.takilya.api('POST', '/tickets/check-in', { code: ana.code, event_id: eventId });
  const readAgain = () => page.evaluate("dispatchEvent(new Event('online'))");
  await readAgain();
  await page.getByText('1 of 1 checked in').waitFor();
  await page.getByText('This device cannot keep the ticket list').waitFor();
  await page.getByText('with an older ticket list, or none').waitFor({ state: 'attached' });
  await page.evaluate('globalThis.isFull = false');
  await readAgain();
  await page.getByText('This device cannot keep the ticket list').waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(true);
  await page.reload();
  await page.getByText('1 of 1 checked in').waitFor();
  await context.close();
});

test('a guest is found by Enter, also when the name is as long as a ticket number', async () => {
  const eventId = await doors.newEvent('Gabi ng mga Pangalan');
  const [maria] = await doors.buy(eventId, 'Maria Lopez');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await type(page, 'Maria Lopez');
  const admit = page.getByRole('button', { name: /^Admit Maria Lopez/ });
  await admit.waitFor();
  expect(await page.locator('[aria-live=assertive]').textContent()).not.toContain('Invalid ticket');
  // A number is admitted at once.
  await type(page, maria.ticket_number.toLowerCase());
  await answers(page, 'Admitted');
  await context.close();
});

test('a phone whose clock is hours slow sends when it admitted, and no time before the ticket was sold', async () => {
  const eventId = await doors.newEvent('Gabi ng Huling Oras');
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const { page } = await newPage(doors.browser, PHONE);
  await makePatient(page.context());
  await page.addInitScript(clockBehind(3));
  await openLink(page, await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await page.getByText('0 of 1 checked in').waitFor();
  await goOffline(page, page.context());
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await page.getByText('Check-ins waiting to be sent: 1').waitFor();
  await page.context().setOffline(false);
  await page.getByText('Check-ins waiting to be sent').waitFor({ state: 'detached', ...LINE_IS_BACK });
  const { checked_in_at, purchased_at } = await doors.ticketNow(ana);
  await page.context().close();
  expect(Date.parse(checked_in_at ?? '')).toBeGreaterThan(Date.parse(purchased_at));
});

test('a slow clock that is put right without a network ends no door link', async () => {
  const eventId = await doors.newEvent('Gabi ng Tamang Oras');
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  const { page } = await newPage(doors.browser, PHONE);
  await makePatient(page.context());
  await page.addInitScript(clockBehind(5));
  await openLink(page, await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await page.getByText('0 of 1 checked in').waitFor();
  await goOffline(page, page.context());
  const asked = page.waitForEvent('requestfailed');
  await page.evaluate("globalThis.behindMs = 0; dispatchEvent(new Event('online'))");
  await asked;
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await page.context().close();
});

test('the door of a show with several dates says its date, and that of a ticket for another one', async () => {
  const title = 'Hamlet sa Dalawang Gabi';
  const tonight = await doors.newEvent(title, { start_datetime: '2099-12-30T20:00:00+08:00' });
  const other = await doors.newEvent(title, { start_datetime: '2099-12-31T20:00:00+08:00' });
  const [ana] = await doors.buy(other, 'Ana Reyes');
  const { page, context } = await doors.openPhone(await doors.newLink(tonight, 'Gate A'), 'Gate A');
  await type(page, ana.code);
  await answers(page, 'Wrong event');
  await answers(page, /Dec 31, 2099/);
  await page.locator('header').getByText('Dec 30, 2099').waitFor();
  await context.close();
});

test('with a code that was replaced, the door asks for that of the holder', async () => {
  const eventId = await doors.newEvent('Gabi ng Bagong Code');
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  await doors.takilya.api('POST', `/tickets/${ana.id}/reissue`);
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await type(page, ana.code);
  await answers(page, 'Outdated code');
  await answers(page, /^The holder of this ticket has a newer code/);
  await context.close();
});

test('a ticket that is newer than the list is shown with its tier and number', async () => {
  const eventId = await doors.newEvent('Gabi sa Takilya');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await page.getByText('0 of 0 checked in').waitFor();
  // The list is not read any more.
  await page.route(/\/door\?/, () => {});
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await answers(page, `General Admission · ${ana.ticket_number}`);
  await context.close();
});

test('a ticket that two doors admitted and one that was refunded are warned of under two headings', async () => {
  const eventId = await doors.newEvent('Gabi ng Dalawang Dahilan');
  const [[ana], [ben]] = [await doors.buy(eventId, 'Ana Reyes'), await doors.buy(eventId, 'Ben Cruz')];
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await page.getByText('0 of 2 checked in').waitFor();
  await goOffline(page, context);
  for (const { code } of [ana, ben]) {
    await type(page, code);
    await answers(page, 'Admitted');
  }
  await doors.takilya.api('POST', '/tickets/check-in', { code: ana.code, event_id: eventId });
  await doors.takilya.api('POST', `/tickets/${ben.id}/refund`);
  await context.setOffline(false);
  const under = (heading: string) => page.locator('.warnings section', { hasText: heading }).locator('li');
  await under('Rejected check-ins')
    .getByText(/^Ben Cruz/)
    .waitFor(LINE_IS_BACK);
  await under('Admitted twice')
    .getByText(/^Ana Reyes/)
    .waitFor();
  await context.close();
});

test('a browser that wrongly believes it is offline asks the server about a scan', async () => {
  const eventId = await doors.newEvent('Gabi ng Maling Akala');
  const { page, context } = await doors.openPhone(await doors.newLink(eventId, 'Gate A'), 'Gate A');
  await page.addInitScript("Object.defineProperty(navigator, 'onLine', { value: false })");
  await page.reload();
  await page.getByText('Online').waitFor();
  // The list is not read any more.
  await page.route(/\/door\?/, () => {});
  const [ana] = await doors.buy(eventId, 'Ana Reyes');
  await type(page, ana.code);
  await answers(page, 'Admitted');
  await context.close();
});
